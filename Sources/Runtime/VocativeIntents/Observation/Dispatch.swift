public import Foundation

/// An intent that is about to be performed.
public struct Dispatch: Equatable, Sendable, Identifiable {
  /// The permanent identifier.
  public let id: String
  /// The name of the assistant.
  public let assistant: String
  /// The name of the intent.
  public let intent: String
  /// The intent with its values, to display: `Goal progress: summer vacation`.
  public let title: String
  /// The identifiers of the parameter values by name.
  public let values: [String: String]
  /// The filled parameters with the names of their values, in the intent's order.
  public let parameters: [Parameter]
  /// The path of the intent from the assistant through its features to its name: `money.Goals.GoalProgress`.
  public let topic: String
  /// The source of the request.
  public let source: IntentSource
  /// The conversation of the request.
  public let session: String
  /// The start time.
  public let date: Date
  /// Whether it must be excluded from all logs.
  public let isPrivate: Bool
  /// Whether it is used for prediction.
  public let isEligibleForPrediction: Bool

  /// A suggested phrase for a shortcut; nil if there is none.
  public let suggestedInvocationPhrase: String?
  /// The shortcut in which days that were said relative to the start time stay so; nil if there are none.
  package var lastingShortcut: Shortcut?

  /// A parameter with the name of its value.
  public struct Parameter: Equatable, Sendable {
    /// The name in phrases.
    public let name: String
    /// A short title to display.
    public let title: String
    /// The display name of the value.
    public let display: String

    /// Creates a parameter with the name of its value.
    public init(name: String, title: String, display: String) {
      self.name = name
      self.title = title
      self.display = display
    }
  }

  /// Creates a dispatch of an intent.
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

  /// A shortcut to the intent with its values; a day that was said as in "today" is that of each performance.
  public var shortcut: Shortcut {
    lastingShortcut
      ?? Shortcut(intent: intent, values: values, title: title, suggestedInvocationPhrase: suggestedInvocationPhrase)
  }
}
