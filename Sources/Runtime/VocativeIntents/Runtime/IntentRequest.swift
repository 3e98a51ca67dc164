/// A request on its way: the intent, the parameters known so far, and what the person has agreed to.
public struct IntentRequest: Equatable, Sendable {
  /// The intent's name.
  public let intent: String
  /// Identifiers of the parameters' values by name; a name that several values share stands for itself until one is chosen.
  public var values: [String: String]
  /// Who asked.
  public var source: IntentSource
  /// Who asked for the shortcut that it is a step of; the source where it is none.
  let origin: IntentSource
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
  /// Whether the passphrase was given for it.
  var isUnlocked = false
  /// Whether it is kept out of every log, whatever its intent is: it is a step of a shortcut that does something private.
  var isPrivate = false

  /// A request with what was said so far.
  public init(intent: String, values: [String: String] = [:], source: IntentSource = .api, session: String = "") {
    self.intent = intent
    self.values = values
    self.source = source
    self.session = session
    origin = source
  }

  /// A step of a shortcut that was asked for.
  init(_ step: Shortcut, of request: IntentRequest) {
    (intent, values, session) = (step.intent, step.values, request.session)
    (source, origin) = (.shortcut, request.origin)
    (isUnlocked, isPrivate) = (request.isUnlocked, request.isPrivate)
  }

  /// Where the passphrase opens it.
  var scope: Unlock.Scope { Unlock.Scope(source: origin, session: session) }
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
