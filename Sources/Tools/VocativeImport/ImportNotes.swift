import VocativeUnderstanding

/// The findings of an import, in file order.
struct ImportNotes {
  private(set) var findings: [ImportFinding] = []
  /// Findings that are reported once with a count, by reason.
  private var counted: [String: (index: Int, count: Int)] = [:]

  /// Appends other findings.
  mutating func append(_ other: ImportNotes) { findings += other.findings }

  /// Notes a part that is not in the file.
  mutating func leaveOut(_ location: Grammar.Location, _ reason: String) {
    findings.append(.init(location: location, outcome: .leftOut, reason: reason))
  }

  /// Notes a part that is in the file with a reduced meaning.
  mutating func change(_ location: Grammar.Location, _ reason: String) {
    findings.append(.init(location: location, outcome: .changed, reason: reason))
  }

  /// Notes a finding that may recur in a file; it is reported once, with the first location and a count.
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
