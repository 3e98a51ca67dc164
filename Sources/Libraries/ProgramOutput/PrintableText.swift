/// Cleans text so that a terminal or a log shows it and does not execute it.
///
/// Texts from a broker, a satellite or an imported file may hold escape sequences, line ends and marks that change the direction of
/// writing. Everything that is printed or logged goes through here.
package enum PrintableText {
  /// The text on one line: line ends, control characters and direction marks become spaces.
  package static func line(_ text: some StringProtocol) -> String {
    cleaned(text) { _ in false }
  }

  /// The first characters of the text on one line, and an ellipsis instead of the rest.
  package static func line(_ text: some StringProtocol, max: Int) -> String {
    let clean = line(text.prefix(max + 1))
    return clean.count > max ? clean.prefix(max) + "…" : clean
  }

  /// The text with its lines and tabs as they are: every other control character and every direction mark becomes a space.
  package static func lines(_ text: some StringProtocol) -> String {
    cleaned(text) { $0 == "\n" || $0 == "\t" }
  }

  /// A line of JSON with `\u` escapes instead of characters that a terminal could obey; its JSON value is the same.
  package static func json(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: isSteering) else { return line }
    var result = ""
    for scalar in line.unicodeScalars {
      guard isSteering(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  private static func cleaned(_ text: some StringProtocol, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: { isSteering($0) && !isKept($0) }) else { return String(text) }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isSteering($0) && !isKept($0) ? " " : $0 }))
  }

  /// Whether a character can control a terminal or mislead the reader of a line.
  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks that turn the direction of what follows make one value look like another; joiners are parts of words and emoji.
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    default: false
    }
  }
}
