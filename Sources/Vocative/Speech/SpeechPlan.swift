public import PocketSphinx
public import VocativeDetection
public import VocativeUnderstanding

/// What detection and understanding need to hear an assistant's phrases, made from its grammar.
public struct SpeechPlan: Sendable {
  /// The grammar, compiled.
  public let grammar: CompiledGrammar
  /// What is listened for all the time.
  public package(set) var keyphrases: [Keyphrase]
  /// The wake phrases in dictionary words.
  public let wakePhrases: [[String]]
  /// How the assistant knows that it is spoken to.
  public var addressing: Addressing {
    !wakePhrases.isEmpty ? .wakePhrase : keyphrases.isEmpty ? .anySpeech : .invocation
  }

  /// How an assistant knows that it is spoken to.
  public enum Addressing: Equatable, Sendable {
    /// A wake phrase comes first.
    case wakePhrase
    /// There is no wake phrase, and few enough sentences to listen for each.
    case invocation
    /// There is no wake phrase, and too many sentences: whatever is said is decoded, and nearly all of it rejected in silence.
    case anySpeech
  }

  /// How every word is said.
  public let lexicon: Lexicon
  /// Where the pronunciations of each word come from.
  public let sources: [String: PronunciationSource]
  /// What could not be made speakable, in words for the log.
  public let warnings: [String]

  /// The plan with only some of its keyphrases, by their texts.
  public func listening(for texts: Set<String>) -> SpeechPlan {
    var plan = self
    plan.keyphrases.removeAll { !texts.contains($0.text) }
    return plan
  }
}

/// A word that nobody knows how to say, where the author must mend it.
public struct UnknownWordError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The word.
  public let word: String
  /// What uses it, in words for a message.
  public let use: String
  /// Where; nil for what was declared in Swift.
  public let location: Grammar.Location?

  /// The place, the word and what to do.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    return place
      + "the word \"\(word)\" in \(use) is not in the dictionary and cannot be guessed from its letters; say how it sounds, "
      + "in an intents file with pronunciations: { \"\(word)\": \"…\" }, or in \(UserDictionaryFile.path)"
  }
}
