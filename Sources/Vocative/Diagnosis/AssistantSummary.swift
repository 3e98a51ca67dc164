import Foundation
import PocketSphinx
public import VocativeIntents
import VocativeUnderstanding

/// A summary of a loaded assistant for its author.
public struct AssistantSummary: Encodable, Equatable, Sendable {
  /// An intent and its number of phrases.
  public struct Intent: Encodable, Equatable, Sendable {
    /// The intent's name.
    public let name: String
    /// The number of phrases that are written for it.
    public let phrases: Int
    /// The names of its parameters.
    public let parameters: [String]
  }

  /// The wake phrases.
  public let wake: [String]
  /// The intents, in the author's order.
  public let intents: [Intent]
  /// The number of sentences it understands; nil if there are too many to listen for each one.
  public let sentences: Int?
  /// The number of dictionary words of the sentences and the wake phrases.
  public let words: Int
  /// Words with guessed pronunciations, in alphabetical order.
  public let guessed: [GuessedWord]
  /// Warnings about parts that cannot be used as written.
  public let warnings: [String]

  /// A word with a guessed pronunciation, and its place.
  public struct GuessedWord: Encodable, Equatable, Sendable {
    /// The guessed pronunciation.
    public let pronunciation: WordPronunciation
    /// A description of the part that uses it.
    public let use: String
    /// The place of that part; nil if it is declared in Swift.
    public let location: String?

    /// The word, its pronunciation, and a remedy for an uncertain guess.
    public var line: String {
      let place = location.map { "\($0): " } ?? ""
      let line = "\(place)\(pronunciation.line), in \(use)"
      return pronunciation.isUncertain ? "\(line); add a pronunciation hint" : line
    }
  }

  /// Creates a summary of an assistant and its speech plan.
  ///
  /// - Parameter warnings: Further warnings about parts that cannot be used as written.
  public init(assistant: Assistant, plan: SpeechPlan, warnings: [String] = []) {
    wake = assistant.wakePhrases
    intents = assistant.intents.map {
      Intent(name: $0.name, phrases: $0.phrases.count, parameters: $0.parameters.map(\.name))
    }
    self.warnings =
      assistant.warnings + (assistant.dynamicLists?.faults() ?? []) + plan.warnings + Self.unusedHints(of: assistant, in: plan)
      + Self.soundalikes(in: plan) + warnings
    sentences = plan.grammar.allSentences(limit: SpeechPlanner.maxInvocationPhrases)?.count
    words = plan.grammar.words.union(plan.wakePhrases.joined()).count
    guessed = plan.lexicon.pronunciations.keys.sorted().compactMap { word in
      guard plan.sources[word]?.isGuess == true,
        let pronunciation = WordPronunciation(word, in: plan.lexicon, plan.sources)
      else { return nil }
      let use = plan.grammar.grammar.firstUse(of: word)
      return GuessedWord(
        pronunciation: pronunciation, use: use?.description ?? "a wake phrase",
        location: (use?.location ?? (use == nil ? assistant.location : nil))?.description)
    }
  }

  /// Returns warnings about pronunciations of words that are in no sentence, such as misspelled ones.
  private static func unusedHints(of assistant: Assistant, in plan: SpeechPlan) -> [String] {
    // Only a file has all of its words; free text and the values of a dynamic list can have any.
    guard assistant.location != nil, !plan.grammar.hasFreeText, assistant.dynamicLists == nil else { return [] }
    let grammar = plan.grammar.grammar
    let others = Set((plan.wakePhrases + assistant.spokenNames.map(SpokenText.words)).joined()).union(plan.grammar.spokenWords)
    func warning(_ hint: String, _ location: Grammar.Location?) -> String? {
      let words = SpokenText.words(of: hint)
      guard words.contains(where: { !others.contains($0) && grammar.firstUse(of: $0) == nil }) else { return nil }
      return (location.map { "\($0): " } ?? "") + "the pronunciation of \"\(hint)\" is not used, because no sentence contains it"
    }
    let values = grammar.lists.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.location != nil }
    let ofValues = values.flatMap { value in value.pronunciations.keys.sorted().compactMap { warning($0, value.location) } }
    return ofValues + assistant.pronunciations.keys.sorted().compactMap { warning($0, assistant.pronunciationPlaces[$0]) }
  }

  /// Returns warnings about listed values that only a typed text can tell apart.
  private static func soundalikes(in plan: SpeechPlan) -> [String] {
    func described(_ name: Grammar.Soundalike.Name) -> String {
      let words = name.words.joined(separator: " ")
      return words == name.identifier.lowercased() ? "\"\(words)\"" : "\"\(words)\" (\(name.identifier))"
    }
    return plan.grammar.grammar.soundalikes(by: plan.lexicon).map { found in
      "\(found.other.location): \(described(found.other)) of the list \"\(found.list)\" sounds like \(described(found.first))"
        + " at \(found.first.location), so that a person can only type which one is meant; give one of them another spoken form"
    }
  }

  /// The summary as one line of JSON.
  public var json: String { jsonLine }

  /// The summary as lines of text.
  public var lines: [String] {
    let calls =
      wake.isEmpty
      ? "no wake phrase; the phrases of the intents are spotted directly"
      : "wake: " + wake.map { "\"\($0)\"" }.joined(separator: ", ")
    let understood = sentences.map { "\($0)" } ?? "more than \(SpeechPlanner.maxInvocationPhrases)"
    return [calls]
      + intents.map { intent in
        let parameters = intent.parameters.isEmpty ? "" : ", parameters: \(intent.parameters.joined(separator: ", "))"
        return "\(intent.name): \(intent.phrases) phrase\(intent.phrases == 1 ? "" : "s")\(parameters)"
      } + ["understands \(understood) sentence\(sentences == 1 ? "" : "s") from \(words) word\(words == 1 ? "" : "s")"]
      + guessed.map(\.line) + warnings.map { "warning: \($0)" }
  }
}
