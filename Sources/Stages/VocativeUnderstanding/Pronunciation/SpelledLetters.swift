/// Words that are pronounced as the names of their letters.
enum SpelledLetters {
  private static let names = [
    "a": "EY", "b": "B IY", "c": "S IY", "d": "D IY", "e": "IY", "f": "EH F", "g": "JH IY", "h": "EY CH", "i": "AY", "j": "JH EY",
    "k": "K EY", "l": "EH L", "m": "EH M", "n": "EH N", "o": "OW", "p": "P IY", "q": "K Y UW", "r": "AA R", "s": "EH S",
    "t": "T IY",
    "u": "Y UW", "v": "V IY", "w": "D AH B AH L Y UW", "x": "EH K S", "y": "W AY", "z": "Z IY",
  ]

  /// The letters that make a word pronounceable; it needs at least one.
  private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "y"]

  /// Abbreviations that look like words, so that their letters' names are only one way to say them.
  ///
  /// The dictionary has "led" and "ups" as other words, and guesses from the letters of the others seem certain.
  static let abbreviations: Set<String> = ["hdmi", "isp", "led", "nas", "pir", "ups", "wlan"]

  /// Returns whether a word can only be spelled out.
  static func areNeeded(for word: String) -> Bool { !word.contains(where: vowels.contains) && !word.contains("'") }

  /// Returns the phones of the letters' names; nil if there are letters other than `a` to `z`.
  static func phones(of word: String) -> [String]? {
    let letters = word.compactMap { names[String($0)] }
    return letters.count == word.count ? letters.flatMap { $0.split(separator: " ").map(String.init) } : nil
  }
}
