public import VocativeUnderstanding

/// An intent as the runtime sees it, whether it was declared in Swift or in an intents file.
public struct IntentDefinition: Sendable {
  /// The intent's identifier in events and logs.
  public let name: String
  /// A few words for people.
  public let title: String
  /// The ways of asking for it.
  public let phrases: [Grammar.Phrase]
  /// Its parameters, in the order they are asked for.
  public let parameters: [ParameterDefinition]
  /// Who may ask for it.
  public let authenticationPolicy: AuthenticationPolicy
  /// Whether what is asked for is learnt from.
  public let isEligibleForPrediction: Bool
  /// A phrase to offer to somebody who wants a shortcut to it; nil for none.
  public let suggestedInvocationPhrase: String?
  /// The kinds of activities its responses may carry.
  public let activityTypes: [ActivityType]
  let dependencies: [any AnyDependency]
  let faults: [String]
  var membership = FeatureMembership()
  /// How long it may take; nil for what the runtime allows.
  package var timeLimit: Duration?
  /// Makes what performs one request.
  let makeHandling: @Sendable () -> any IntentHandling

  /// An intent declared in Swift, under some phrases.
  ///
  /// A phrase that cannot be read is a fault of the assistant the intent is part of. Without any phrase the intent is not spoken: it is
  /// there for shortcuts and other programs.
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
      parameters: intent.parameters.map {
        ParameterDefinition(name: $0.name, $0.parameter, hasResolver: resolved.contains($0.name))
      },
      authenticationPolicy: Declared.authenticationPolicy, isEligibleForPrediction: Declared.isEligibleForPrediction,
      suggestedInvocationPhrase: Declared.suggestedInvocationPhrase, activityTypes: Declared.activityTypes,
      dependencies: Mirror(reflecting: intent).children.compactMap { $0.value as? any AnyDependency }, faults: faults,
      makeHandling: { DeclaredIntentHandling<Declared>() })
  }

  /// An intent that something else than a Swift type declares.
  package init(
    name: String, title: String, phrases: [Grammar.Phrase], parameters: [ParameterDefinition],
    authenticationPolicy: AuthenticationPolicy = .alwaysAllowed, isEligibleForPrediction: Bool = true,
    suggestedInvocationPhrase: String? = nil, activityTypes: [ActivityType] = [], dependencies: [any AnyDependency] = [],
    faults: [String] = [], makeHandling: @escaping @Sendable () -> any IntentHandling
  ) {
    self.name = name
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

  /// Whether it must be kept out of every log.
  public var isPrivate: Bool { authenticationPolicy == .requiresAuthentication }
}
