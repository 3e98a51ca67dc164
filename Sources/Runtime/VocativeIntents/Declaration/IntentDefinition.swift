public import VocativeUnderstanding

/// The runtime's view of an intent, declared in Swift or in an intents file.
public struct IntentDefinition: Sendable {
  /// The name in events and logs.
  public let name: String
  /// The name of its assistant; empty for an intent that is not part of an assistant.
  public internal(set) var assistant = ""
  /// The identifier in grammars and requests: the name, preceded by that of the assistant if several are used together.
  public internal(set) var identifier: String
  /// A short title to display.
  public let title: String
  /// The phrases for the intent.
  public internal(set) var phrases: [Grammar.Phrase]
  /// The parameters, in the order in which they are asked for.
  public internal(set) var parameters: [ParameterDefinition]
  /// The required authentication.
  public let authenticationPolicy: AuthenticationPolicy
  /// Whether requests are used for prediction.
  public let isEligibleForPrediction: Bool
  /// A suggested phrase for a shortcut to this intent; nil if there is none.
  public let suggestedInvocationPhrase: String?
  /// The activity types of its responses.
  public let activityTypes: [ActivityType]
  /// The sentence that describes a request; nil for the title and the values.
  package var summary: SummaryTemplate?
  /// The type of the returned value; nil for none.
  package var resultType: ResultType?
  /// The prefix of its lists in grammars.
  var listPrefix = ""
  let dependencies: [any AnyDependency]
  let faults: [String]
  var membership = FeatureMembership()
  /// Whether it belongs to the runtime, so that several assistants have it in common.
  package var isCommon = false
  /// The time limit; nil for the default limit of the runtime.
  package var timeLimit: Duration?
  /// Creates the handling of one request.
  let makeHandling: @Sendable () -> any IntentHandling

  /// Defines an intent declared in Swift, with its phrases.
  ///
  /// An invalid phrase is a fault of the assistant that contains the intent. An intent without phrases cannot be spoken;
  /// shortcuts and other programs can still use it.
  public init<Declared: Intent>(_ type: Declared.Type, phrases: [IntentPhrase<Declared>]) {
    var (read, faults): ([Grammar.Phrase], [String]) = ([], [])
    for phrase in phrases {
      do throws(TemplateError) {
        read.append(Grammar.Phrase(intent: Declared.name, template: try Template(phrase.text), text: phrase.text))
      } catch {
        faults.append("the phrase \"\(phrase.text)\" cannot be read: \(error)")
      }
    }
    let intent = Declared()
    let resolved = Declared.resolvers.map(\.name)
    for (index, name) in resolved.enumerated() where resolved[..<index].contains(name) {
      faults.append("the parameter \"\(name)\" has two resolvers; keep one of them")
    }
    self.init(
      name: Declared.name, title: Declared.title, phrases: read,
      parameters: intent.parameters.map { name, parameter in
        let resolver = Declared.resolvers.first { $0.name == name }
        var definition = ParameterDefinition(name: name, parameter, hasResolver: resolver != nil)
        definition.alternatives = resolver?.alternatives ?? []
        return definition
      },
      authenticationPolicy: Declared.authenticationPolicy, isEligibleForPrediction: Declared.isEligibleForPrediction,
      suggestedInvocationPhrase: Declared.suggestedInvocationPhrase, activityTypes: Declared.activityTypes,
      dependencies: Mirror(reflecting: intent).dependencies + intent.parameters.flatMap(\.parameter.dependencies), faults: faults,
      makeHandling: { DeclaredIntentHandling<Declared>() })
    summary = Declared.parameterSummary.map { SummaryTemplate($0.text) }
    resultType = Declared.resultValueType.map { ResultType($0) }
  }

  /// An intent that something else than a Swift type declares.
  package init(
    name: String, title: String, phrases: [Grammar.Phrase], parameters: [ParameterDefinition],
    authenticationPolicy: AuthenticationPolicy = .alwaysAllowed, isEligibleForPrediction: Bool = true,
    suggestedInvocationPhrase: String? = nil, activityTypes: [ActivityType] = [], dependencies: [any AnyDependency] = [],
    faults: [String] = [], makeHandling: @escaping @Sendable () -> any IntentHandling
  ) {
    self.name = name
    identifier = name
    self.title = title
    self.phrases = phrases
    self.parameters = parameters
    self.authenticationPolicy = authenticationPolicy
    self.isEligibleForPrediction = isEligibleForPrediction
    self.suggestedInvocationPhrase = suggestedInvocationPhrase
    self.activityTypes = activityTypes
    self.dependencies = dependencies
    self.faults = faults
    self.makeHandling = makeHandling
  }

  /// Whether the intent must be excluded from all logs.
  public var isPrivate: Bool { authenticationPolicy == .requiresAuthentication }
}
