import VocativeUnderstanding

/// The intents of `sentences.ini` files: sections with sentences and rules.
struct RhasspySentences {
  /// An intent.
  struct Section {
    let name: String
    var sentences: [ImportedText] = []
    var rules: [String: ImportedText] = [:]
  }

  private(set) var sections: [Section] = []
  private(set) var notes = ImportNotes()

  /// Adds the contents of a file; an existing section is extended.
  mutating func read(_ text: String, file: String) {
    var current: Int?
    var open: (rule: String, indent: Int)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let location = Grammar.Location(file: file, line: index + 1)
      let indent = line.prefix(while: \.isWhitespace).count
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix(";") else { continue }
      // An optional part at the beginning is escaped, because it would otherwise be a section; it may be escaped anywhere.
      let text = line.replacing("\\[", with: "[")
      // A line that is indented more than a rule continues it.
      if let current, let open, indent > open.indent {
        sections[current].rules[open.rule]?.text += " \(text)"
        continue
      }
      open = nil
      if line.hasPrefix("["), line.hasSuffix("]"), !line.dropFirst().dropLast().contains(where: { "[]".contains($0) }) {
        current = section(line.dropFirst().dropLast().trimmed)
        continue
      }
      guard let current else {
        notes.leaveOut(location, "\"\(line)\" comes before the first [Intent]")
        continue
      }
      if let rule = text.wholeMatch(of: #/([^=\\\[\](){}<>|]+?)\s*=\s*(.*)/#) {
        sections[current].rules[String(rule.1)] = ImportedText(text: String(rule.2), location: location)
        open = (String(rule.1), indent)
      } else {
        sections[current].sentences.append(ImportedText(text: text, location: location))
      }
    }
  }

  private mutating func section(_ name: String) -> Int {
    if let known = sections.firstIndex(where: { $0.name == name }) { return known }
    sections.append(Section(name: name))
    return sections.endIndex - 1
  }

  /// Returns a rule of an intent.
  func rule(_ name: String, of intent: String) -> ImportedText? { sections.first { $0.name == intent }?.rules[name] }
}
