/// A request in progress: the intent, the known parameters, and the confirmations of the person.
public struct IntentRequest: Equatable, Sendable {
  /// The name of the intent.
  public let intent: String
  /// The identifiers of the parameter values by name; a shared name stands for itself until the person chooses a value.
  public var values: [String: String]
  /// The source of the request.
  public var source: IntentSource
  /// The source of the shortcut that the request is a step of; otherwise the source of the request.
  let origin: IntentSource
  /// The conversation of the request.
  public var session: String
  /// Values that the person confirmed, by parameter.
  var confirmedValues: [String: String] = [:]
  /// Whether the person confirmed the whole request.
  var isConfirmed = false
  /// The number of consecutive values that could not be used.
  var unsupportedValues = 0
  /// The remaining steps, if the request is a step of a workflow.
  var workflow: Workflow?
  /// Whether the passphrase was given for the request.
  var isUnlocked = false
  /// Whether the request is excluded from all logs regardless of its intent, as a step of a private shortcut.
  var isPrivate = false

  /// Creates a request with the values so far.
  public init(intent: String, values: [String: String] = [:], source: IntentSource = .api, session: String = "") {
    self.intent = intent
    self.values = values
    self.source = source
    self.session = session
    origin = source
  }

  /// Creates a request for a step of a requested shortcut.
  init(_ step: Shortcut, of request: IntentRequest) {
    (intent, values, session) = (step.intent, step.values, request.session)
    (source, origin) = (.shortcut, request.origin)
    (isUnlocked, isPrivate) = (request.isUnlocked, request.isPrivate)
  }

  /// The scope in which a passphrase unlocks the request.
  var scope: Unlock.Scope { Unlock.Scope(source: origin, session: session) }
}

/// The remaining steps of a workflow.
struct Workflow: Equatable, Sendable {
  /// The phrase of the workflow.
  let phrase: String
  /// The number of all steps.
  let count: Int
  /// The steps after the current one.
  var remaining: [Shortcut]

  /// The number of the current step, from 1.
  var step: Int { count - remaining.count }
}
