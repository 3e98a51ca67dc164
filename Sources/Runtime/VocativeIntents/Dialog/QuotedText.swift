/// What somebody wrote, as it is read out.
public enum QuotedText {
  /// The text in one line: a line end without a mark becomes a pause, and the whole ends as a sentence does.
  ///
  /// Nothing for a text of nothing but space.
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
