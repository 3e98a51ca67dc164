/// A request on its way: the intent, the parameters known so far, and what the person has agreed to.
public struct IntentRequest: Equatable, Sendable {
  /// The intent's name.
  public let intent: String
  /// Identifiers of the parameters' values by name; a name that several values share stands for itself until one is chosen.
  public var values: [String: String]
  /// Who asked.
  public var source: IntentSource
  /// The conversation it belongs to.
  public var session: String
  /// Values the person was asked about and has confirmed, by parameter.
  var confirmedValues: [String: String] = [:]
  /// Whether the person was asked about the whole and has said yes.
  var isConfirmed = false
  /// Values that could not be used, one after another.
  var unsupportedValues = 0
  /// What is still to do after it, where it is a step of a workflow.
  var workflow: Workflow?

  /// A request with what was said so far.
  public init(intent: String, values: [String: String] = [:], source: IntentSource = .api, session: String = "") {
    self.intent = intent
    self.values = values
    self.source = source
    self.session = session
  }
}

/// What is left of several shortcuts that run one after another.
struct Workflow: Equatable, Sendable {
  /// The phrase it was called by.
  let phrase: String
  /// How many steps there are in all.
  let count: Int
  /// The steps after the one that is running.
  var remaining: [Shortcut]

  /// The number of the step that is running, from 1.
  var step: Int { count - remaining.count }
}
