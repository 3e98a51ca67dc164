import ProgramOutput
import Vocative

extension MemoryReport.ShortcutEntry {
  func print(asJSON isJSON: Bool) {
    let reason: String? =
      if waiting == true {
        "waits, because another shortcut has its phrase"
      } else if unsupported == true {
        "does not work, because no served assistant has its request"
      } else {
        nil
      }
    let note = reason.map { " (\($0); identifier \(id))" } ?? ""
    let text = "\(result.map { "\($0): " } ?? "")\"\(phrase)\" → \(steps.joined(separator: ", then "))\(note)"
    // Another room may have stored control characters.
    StandardOutput.line(isJSON ? jsonLine : ShortText.line(text))
  }
}

extension MemoryReport.ShortcutChange {
  /// Prints the result; ends the program with status 1 if nothing changed.
  func print(asJSON isJSON: Bool) throws {
    switch self {
    case .changed(let shortcut): shortcut.print(asJSON: isJSON)
    case .deleted: StandardOutput.line(isJSON ? jsonLine : "deleted")
    case .failed(let reason):
      if isJSON { StandardOutput.line(jsonLine) }
      StandardError.write("vocative: \(PrintableText.line(reason))\n")
      throw ExitStatus.no
    }
  }
}

extension MemoryReport.SuggestionEntry {
  func print(asJSON isJSON: Bool) {
    let phrase = phrase.map { " \"\($0)\"" } ?? ""
    StandardOutput.line(isJSON ? jsonLine : "\(title) (\(reason)) [\(state)\(phrase)]")
  }
}

extension MemoryReport.DonationEntry {
  func print(asJSON isJSON: Bool) {
    let notes = [weight < 1 ? "related" : nil, group.map { "group \"\($0)\"" }].compactMap(\.self)
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    StandardOutput.line(isJSON ? jsonLine : ShortText.line("\(date)  \(title)\(note)  \(id)"))
  }
}

extension MemoryReport.FeatureEntry {
  func print(asJSON isJSON: Bool) {
    let needs = constraints.isEmpty ? "" : " (needs \(constraints.joined(separator: "; ")))"
    let state = reason.map { "off: \($0)" } ?? "on"
    StandardOutput.line(
      isJSON ? jsonLine : ShortText.line("\(assistant).\(feature)\(needs): \(state)"))
  }
}

extension MemoryReport.ActivityEntry {
  func print(asJSON isJSON: Bool) { StandardOutput.line(isJSON ? jsonLine : "\(date)  \(title)  \(id)") }
}
