import ProgramOutput

/// Text as a terminal lays it out: some characters are two columns wide, and none may steer it.
enum TerminalText {
  /// Columns that a text takes.
  static func columns(of text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// Columns that a character takes: two for emoji and for East Asian wide ones.
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

  /// The text on one line, without anything that a terminal would obey.
  static func plain(_ text: String) -> String { PrintableText.line(text) }

  /// The beginning of a text that fits; what is cut off is an ellipsis.
  static func clipped(_ text: String, to columns: Int) -> String {
    let text = plain(text)
    guard self.columns(of: text) > columns else { return text }
    return prefix(of: text, fitting: columns - 1) + "…"
  }

  /// The text over as many lines as it needs, broken between words where it can be.
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

  /// The text with spaces behind it, so that it takes so many columns.
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
