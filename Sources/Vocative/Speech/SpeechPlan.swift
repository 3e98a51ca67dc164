public import PocketSphinx
public import VocativeDetection
public import VocativeUnderstanding

/// The input of detection and understanding for an assistant's phrases, made from its grammar.
public struct SpeechPlan: Sendable {
  /// The compiled grammar.
  public let grammar: CompiledGrammar
  /// The keyphrases that detection always listens for.
  public package(set) var keyphrases: [Keyphrase]
  /// The wake phrases in dictionary words.
  public let wakePhrases: [[String]]
  /// The way to address the assistant.
  public var addressing: Addressing {
    !wakePhrases.isEmpty ? .wakePhrase : keyphrases.isEmpty ? .anySpeech : .invocation
  }

  /// A way to address an assistant.
  public enum Addressing: Equatable, Sendable {
    /// A wake phrase comes first.
    case wakePhrase
    /// There is no wake phrase, and detection listens for each of the sentences, which are few enough.
    case invocation
    /// There is no wake phrase, and there are too many sentences: all speech is decoded, and nearly all of it silently rejected.
    case anySpeech
  }

  /// The pronunciations of all words.
  public let lexicon: Lexicon
  /// The source of each word's pronunciations.
  public let sources: [String: PronunciationSource]
  /// Warnings about parts that cannot be spoken, for the log.
  public let warnings: [String]

  /// Returns the plan with only the keyphrases that have these texts.
  public func listening(for texts: Set<String>) -> SpeechPlan {
    var plan = self
    plan.keyphrases.removeAll { !texts.contains($0.text) }
    return plan
  }
}

/// An error for words without a pronunciation.
public struct UnknownWordError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The word.
  public let word: String
  /// A description of the part that uses it.
  public let use: String
  /// The place of that part; nil if it is declared in Swift.
  public let location: Grammar.Location?
  /// Further words without a pronunciation, in the order of their places.
  public private(set) var others: [UnknownWordError] = []

  /// The maximum number of words that are reported together.
  static let maxWords = 20

  init(word: String, use: String, location: Grammar.Location?) {
    (self.word, self.use, self.location) = (word, use, location)
  }

  /// Creates the error of several words in the order of their places; nil without words.
  init?(_ words: [UnknownWordError]) {
    let ordered = words.sorted { Grammar.Location.isInOrder($0.location, $1.location) }
    guard let first = ordered.first else { return nil }
    self = first
    others = Array(ordered.dropFirst())
  }

  /// The place of each word, the word and the remedy, one word a line.
  public var description: String { ([self] + others).map(\.line).joined(separator: "\n") }

  private var line: String {
    let place = location.map { "\($0): " } ?? ""
    return place
      + "the word \"\(word)\" in \(use) is not in the dictionary and cannot be guessed from its letters; add a pronunciation, "
      + "in an intents file with pronunciations: { \"\(word)\": \"…\" }, or in \(UserDictionaryFile.path)"
  }
}
