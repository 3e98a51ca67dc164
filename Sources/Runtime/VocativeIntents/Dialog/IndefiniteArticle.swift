/// The article "a" or "an" in dialogs.
public enum IndefiniteArticle {
  /// Words that begin with a letter for another sound.
  private static let consonants = ["eu", "one", "uni", "usa", "use", "usu", "uti"]
  private static let vowels = ["heir", "honest", "honor", "hour"]

  /// Returns words after their article: `a goal`, `an eight minute timer`, `an hour`.
  public static func before(_ words: String) -> String {
    let lower = words.lowercased()
    func begins(with parts: [String]) -> Bool { parts.contains { lower.hasPrefix($0) } }
    let isVowel = begins(with: vowels) || begins(with: ["a", "e", "i", "o", "u"]) && !begins(with: consonants)
    return (isVowel ? "an " : "a ") + words
  }
}
