/// An intent with frozen parameters, which can be performed again.
public struct Shortcut: Hashable, Sendable, Codable {
  /// The name of the intent.
  public let intent: String
  /// The identifiers of the parameter values by name.
  public let values: [String: String]
  /// The action to display: `Goal progress: summer vacation`.
  public let title: String
  /// A suggested phrase; nil if there is none.
  public let suggestedInvocationPhrase: String?

  /// Creates a shortcut to an intent with these values.
  public init(intent: String, values: [String: String], title: String, suggestedInvocationPhrase: String? = nil) {
    self.intent = intent
    self.values = values
    self.title = title
    self.suggestedInvocationPhrase = suggestedInvocationPhrase
  }

  /// Returns the shortcut with a different suggested phrase.
  func suggesting(_ phrase: String?) -> Shortcut {
    Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: phrase)
  }

  /// Returns whether two shortcuts have the same action, regardless of their titles.
  public func doesTheSame(as other: Shortcut) -> Bool { intent == other.intent && values == other.values }
}
