import PocketSphinx
import VocativeUnderstanding

extension CommandRecognizer {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"

  /// Returns a recogniser of phrases of one intent, with or without "hey assistant" before them.
  ///
  /// - Parameter lists: The values of slots by the slot's name.
  static func forPhrases(_ phrases: [String], lists: [String: [String]] = [:]) throws -> CommandRecognizer {
    let model = try AcousticModel(directory: folder + "/en-us")
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: phrases.map { .init(intent: "Test", template: try Template($0), text: $0) },
        lists: lists.mapValues { $0.map { .init(identifier: $0, spoken: [.literal($0)]) } }))
    let lookup = PronunciationLookup(
      dictionary: try PronunciationDictionary(path: folder + "/cmudict-en-us.dict"), phones: model.phones)
    let recognizer = CommandRecognizer(model: model)
    try recognizer.setGrammar(
      grammar, wakePhrases: [["hey", "assistant"]],
      lexicon: try lookup.pronunciations(of: grammar.words.union(["hey", "assistant"]), hints: [:]).lexicon)
    return recognizer
  }
}
