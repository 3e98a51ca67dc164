public import Foundation

/// An intent that is about to be performed.
public struct Dispatch: Equatable, Sendable, Identifiable {
  /// What identifies the dispatch for good.
  public let id: String
  /// The assistant's name.
  public let assistant: String
  /// The intent's name.
  public let intent: String
  /// The intent and its values, for people: `Goal progress: summer vacation`.
  public let title: String
  /// Identifiers of the parameters' values by name.
  public let values: [String: String]
  /// The parameters that were filled and what their values are called, in the intent's order.
  public let parameters: [Parameter]
  /// The features the intent belongs to and its name, from the outermost in: `money.Goals.GoalProgress`.
  public let topic: String
  /// Who asked.
  public let source: IntentSource
  /// The conversation it belongs to.
  public let session: String
  /// When it began.
  public let date: Date
  /// Whether it must be kept out of every log.
  public let isPrivate: Bool
  /// Whether it may be learnt from.
  public let isEligibleForPrediction: Bool

  /// A phrase to offer to somebody who wants to speak it; nil where there is none.
  public let suggestedInvocationPhrase: String?

  /// A parameter with its value, for people.
  public struct Parameter: Equatable, Sendable {
    /// The name phrases use.
    public let name: String
    /// A word or two on what it is.
    public let title: String
    /// What the value is called on a screen.
    public let display: String

    /// A parameter with its value.
    public init(name: String, title: String, display: String) {
      self.name = name
      self.title = title
      self.display = display
    }
  }

  /// A dispatch of an intent.
  public init(
    id: String = UUID().uuidString, assistant: String, intent: String, title: String, values: [String: String],
    parameters: [Parameter] = [], topic: String, source: IntentSource, session: String, date: Date, isPrivate: Bool = false,
    isEligibleForPrediction: Bool = true, suggestedInvocationPhrase: String? = nil
  ) {
    self.id = id
    self.assistant = assistant
    self.intent = intent
    self.title = title
    self.values = values
    self.parameters = parameters
    self.topic = topic
    self.source = source
    self.session = session
    self.date = date
    self.isPrivate = isPrivate
    self.isEligibleForPrediction = isEligibleForPrediction
    self.suggestedInvocationPhrase = suggestedInvocationPhrase
  }

  /// The intent with its values, to be run again.
  public var shortcut: Shortcut {
    Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: suggestedInvocationPhrase)
  }
}
