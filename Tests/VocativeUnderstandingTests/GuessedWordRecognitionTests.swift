import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Recognition of guessed words", .serialized)
struct GuessedWordRecognitionTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"
  private static let names = ["Priya", "Xochitl", "Saoirse", "Caoimhe", "Iolo"]
  private static let devices = ["smartplug", "xylotron", "aircleaner"]

  /// A recognizer of commands with names and devices that no dictionary has and that only have guesses.
  private static func recognizer() throws -> CommandRecognizer {
    let model = try AcousticModel(directory: folder + "/en-us")
    let phrases = [("Call", "call {who} [please]"), ("TurnOn", "turn on the {device}"), ("TurnOff", "turn off the {device}")]
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: phrases.map { .init(intent: $0, template: try Template($1), text: $1) },
        lists: [
          "who": names.map { .init(identifier: $0, spoken: [.literal($0)]) },
          "device": devices.map { .init(identifier: $0, spoken: [.literal($0)]) },
        ]))
    let lookup = PronunciationLookup(
      dictionary: try PronunciationDictionary(path: folder + "/cmudict-en-us.dict"), phones: model.phones)
    let found = try lookup.pronunciations(of: grammar.words.union(["hey", "assistant"]), hints: [:])
    for word in (names + devices).flatMap(SpokenText.words) { #expect(found.sources[word]?.isGuess == true, "\(word)") }
    let recognizer = CommandRecognizer(model: model)
    try recognizer.setGrammar(grammar, wakePhrases: [["hey", "assistant"]], lexicon: found.lexicon)
    return recognizer
  }

  @Test(
    "The voice's own pronunciation of the word is close enough to the guess",
    arguments: [
      ("call Priya please", "Call", "Priya"), ("call Saoirse please", "Call", "Saoirse"), ("call Iolo please", "Call", "Iolo"),
      ("call Xochitl please", "Call", "Xochitl"),
      ("turn on the smartplug", "TurnOn", "smartplug"), ("turn off the xylotron", "TurnOff", "xylotron"),
    ], ["slt", "rms"])
  func guessedWords(request: (text: String, intent: String, value: String), voice: String) async throws {
    let samples = try await SynthesizedSpeech.samples(of: request.text, voice: voice)
    guard case .understood(let heard) = try Self.recognizer().recognize(samples, from: .command) else {
      Issue.record("\(request.text) was not understood")
      return
    }
    #expect(heard.intent == request.intent)
    #expect(Array(heard.slots.values) == [request.value])
  }
}
