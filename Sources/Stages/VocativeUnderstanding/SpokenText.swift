/// Text as spoken: lower-case words without digits, signs, accents or emoji.
public enum SpokenText {
  /// Returns the dictionary words of a text: `"🏖 Café & Bar, No. 5"` becomes `cafe and bar no five`.
  public static func words(of text: String) -> [String] { WrittenText(text).words }

  /// Returns the words joined by spaces; texts with the same spoken form are equal.
  public static func sentence(of text: String) -> String { words(of: text).joined(separator: " ") }
}
