import Foundation
import PocketSphinx
public import VocativeIntents

/// What was loaded of an assistant, for its author.
public struct AssistantSummary: Encodable, Equatable, Sendable {
  /// An intent, with how often it can be asked for.
  public struct Intent: Encodable, Equatable, Sendable {
    /// The intent's name.
    public let name: String
    /// How many phrases were written for it.
    public let phrases: Int
    /// Its parameters' names.
    public let parameters: [String]
  }

  /// The wake phrases.
  public let wake: [String]
  /// The intents in the author's order.
  public let intents: [Intent]
  /// Sentences that are understood; nil when there are more than are listened for one by one.
  public let sentences: Int?
  /// Dictionary words the assistant needs.
  public let words: Int
  /// Words whose pronunciations nobody wrote down, in alphabetical order.
  public let guessed: [GuessedWord]
  /// What can't be used as it was written, in words.
  public let warnings: [String]

  /// A word whose pronunciations were worked out, and where it is.
  public struct GuessedWord: Encodable, Equatable, Sendable {
    /// How it will be heard.
    public let pronunciation: WordPronunciation
    /// What uses it, in words.
    public let use: String
    /// Where that stands; nil for what comes from a program.
    public let location: String?

    /// The word, how it will be heard, and what to do about an uncertain guess.
    public var line: String {
      let place = location.map { "\($0): " } ?? ""
      let line = "\(place)\(pronunciation.line), in \(use)"
      return pronunciation.isUncertain ? "\(line); say how it sounds with a pronunciation hint" : line
    }
  }

  /// A summary of an assistant and its speech plan.
  public init(assistant: Assistant, plan: SpeechPlan) {
    wake = assistant.wakePhrases
    intents = assistant.intents.map {
      Intent(name: $0.name, phrases: $0.phrases.count, parameters: $0.parameters.map(\.name))
    }
    warnings = plan.warnings
    sentences = plan.grammar.allSentences(limit: SpeechPlanner.mostInvocationPhrases)?.count
    words = plan.lexicon.pronunciations.count
    guessed = plan.lexicon.pronunciations.keys.sorted().compactMap { word in
      guard let pronunciation = WordPronunciation(word, in: plan.lexicon, plan.sources), pronunciation.isGuess else { return nil }
      let use = plan.grammar.grammar.firstUse(of: word)
      return GuessedWord(
        pronunciation: pronunciation, use: use?.description ?? "a wake phrase",
        location: (use?.location ?? (use == nil ? assistant.location : nil))?.description)
    }
  }

  /// The summary as one line of JSON.
  public var json: String { jsonLine }

  /// The summary for people.
  public var lines: [String] {
    let calls =
      wake.isEmpty
      ? "no wake phrase: the phrases themselves are listened for" : wake.map { "\"\($0)\"" }.joined(separator: ", ")
    let understood = sentences.map { "\($0)" } ?? "more than \(SpeechPlanner.mostInvocationPhrases)"
    return ["wake: \(calls)"]
      + intents.map { intent in
        let parameters = intent.parameters.isEmpty ? "" : ", parameters: \(intent.parameters.joined(separator: ", "))"
        return "\(intent.name): \(intent.phrases) phrase\(intent.phrases == 1 ? "" : "s")\(parameters)"
      } + ["understands \(understood) sentence\(sentences == 1 ? "" : "s") from \(words) word\(words == 1 ? "" : "s")"]
      + guessed.map(\.line) + warnings.map { "warning: \($0)" }
  }
}
