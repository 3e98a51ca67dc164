/// An intent with its parameters frozen, ready to be run again.
public struct Shortcut: Hashable, Sendable, Codable {
  /// The intent's name.
  public let intent: String
  /// Identifiers of the parameters' values by name.
  public let values: [String: String]
  /// What it does, for people: `Goal progress: summer vacation`.
  public let title: String
  /// A phrase to offer to somebody who wants to speak it; nil where there is none.
  public let suggestedInvocationPhrase: String?

  /// A shortcut to an intent with these values.
  public init(intent: String, values: [String: String], title: String, suggestedInvocationPhrase: String? = nil) {
    self.intent = intent
    self.values = values
    self.title = title
    self.suggestedInvocationPhrase = suggestedInvocationPhrase
  }

  /// The same shortcut with another phrase to offer.
  func suggesting(_ phrase: String?) -> Shortcut {
    Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: phrase)
  }

  /// Whether two shortcuts do the same, whatever they are called.
  public func doesTheSame(as other: Shortcut) -> Bool { intent == other.intent && values == other.values }
}
