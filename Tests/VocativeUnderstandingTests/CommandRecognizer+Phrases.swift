import PocketSphinx
import VocativeUnderstanding

extension CommandRecognizer {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"

  /// Returns a recognizer of phrases of one intent, with or without "hey assistant" before them.
  ///
  /// - Parameters:
  ///   - lists: The values of slots by the slot's name.
  ///   - skipWords: The words that may surround each phrase.
  static func forPhrases(
    _ phrases: [String], lists: [String: [String]] = [:], skipping skipWords: Grammar.SkipWords = .none,
    configuration: Configuration = Configuration()
  ) throws -> CommandRecognizer {
    let model = try AcousticModel(directory: folder + "/en-us")
    var source = Grammar(
      phrases: try phrases.map { .init(intent: "Test", template: try Template($0), text: $0) },
      lists: lists.mapValues { $0.map { .init(identifier: $0, spoken: [.literal($0)]) } })
    source.skipWords = skipWords
    let grammar = try CompiledGrammar(source)
    let lookup = PronunciationLookup(
      dictionary: try PronunciationDictionary(path: folder + "/cmudict-en-us.dict"), phones: model.phones)
    let recognizer = CommandRecognizer(model: model, configuration: configuration)
    try recognizer.setGrammar(
      grammar, wakePhrases: [["hey", "assistant"]],
      lexicon: try lookup.pronunciations(of: grammar.spokenWords.union(["hey", "assistant"]), hints: [:]).lexicon
    )
    return recognizer
  }
}
