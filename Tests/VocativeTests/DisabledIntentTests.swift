import AssistantTestSupport
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

/// A recognizer that hears "turn on the light", but hardly prefers it over another sentence.
private final class UnclearRecognizer: UtteranceRecognizer {
  private let rival: String?
  private var grammar: CompiledGrammar?

  init(rival: String?) { self.rival = rival }

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    guard let heard = interpretation("turn on the light") else { return .rejected(Rejection(.notAPhrase)) }
    let rival = rival.flatMap(interpretation).map {
      Interpretation.Rival(text: $0.text, intent: $0.intent, slots: $0.slots, margin: 3)
    }
    return .understood(heard.contested(by: rival))
  }

  private func interpretation(_ text: String) -> Interpretation? {
    grammar?.match(SpokenText.words(of: text)).map { Interpretation(text: text, match: $0, confidence: 1) }
  }
}

@Suite("Disabled intents in questions", .serialized)
struct DisabledIntentTests {
  /// The first answer to "turn on the light" by voice.
  private func answer(
    of files: [String: String], disabled: Set<String>, rival: String? = nil
  ) async throws -> String? {
    let folder = try TemporaryFolder()
    let assistants = try files.sorted { $0.key < $1.key }.map { name, intents in
      try IntentsFile.load(path: folder.write("wake: [hey assistant]\nintents:\n" + intents, to: name + ".intents.yaml"))
    }
    let synthesizer = RecordingSynthesizer()
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: synthesizer)
    stages.recognizer = UnclearRecognizer(rival: rival)
    let loop = TurnLoop(
      runtime: IntentRuntime(assistants: assistants, logger: .silent), stages: stages, logger: .silent, notify: { _ in })
    await loop.setDisabledIntents(disabled)
    let silence = [Int16](repeating: 0, count: 16_000)
    try await loop.run(SampleSource(try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + silence))
    return synthesizer.texts.first
  }

  private static let lamp = """
      LightOn:
        phrases: [turn on the light]
        response: The light is on.
      LightOff:
        phrases: [turn off the light]
        response: The light is off.
    """

  @Test(
    "A question does not offer a disabled request, and the request that sounds like it is not performed either",
    arguments: [
      ([], "On or off?"), (["Other"], "On or off?"), (["LightOff"], "I didn't catch that."),
      (["LightOn"], "I didn't catch that."),
    ] as [(Set<String>, String)])
  func rival(disabled: Set<String>, answer: String) async throws {
    #expect(try await self.answer(of: ["lamp": Self.lamp], disabled: disabled, rival: "turn off the light") == answer)
  }

  @Test(
    "An assistant whose request is disabled is not a choice for a sentence that several assistants have",
    arguments: [
      ([], "Garden or Lamp?"), (["LightOn"], "The garden is lit."), (["GardenOn"], "The light is on."),
    ] as [(Set<String>, String)])
  func homonym(disabled: Set<String>, answer: String) async throws {
    let garden = "  GardenOn:\n    phrases: [turn on the light]\n    response: The garden is lit.\n"
    #expect(try await self.answer(of: ["garden": garden, "lamp": Self.lamp], disabled: disabled) == answer)
  }
}
