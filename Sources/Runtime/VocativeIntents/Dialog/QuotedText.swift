/// Written text, prepared to be read aloud.
public enum QuotedText {
  /// Returns the text on one line: a line end without punctuation becomes a pause, and the text ends like a sentence.
  ///
  /// Returns an empty text for whitespace.
  public static func spoken(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }
    guard let last = lines.last else { return "" }
    return lines.dropLast().map { $0 + (endsInMark($0) ? " " : ", ") }.joined() + last + (endsSentence(last) ? "" : ".")
  }

  private static func endsInMark(_ line: String) -> Bool { line.last?.isPunctuation == true }

  private static func endsSentence(_ line: String) -> Bool { line.last.map { ".!?…".contains($0) } == true }
}
