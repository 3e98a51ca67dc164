/// Latin letters that are not an accent away from one of English.
enum LatinLetters {
  private static let plain: [Character: String] = [
    "æ": "ae", "ð": "th", "ø": "o", "þ": "th", "ß": "ss", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "ng", "œ": "oe", "ſ": "s",
  ]

  /// A word in the letters of English, as far as there are any for it.
  static func english(_ word: String) -> String {
    word.contains { plain[$0] != nil } ? word.map { plain[$0] ?? String($0) }.joined() : word
  }
}
