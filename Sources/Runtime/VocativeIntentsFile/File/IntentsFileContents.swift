package import VocativeUnderstanding

/// What an intents file declares, before an assistant or a program is made of it.
package struct IntentsFileContents: Sendable {
  /// A parameter of an intent.
  package struct Parameter: Equatable, Sendable {
    /// The name phrases use.
    package let name: String
    /// A word or two for people.
    package let title: String
    /// What kind of values it takes.
    package let type: FileParameterType
    /// Lists besides the type's own that phrases fill it from, as in `{cover_states:state}`.
    package let otherLists: [String]
    /// Whether phrases spell its numbers out, as in `{0..100,5:level}`.
    package let isSpelledOut: Bool
    /// Whether the intent cannot be performed without it.
    package let isRequired: Bool
    /// What to ask when it is needed and was not said; nil to ask in general words.
    package let prompt: String?
    /// The identifier of its value when nothing was said; nil for none.
    package let defaultValue: String?
    /// Where it is declared, or first mentioned.
    package let location: Grammar.Location
  }

  /// An intent.
  package struct Intent: Sendable {
    /// The intent's identifier in events and logs.
    package let name: String
    /// A few words for people.
    package let title: String
    /// The ways of asking for it.
    package let phrases: [Grammar.Phrase]
    /// Its parameters, in the order they are asked for.
    package let parameters: [Parameter]
    /// What to say when it was performed; nil to say what the handler answers.
    let response: ResponseTemplate?
    /// What to ask before it is performed; nil to go ahead.
    let confirmation: ResponseTemplate?
    /// What performs it; nil where saying the response is all there is to do.
    package let handler: ExternalHandler?
    /// How long an answer is waited for where it is left to others, such as Hermes skills; nil where it is not.
    package let delegationLimit: Duration?
    /// Whether only somebody who has proved who they are may ask for it.
    package let requiresAuthentication: Bool
    /// Whether it may be learnt from and suggested.
    package let isEligibleForPrediction: Bool
    /// Where it is declared.
    package let location: Grammar.Location

    /// What to ask before it is performed, as a Mustache template; nil to go ahead.
    package var confirmationText: String? { confirmation?.text }
  }

  /// A list of values.
  package struct List: Equatable, Sendable {
    /// A value of a list.
    package struct Value: Equatable, Sendable {
      /// The identifier with all that is said for it.
      package let value: Grammar.Value
      /// What it is called in a dialog.
      package let display: String
    }

    /// The name parameters use.
    package let name: String
    /// Its values.
    package let values: [Value]
    /// Where it is declared.
    package let location: Grammar.Location
  }

  /// The assistant's name, as on the command line.
  package let name: String
  /// Phrases that make it listen; with none, the intents' own phrases do.
  package let wakePhrases: [String]
  /// What it can be asked for.
  package let intents: [Intent]
  /// What parameters take their values from.
  package let lists: [List]
  /// Templates that phrases refer to by name.
  package let rules: [String: Template]
  /// The same as their author wrote them.
  package let ruleTexts: [String: String]
  /// Whether shortcuts can be made and asked for by voice.
  package let hasShortcutIntents: Bool
  /// Phones for words that no dictionary has.
  package let pronunciations: [String: [String]]
  /// What becomes of a sentence that phrases of two intents understand.
  package let ambiguity: Grammar.Ambiguity
  /// Where the wake phrases are declared.
  package let location: Grammar.Location

  /// The list of this name.
  package func list(named name: String) -> List? { lists.first { $0.name == name } }
}
