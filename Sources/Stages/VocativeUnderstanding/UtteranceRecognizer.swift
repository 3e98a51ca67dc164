public import PocketSphinx

/// Understands whole utterances: what a turn loop hears commands with.
///
/// `CommandRecognizer` is the one that comes with Vocative. Another may decode with something else and match the words with
/// `CompiledGrammar`; it is only ever asked from the turn loop's own actor, one thing at a time.
public protocol UtteranceRecognizer: AnyObject {
  /// Understands this grammar from the next utterance on, alone or behind one of the wake phrases.
  ///
  /// - Parameter lexicon: How the words are said.
  /// - Throws: What is wrong with the words; the grammar that was understood before still is.
  nonisolated(nonsending) func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) async throws

  /// Understands one utterance of 16 kHz mono samples.
  ///
  /// - Throws: What keeps the recogniser from working at all; what is not understood is `Understanding.rejected`.
  nonisolated(nonsending) func recognize(
    _ samples: [Int16], from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding
}
