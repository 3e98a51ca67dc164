/// Latin letters that differ from English ones by more than an accent.
package enum LatinLetters {
  private static let plain: [Character: String] = [
    "æ": "ae", "ð": "th", "ø": "o", "þ": "th", "ß": "ss", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "ng", "œ": "oe", "ſ": "s",
  ]

  /// Returns a word in English letters as far as possible.
  package static func english(_ word: String) -> String {
    word.contains { plain[$0] != nil } ? word.map { plain[$0] ?? String($0) }.joined() : word
  }
}
