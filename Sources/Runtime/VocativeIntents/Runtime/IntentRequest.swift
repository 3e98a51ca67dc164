import VocativeUnderstanding

/// A request in progress: the intent, the known parameters, and the confirmations of the person.
public struct IntentRequest: Equatable, Sendable {
  let identity = RequestIdentity()
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
  /// The sentence that made the request, without an address; nil if there is none.
  package var sentence: String?
  /// The room of the request; nil for the room of the runtime.
  package var room: String?
  /// The days that were said relative to the day of the request, as in `tomorrow`, by parameter.
  var relativeValues: [String: RelativeValue] = [:]
  /// The values that were not said, because a resolver chose them, by parameter.
  var chosenValues: [String: String] = [:]
  /// Values that the person confirmed, by parameter.
  var confirmedValues: [String: String] = [:]
  /// The parameter whose value the person did not confirm, until another value is asked for; nil if there is none.
  var declinedParameter: String?
  /// Whether the person confirmed the whole request.
  var isConfirmed = false
  /// The numbers of values that could not be used, by parameter.
  var unsupportedValues: [String: Int] = [:]
  /// The remaining steps, if the request is a step of a workflow.
  var workflow: Workflow?
  /// The performance that asked the question to which an answer is expected; nil before it is performed.
  var paused: PausedRequest?
  /// The answer to that question.
  var answer: PerformanceAnswer?
  /// The permission that the person is asked for; nil if there is none.
  var permission: PermissionRequest?
  /// The answer to that question.
  var isPermitted: Bool?
  /// The permissions that the person gave for the request.
  var permitted: Set<String> = []
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

  /// The values of a shortcut to the request: a day that was said relative to the day of the request stays so, and what a resolver
  /// chose is chosen anew.
  var lastingValues: [String: String] {
    values.filter { chosenValues[$0.key] != $0.value }
      .merging(relativeValues.filter { $0.value.resolved == values[$0.key] }.mapValues(\.said)) { $1 }
  }

  /// The scope in which a passphrase unlocks the request.
  var scope: Unlock.Scope { Unlock.Scope(source: origin, session: session) }
}

/// A day that was said relative to the day of a request.
struct RelativeValue: Equatable, Sendable {
  /// The identifier as it was said, as in `tomorrow`.
  let said: String
  /// The identifier of the day at the time of the request.
  let resolved: String
}

/// The remaining steps of a workflow.
struct Workflow: Equatable, Sendable {
  /// The phrase of the workflow.
  let phrase: String
  /// The number of all steps.
  let count: Int
  /// The steps after the current one.
  var remaining: [Shortcut]
  /// The values that earlier steps returned, the latest first.
  var returned: [ReturnedValue] = []

  /// The number of the current step, from 1.
  var step: Int { count - remaining.count }

  /// Returns the latest value that an earlier step returned for a parameter of this type; nil if there is none.
  func returned(for parameter: ParameterDefinition, of intent: IntentDefinition) -> String? {
    returned.first { $0.fits(parameter, of: intent) }.map { $0.identifier(for: parameter) }
  }
}

/// A value that an intent returns to the following steps of a workflow.
struct ReturnedValue: Equatable, Sendable {
  /// The type.
  let type: ResultType
  /// The name of the assistant.
  let assistant: String
  /// The value.
  let value: SpokenValue

  /// Returns whether a parameter can have the value.
  ///
  /// Lists belong to their assistant. Any value can be a text.
  func fits(_ parameter: ParameterDefinition, of intent: IntentDefinition) -> Bool {
    type.fits(parameter, isSameAssistant: intent.assistant == assistant) && parameter.kind?.includes(value.identifier) != false
  }

  /// Returns the identifier of the value for a parameter.
  func identifier(for parameter: ParameterDefinition) -> String {
    let identifier = parameter.kind == .text ? value.dialogName : value.identifier
    return parameter.isMultiple ? ValueList.text(of: [identifier]) : identifier
  }
}

/// The type of the values that an intent returns.
package struct ResultType: Equatable, Sendable {
  /// The name of the list, or of the kind of words.
  package internal(set) var name: String
  /// The type behind the list, which tells it from another one of the same name.
  let listIdentity: String
  /// Whether the values are those of a list.
  package let isListed: Bool

  /// Creates a type.
  package init(name: String, isListed: Bool) { (self.name, listIdentity, self.isListed) = (name, name, isListed) }

  /// Creates the type of a Swift type.
  init<Value: ParameterValue>(_ type: Value.Type) {
    name = Value.spokenKind?.typeName ?? ValueTypeName.of(type)
    listIdentity = ValueTypeName.full(type)
    isListed = Value.spokenKind == nil
  }

  /// Returns whether a parameter of the same or another assistant can have a value of this type.
  func fits(_ parameter: ParameterDefinition, isSameAssistant: Bool) -> Bool {
    guard let kind = parameter.kind else { return isListed && isSameAssistant && parameter.list == name }
    return kind == .text || (!isListed && kind.typeName == name)
  }
}
