public import PocketSphinx

/// Recognizes whole utterances for a turn loop.
///
/// `CommandRecognizer` is the built-in implementation. Another one may use a different decoder and match its words with
/// `CompiledGrammar`; the turn loop's actor makes all calls, one at a time.
public protocol UtteranceRecognizer: AnyObject {
  /// Whether interpretations have the silence after their words, which tells a noise that interrupts it from the next word.
  var measuresSilence: Bool { get }

  /// Sets the grammar from the next utterance on, with or without one of the wake phrases first.
  ///
  /// - Parameter lexicon: The pronunciations of the words.
  /// - Throws: An error of the words; the previous grammar then stays in use.
  nonisolated(nonsending) func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) async throws

  /// Returns whether an utterance of 16 kHz mono samples ends with speech, much sooner than it would be recognized.
  ///
  /// An utterance that ends with speech is not recognized when a sound follows it, or when it seems to have faded.
  ///
  /// - Throws: A failure of the recognizer.
  func hasSpeech(atEndOf samples: [Int16]) throws -> Bool

  /// Recognizes one utterance of 16 kHz mono samples.
  ///
  /// - Throws: A failure of the recognizer; an utterance that it does not understand is `Understanding.rejected`.
  nonisolated(nonsending) func recognize(
    _ samples: [Int16], from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding
}

extension UtteranceRecognizer {
  /// The default: the silence is not measured, and an utterance is not recognized when a sound interrupts a silence.
  public var measuresSilence: Bool { false }

  /// The default: the end of an utterance is not examined, so that it is recognized.
  public func hasSpeech(atEndOf samples: [Int16]) throws -> Bool { false }
}
