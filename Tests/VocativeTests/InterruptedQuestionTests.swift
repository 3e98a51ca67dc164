import AssistantTestSupport
import PocketSphinx
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

/// A recognizer that hears "safe to spend" in all speech, if that is expected.
private final class SpendRecognizer: UtteranceRecognizer {
  private var grammar: CompiledGrammar?

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    guard let match = grammar?.match(["safe", "to", "spend"]) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(Interpretation(text: "safe to spend", match: match, confidence: 1))
  }
}

@Suite("Questions that something else than an answer ends", .serialized)
struct InterruptedQuestionTests {
  /// Decides in the order of the calls.
  private final class OtherRooms: TurnArbiter {
    private let decisions: Mutex<[Bool]>

    init(_ decisions: [Bool]) { self.decisions = Mutex(decisions) }

    func didHear(_ call: TurnCall) {}
    func mayAnswer(_ call: TurnCall) async -> Bool { decisions.withLock { $0.isEmpty ? true : $0.removeFirst() } }
  }

  private final class Ear: DispatchObserver {
    private let reasons = Mutex<[EndReason?]>([])
    var ended: [EndReason?] { reasons.withLock { $0 } }

    func didComplete(_ interaction: Interaction) async {}
    func didEnd(_ interaction: Interaction) async { reasons.withLock { $0.append(interaction.reason) } }
  }

  private static func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * 16_000)) }

  private let synthesizer = RecordingSynthesizer()

  private func assistant() throws -> Assistant {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      wake: [hey assistant]
      intents:
        Spend:
          phrases: ["safe to spend"]
          parameters:
            goal: { list: goals, required: true, prompt: "For which goal?" }
          response: "Asked about {{goal}}."
        Coffee:
          phrases: ["coffee expense"]
          response: "There is some coffee left."
        Vault:
          phrases: ["open the vault"]
          authentication: required
          response: "It is open."
      lists:
        goals: ["vacation goal", "ring goal"]
      """, to: "spend.intents.yaml")
    return try IntentsFile.load(path: file)
  }

  private func loop(
    arbiter: (any TurnArbiter)? = nil, observers: [any DispatchObserver] = [],
    recognizer: sending (any UtteranceRecognizer)? = nil
  ) throws -> TurnLoop {
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: synthesizer)
    stages.arbiter = arbiter
    stages.recognizer = recognizer
    let runtime = IntentRuntime(
      assistant: try assistant(), observers: observers, unlock: Unlock(passphrase: "seven green bottles"), logger: .silent)
    return TurnLoop(runtime: runtime, stages: stages, logger: .silent, notify: { _ in })
  }

  @Test(
    "Another request after the wake phrase is performed instead of the one that asks; without the wake phrase, the question stays open",
    arguments: [
      ("money/slt-breath-vacation-goal.wav", "For which goal?"),
      ("refused/slt-no-wake-phrase-vacation-goal.flac", "I didn't catch that. For which goal?"),
    ])
  func spokenInstead(recording: String, dialog: String) async throws {
    let loop = try loop(recognizer: SpendRecognizer())
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + Self.silence(0.5)
    try await loop.run(SampleSource(request + RawRecording.samples(of: recording) + Self.silence(1)))
    #expect(synthesizer.texts.first == "For which goal?")
    #expect(synthesizer.texts.dropFirst().first?.hasPrefix(dialog) == true, "\(synthesizer.texts)")
  }

  @Test("A typed request instead of an answer is performed, and drops the question")
  func typedInstead() async throws {
    let assistant = try AskedAssistant(assistant())
    #expect(
      try await assistant.dialogs(for: "safe to spend", "coffee expense", "vacation goal") == [
        "For which goal?", "There is some coffee left.", "I didn't catch that.",
      ])
  }

  @Test("If another room answers the next call, the question of this room is dropped")
  func otherRoom() async throws {
    let loop = try loop(arbiter: OtherRooms([true, false]))
    let question = try RawRecording.samples(of: "money/slt-breath-safe-to-spend-noise.flac") + Self.silence(0.5)
    let call = try RawRecording.samples(of: "refused/slt-wake-phrase-only.flac") + Self.silence(8)
    try await loop.run(SampleSource(question + call))
    #expect(synthesizer.texts == ["For which goal?"])
    #expect(try await loop.trigger("vacation goal").rejections == ["not-a-phrase"])
  }

  @Test("A private question of another program that an utterance drops is recorded")
  func droppedPrivateQuestion() async throws {
    let ear = Ear()
    let loop = try loop(observers: [ear], recognizer: SpendRecognizer())
    let gate = Gate()
    async let triggering: Void = {
      await gate.arrived()
      defer { gate.open() }
      _ = try await loop.trigger("open the vault")
    }()
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    try await loop.run(
      SampleSource(Self.silence(1) + request + Self.silence(1)) { position in
        if position == 8_000 { gate.wait() }
      })
    try await triggering
    #expect(synthesizer.texts.prefix(2) == ["What's the passphrase?", "For which goal?"])
    #expect(ear.ended == [.declined])
  }

  @Test(
    "A typed question that waits is dropped and recorded when the loop begins to listen, or gets another runtime",
    arguments: [false, true])
  func droppedByBeginning(isReplaced: Bool) async throws {
    let ear = Ear()
    let loop = try loop(observers: [ear])
    _ = try await loop.trigger("safe to spend")
    if isReplaced {
      try await loop.replaceRuntime(IntentRuntime(assistant: assistant(), logger: .silent))
    } else {
      try await loop.run(SampleSource(Self.silence(1)))
    }
    #expect(ear.ended == [.declined])
    #expect(try await loop.trigger("vacation goal").rejections == ["not-a-phrase"])
  }
}
