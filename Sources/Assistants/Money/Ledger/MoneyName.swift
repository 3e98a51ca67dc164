import VocativeIntents
import VocativeUnderstanding

/// Names of goals and expenses.
enum MoneyName {
  /// The maximum number of spoken words.
  static let maxWords = 6
  /// The maximum number of Unicode scalars.
  static let maxLength = 80

  private static let first: Set<String> = ["a", "an", "my", "our", "the"]
  private static let last: Set<String> = ["goal", "goals", "expense", "expenses"]
  /// Words that phrases use in the place of a name.
  private static let reserved: Set<String> = [
    "new", "shared", "protected", "shared protected", "protected shared", "personal", "weekly", "monthly", "something else",
  ]

  /// The full name and each of its shorter endings, without words that phrases put around it.
  static func spoken(_ name: String) -> [String] { SpokenNames.of(name, withoutFirst: first, withoutLast: last) }

  /// The full spoken name; nil if no word is left.
  static func full(_ name: String) -> String? {
    let words = SpokenNames.words(of: name, withoutFirst: first, withoutLast: last)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The name of something that was said, as it is written: `new bike` becomes `New bike`.
  static func written(_ said: String) -> String {
    let name = full(said) ?? said
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The reason why a name cannot be used, in words; nil if it can.
  static func fault(_ name: String, of noun: String, among taken: [String]) -> String? {
    guard let full = full(name) else { return "I need a name that can be said." }
    guard full.split(separator: " ").count <= maxWords, name.unicodeScalars.count <= maxLength else {
      return "That name is too long. Use up to \(maxWords) words."
    }
    guard !reserved.contains(full) else { return "I can't use \(full) as a name." }
    return taken.contains { Self.full($0) == full } ? "You already have \(IndefiniteArticle.before(full)) \(noun)." : nil
  }
}
