import VocativeUnderstanding

/// What was found on the way, in the order of the files.
struct ImportNotes {
  private(set) var findings: [ImportFinding] = []
  /// What is told once with how often it was met, by its reason.
  private var counted: [String: (index: Int, count: Int)] = [:]

  /// Adds what was found elsewhere.
  mutating func append(_ other: ImportNotes) { findings += other.findings }

  /// Something is not in the file.
  mutating func leaveOut(_ location: Grammar.Location, _ reason: String) {
    findings.append(.init(location: location, outcome: .leftOut, reason: reason))
  }

  /// Something is in the file, and means a little less.
  mutating func change(_ location: Grammar.Location, _ reason: String) {
    findings.append(.init(location: location, outcome: .changed, reason: reason))
  }

  /// The same as often as it is met in a file, told once, with the first place.
  mutating func count(_ location: Grammar.Location, _ outcome: ImportFinding.Outcome, _ reason: String) {
    let key = "\(location.file): \(reason)"
    let known = counted[key] ?? (findings.endIndex, 0)
    counted[key] = (known.index, known.count + 1)
    let times = known.count == 0 ? "" : " (here and at \(known.count) more place\(known.count == 1 ? "" : "s"))"
    let first = known.count == 0 ? location : findings[known.index].location
    let finding = ImportFinding(location: first, outcome: outcome, reason: reason + times)
    if known.count == 0 { findings.append(finding) } else { findings[known.index] = finding }
  }
}
