import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The evidence about a sentence", .serialized)
struct EvidenceTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"

  private func heard(_ recording: String, _ phrases: [String]) throws -> Interpretation {
    let model = try AcousticModel(directory: Self.folder + "/en-us")
    let grammar = try CompiledGrammar(
      Grammar(phrases: phrases.map { .init(intent: "Test", template: try Template($0), text: $0) }))
    let lookup = PronunciationLookup(
      dictionary: try PronunciationDictionary(path: Self.folder + "/cmudict-en-us.dict"), phones: model.phones)
    let recognizer = CommandRecognizer(model: model)
    try recognizer.setGrammar(
      grammar, wakePhrases: [], lexicon: try lookup.pronunciations(of: grammar.words, hints: [:]).lexicon)
    let understanding = try recognizer.recognize(RawRecording.samples(of: recording), from: .command)
    guard case .understood(let interpretation) = understanding else { throw UnexpectedRejection(understanding: understanding) }
    return interpretation
  }

  private struct UnexpectedRejection: Error { let understanding: Understanding }

  @Test("A sentence has the same evidence beside a sentence in which the word before ends with another phone")
  func otherSentences() throws {
    let alone = try heard("human/go-forward.flac", ["go forward ten meters"])
    let beside = try heard("human/go-forward.flac", ["go forward ten meters", "go data ten meters"])
    #expect(beside.text == "go forward ten meters")
    #expect(beside.evidence == alone.evidence)
  }
}
