package import VocativeIntents
import VocativeUnderstanding

extension IntentsFileContents {
  /// A feature: a group of intents with requirements.
  package struct Feature: Sendable {
    /// The name in topics.
    package let name: String
    /// The requirements.
    package let constraints: [FeatureConstraint]
    /// Whether its phrases are removed while it is unavailable.
    package let isHidden: Bool
  }

  /// The activity to which the answer of an intent leads; its state has the values of the parameters.
  package struct ActivityUse: Sendable {
    /// When the activity is continued.
    package enum Time: String, Sendable, CaseIterable {
      /// With the answer.
      case now
      /// After the person agreed.
      case ask
      /// When the person chooses it later.
      case later
    }

    /// The identifier of the type.
    package let type: String
    /// The title, as a Mustache template.
    let title: ResponseTemplate
    /// When it is continued.
    package let time: Time
  }

  /// The type of activities, and how they are continued.
  package struct Activity: Sendable {
    /// The identifier of the type.
    package let type: ActivityType
    /// Continues an activity.
    package let continuation: ActivityContinuation
  }

  /// A request that is relevant at some times and places.
  package struct Relevance: Equatable, Sendable {
    /// The identifiers of values by parameter.
    package let values: [String: String]
    /// The conditions, which must all be met.
    package let conditions: [RelevanceProvider]
  }
}

extension IntentsFileContents {
  /// The shortcuts that are relevant at some times and places.
  func relevantShortcuts(_ definitions: [IntentDefinition]) -> [RelevantShortcut] {
    intents.flatMap { intent in
      intent.relevance.compactMap { relevance in
        shortcut(to: intent, relevance.values, definitions).map {
          RelevantShortcut(
            $0,
            providers: relevance.conditions.count < 2
              ? relevance.conditions : [.all(relevance.conditions)])
        }
      }
    }
  }

  /// The shortcuts to suggest: the intents with a suggested phrase that need no values.
  func suggestedShortcuts(_ definitions: [IntentDefinition]) -> [Shortcut] {
    intents.filter { intent in
      intent.suggestedPhrase != nil && !intent.requiresAuthentication
        && intent.parameters.allSatisfy { !$0.isRequired || $0.defaultValue != nil }
    }.compactMap { shortcut(to: $0, [:], definitions) }
  }

  private func shortcut(
    to intent: Intent, _ values: [String: String], _ definitions: [IntentDefinition]
  ) -> Shortcut? {
    let names = intent.parameters.compactMap { parameter -> (String, String)? in
      guard let value = values[parameter.name] else { return nil }
      guard case .list(let list) = parameter.type else { return (parameter.name, value) }
      return (
        parameter.name,
        self.list(named: list)?.values.first { $0.value.identifier == value }?.display ?? value
      )
    }
    return definitions.first { $0.name == intent.name }?.shortcut(values, called: names)
  }
}
