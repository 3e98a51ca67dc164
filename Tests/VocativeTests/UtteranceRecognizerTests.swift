import AssistantTestSupport
import Logging
import Money
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

/// A recognizer that returns the same words for all speech, as a recognizer on another machine might.
private final class ScriptedRecognizer: UtteranceRecognizer {
  private let words: [String]
  private let silenceAfter: Double?
  private let endsWithSpeech: Bool
  private var grammar: CompiledGrammar?

  init(_ words: [String], silenceAfter: Double? = nil, endsWithSpeech: Bool = false) {
    (self.words, self.silenceAfter, self.endsWithSpeech) = (words, silenceAfter, endsWithSpeech)
  }

  func hasSpeech(atEndOf samples: [Int16]) -> Bool { endsWithSpeech }

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    guard let match = grammar?.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(
      Interpretation(text: words.joined(separator: " "), match: match, confidence: 1, silenceAfter: silenceAfter))
  }
}

/// A recognizer that has no pronunciation for the name "boat", which appears while a question is asked.
private final class NarrowRecognizer: UtteranceRecognizer {
  private struct UnknownName: Error {}

  private let names: GrowingAssistant.Names
  private var grammar: CompiledGrammar?
  private var wasAsked = false

  init(_ names: GrowingAssistant.Names) { self.names = names }

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) throws {
    guard grammar.match(["boat", "goal"]) == nil else { throw UnknownName() }
    wasAsked = wasAsked || self.grammar != nil
    self.grammar = grammar
  }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    let words = wasAsked ? ["vacation", "goal"] : ["one", "goal"]
    guard let match = grammar?.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    if !wasAsked { names.add("boat") }
    return .understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
  }
}

@Suite("A custom recognizer", .serialized)
struct UtteranceRecognizerTests {
  @Test("A custom recognizer replaces the built-in one, and its results are performed")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    let pipeline = try TestPipeline(assistant: assistant, recognizer: ScriptedRecognizer(["coffee", "expense"]))
    let logger = Logger.silent
    try await pipeline.play(
      AudioFileSource(path: Recording.folder + "/money/slt-breath-vacation-goal.wav", logger: logger))
    #expect(pipeline.events.understood.map(\.intent) == ["ExpenseLeft"])
    #expect(pipeline.events.responses.map(\.code) == [.success])
  }

  /// The time in seconds at which the command is answered, with a fan that continues after the voice.
  private func answerTime(silenceAfter: Double?, endsWithSpeech: Bool = false) async throws -> Double {
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    let pipeline = try TestPipeline(
      assistant: assistant,
      recognizer: ScriptedRecognizer(["coffee", "expense"], silenceAfter: silenceAfter, endsWithSpeech: endsWithSpeech))
    let speech = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    // The fan is 46 dB below full scale, and 20 dB louder from the middle of the voice on: it counts as the room's noise after 3 s.
    let fan = SyntheticAudio.noise(count: speech.count + 5 * 16_000).enumerated().map { index, noise in
      Int(noise) / (index < 24_000 ? 1000 : 100)
    }
    let samples = fan.enumerated().map { index, noise in
      Int16(clamping: noise + (index < speech.count ? Int(speech[index]) : 0))
    }
    let logger = Logger.silent
    try await pipeline.play(AudioFileSource(path: SoundFiles.write(samples, rate: 16_000), logger: logger))
    return try #require(pipeline.events.first { if case .understood = $0.kind { true } else { false } }).time
  }

  @Test("A command that fades into loud noise is not answered while fainter words continue")
  func fainterWords() async throws {
    let silent = try await answerTime(silenceAfter: 0.5)
    #expect(try await answerTime(silenceAfter: nil) == silent, "a recognizer that does not measure silence is trusted")
    let speaking = try await answerTime(silenceAfter: 0.1)
    #expect(speaking > silent + 0.5)
    let goingOn = try await answerTime(silenceAfter: 0.5, endsWithSpeech: true)
    #expect(goingOn > silent + 0.5, "what ends with speech is not recognized")
  }

  @Test("If the phrases cannot be updated after a question, the former phrases are understood, and not only its answers")
  func failureAfterQuestion() async throws {
    let names = GrowingAssistant.Names(["vacation"])
    var dependencies = Dependencies()
    dependencies.add(names)
    let assistant = try Assistant(name: "growing", wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(GrowingAssistant.Show.self, phrases: ["\(\.$thing) goal", "one goal"])
    }
    let pipeline = try TestPipeline(assistant: assistant, recognizer: NarrowRecognizer(names))
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    // The question is asked twice.
    let silence = [Int16](repeating: 0, count: 20 * 16_000)
    try await pipeline.play(SampleSource(request + silence + request + silence))
    #expect(pipeline.spokenTexts.first == "Which thing?")
    #expect(pipeline.events.contains { if case .error = $0.kind { true } else { false } })
    #expect(pipeline.events.understood.last?.slots == ["thing": "vacation"])
    #expect(pipeline.spokenTexts.last == "Here is vacation.")
  }
}
