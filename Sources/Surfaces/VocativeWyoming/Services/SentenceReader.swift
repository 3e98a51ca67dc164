import Vocative

/// Splits a streamed text into sentences, each as soon as it is complete.
struct SentenceReader {
  /// The characters at the end of a sentence.
  private static let ends: Set<Character> = [".", "!", "?", "…"]
  private static let closings: Set<Character> = ["\"", "'", ")", "]", "”", "’"]
  /// Abbreviations whose full stop does not end a sentence.
  private static let abbreviations: Set<String> = ["dr", "mr", "mrs", "ms", "no", "prof", "st", "vs"]

  /// The incomplete sentence.
  private var rest = ""

  /// Receives a piece, and returns the sentences that it completes.
  mutating func receive(_ piece: String) -> [String] {
    var sentences: [String] = []
    for character in piece {
      if character.isWhitespace, character.isNewline || isComplete { sentences += finish() }
      rest.append(character)
    }
    return sentences
  }

  /// Ends the text, and returns the rest if it contains words.
  mutating func finish() -> [String] {
    defer { rest = "" }
    return rest.isSpeakable ? [String(rest.trimmingPrefix(while: \.isWhitespace))] : []
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
