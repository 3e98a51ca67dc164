/// An intent with frozen parameters, which can be performed again.
public struct Shortcut: Hashable, Sendable, Codable {
  /// The name of the assistant of the intent; nil for the assistant that the shortcut is stored with.
  public private(set) var assistant: String?
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
  package func suggesting(_ phrase: String?) -> Shortcut {
    Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: phrase).of(assistant)
  }

  /// Returns the shortcut with a different title.
  package func titled(_ title: String) -> Shortcut {
    Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: suggestedInvocationPhrase).of(assistant)
  }

  /// Returns the shortcut to an intent of an assistant; nil for the assistant that it is stored with.
  public func of(_ assistant: String?) -> Shortcut {
    var shortcut = self
    shortcut.assistant = assistant
    return shortcut
  }

  /// Returns whether two shortcuts have the same action, regardless of their titles.
  public func doesTheSame(as other: Shortcut) -> Bool {
    assistant == other.assistant && intent == other.intent && values == other.values
  }
}
