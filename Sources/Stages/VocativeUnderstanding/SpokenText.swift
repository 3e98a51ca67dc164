/// Text as it is said: lower-case words without digits, signs, accents or emoji.
public enum SpokenText {
  /// The words of a text as a dictionary lists them: `"🏖 Café & Bar, No. 5"` is `cafe and bar no five`.
  public static func words(of text: String) -> [String] { WrittenText(text).words }

  /// The same words with a space between them: texts that are said alike are alike.
  public static func sentence(of text: String) -> String { words(of: text).joined(separator: " ") }
}
