package import VocativeIntents
package import VocativeUnderstanding

/// The declarations of an intents file.
package struct IntentsFileContents: Sendable {
  /// A parameter of an intent.
  package struct Parameter: Equatable, Sendable {
    /// The name in phrases.
    package let name: String
    /// A short title to display.
    package let title: String
    /// The type of its values.
    package let type: FileParameterType
    /// Further lists that phrases fill it from, as in `{cover_states:state}`.
    package let otherLists: [String]
    /// The numbers that phrases spell out, as in `{0..100,5:level}`; nil if they do not.
    package let spelledOut: DecimalRange?
    /// Whether the intent requires it.
    package let isRequired: Bool
    /// The question to ask if a required value is missing; nil for a generic question.
    package let prompt: String?
    /// The identifier of the default value; nil for none.
    package let defaultValue: String?
    /// The question if several values share the spoken name, for an app; nil for a generic question.
    package var disambiguation: String?
    /// Whether the app resolves it.
    package var isResolvedByApp = false
    /// Whether it takes several values in a row.
    package var isMultiple = false
    /// The place of its declaration or first mention.
    package let location: Grammar.Location
  }

  /// An intent.
  package struct Intent: Sendable {
    /// The identifier in events and logs.
    package let name: String
    /// A short title to display.
    package let title: String
    /// The phrases for the intent.
    package let phrases: [Grammar.Phrase]
    /// The parameters, in the order in which they are asked for.
    package let parameters: [Parameter]
    /// The response after success; nil to use the answer of the handler.
    let response: ResponseTemplate?
    /// The question to ask before the intent is performed; nil for none.
    let confirmation: ResponseTemplate?
    /// The handler; nil if the intent only responds.
    package let handler: ExternalHandler?
    /// The time limit for an answer of other programs, such as Hermes skills; nil if the intent is not delegated.
    package let delegationLimit: Duration?
    /// Whether the intent requires authentication.
    package let requiresAuthentication: Bool
    /// Whether requests are used for prediction.
    package let isEligibleForPrediction: Bool
    /// The suggested phrase for a shortcut; nil for none.
    package var suggestedPhrase: String?
    /// The name of its feature; nil for none.
    package var feature: String?
    /// The times and places at which it is relevant.
    package var relevance: [Relevance] = []
    /// The card of a successful response; nil for that of the handler.
    package var card: FileCard?
    /// The activity to which its answer leads; nil for none.
    package var activity: ActivityUse?
    /// Whether the app confirms it.
    package var isConfirmedByApp = false
    /// The sentence that describes a request; nil for the title and the values.
    package var summary: SummaryTemplate?
    /// The type of the returned value; nil for none.
    package var returns: ResultType?
    /// The place of its declaration.
    package let location: Grammar.Location

    /// The question to ask before the intent is performed, as a Mustache template; nil for none.
    package var confirmationText: String? { confirmation?.text }
  }

  /// A list of values.
  package struct List: Equatable, Sendable {
    /// A value of a list.
    package struct Value: Equatable, Sendable {
      /// The identifier with its spoken forms.
      package let value: Grammar.Value
      /// The name to use in dialogs.
      package let display: String
    }

    /// The name in parameters.
    package let name: String
    /// The values; empty if they come from a source.
    package let values: [Value]
    /// The place of its declaration.
    package let location: Grammar.Location
    /// The source of the values; nil if the file has them.
    package var source: ListSource?
  }

  /// The name of the assistant on the command line.
  package let name: String
  /// Phrases that start listening; if empty, the phrases of the intents are spotted directly.
  package let wakePhrases: [String]
  /// The assistants that a wake phrase is for, by wake phrase; those without an entry are for all assistants.
  package let wakeScopes: [String: [String]]
  /// The names by which a person addresses the assistant; empty for the name of the file.
  package let spokenNames: [String]
  /// The intents.
  package let intents: [Intent]
  /// The lists of parameter values.
  package let lists: [List]
  /// Templates that phrases refer to by name.
  package let rules: [String: Template]
  /// The source texts of the rules.
  package let ruleTexts: [String: String]
  /// Whether shortcuts can be created and used by voice.
  package let hasShortcutIntents: Bool
  /// Phones of words that no dictionary contains.
  package let pronunciations: [String: [String]]
  /// The rule for a sentence that matches phrases of two intents.
  package let ambiguity: Grammar.Ambiguity
  /// The place at which the wake phrases are declared.
  package let location: Grammar.Location

  /// The features of intents.
  package var features: [Feature] = []
  /// The types of activities.
  package var activities: [Activity] = []
  /// The places of the words whose phones the file gives.
  var pronunciationPlaces: [String: Grammar.Location] = [:]
  /// The parts that work, but hardly as their author means it.
  var doubts: [IntentsFileError.Fault] = []

  /// Returns the list with a name.
  package func list(named name: String) -> List? { lists.first { $0.name == name } }
}
