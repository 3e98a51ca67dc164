/// Takes a text in pieces and gives its sentences, each as soon as it is known to be over.
struct SentenceReader {
  private static let ends: Set<Character> = [".", "!", "?", "…"]
  private static let closings: Set<Character> = ["\"", "'", ")", "]", "”", "’"]
  /// Words that end in a full stop and no sentence.
  private static let abbreviations: Set<String> = ["dr", "mr", "mrs", "ms", "no", "prof", "st", "vs"]

  /// What has come of the sentence that is not over yet.
  private var rest = ""

  /// Takes a piece, and gives the sentences that it completes.
  mutating func take(_ piece: String) -> [String] {
    var sentences: [String] = []
    for character in piece {
      if character.isWhitespace, character.isNewline || isComplete { sentences += finish() }
      rest.append(character)
    }
    return sentences
  }

  /// The text is complete: gives what is left, if there are words in it.
  mutating func finish() -> [String] {
    defer { rest = "" }
    return rest.contains { $0.isLetter || $0.isNumber } ? [String(rest.trimmingPrefix(while: \.isWhitespace))] : []
  }

  /// Whether a space would end the sentence.
  private var isComplete: Bool {
    let text = rest.reversed().drop { Self.closings.contains($0) }
    guard let end = text.first, Self.ends.contains(end) else { return false }
    guard end == "." else { return true }
    let word = String(text.dropFirst().prefix { $0.isLetter }.reversed()).lowercased()
    // An initial, as in "J. S. Bach".
    return word.count != 1 && !Self.abbreviations.contains(word)
  }
}
