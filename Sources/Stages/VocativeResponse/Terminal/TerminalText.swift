import ProgramOutput

/// Text layout for terminals: some characters are two columns wide, and control characters are removed.
package enum TerminalText {
  /// Returns the number of columns of a text.
  static func columns(of text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// Returns the number of columns of a character: two for emoji and East Asian wide characters.
  static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }

  /// Returns the number of rows that a line with styled text occupies on a terminal, which wraps it between any characters.
  package static func rows(of line: String, in columns: Int) -> Int {
    var (rows, used) = (1, 0)
    for character in line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") {
      let width = self.columns(of: character)
      if used + width > columns { (rows, used) = (rows + 1, 0) }
      used += width
    }
    return rows
  }

  /// Returns the text on one line, without characters that a terminal would execute.
  static func plain(_ text: String) -> String { PrintableText.line(text) }

  /// Returns the start of a text that fits, with an ellipsis if it was shortened.
  static func clipped(_ text: String, to columns: Int) -> String {
    let text = plain(text)
    guard self.columns(of: text) > columns else { return text }
    return prefix(of: text, fitting: columns - 1) + "…"
  }

  /// Returns the text wrapped to a width, between words if possible.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in plain(text).split(separator: " ") {
      var word = String(word)
      if !line.isEmpty, self.columns(of: line) + 1 + self.columns(of: word) <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while self.columns(of: word) > columns {
        let part = prefix(of: word, fitting: columns)
        guard !part.isEmpty else { break }
        lines.append(part)
        word.removeFirst(part.count)
      }
      line = word
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// Returns the text padded with spaces to a number of columns.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - self.columns(of: text), 0))
  }

  private static func prefix(of text: String, fitting columns: Int) -> String {
    var (taken, room) = ("", columns)
    for character in text {
      room -= self.columns(of: character)
      guard room >= 0 else { break }
      taken.append(character)
    }
    return taken
  }
}
