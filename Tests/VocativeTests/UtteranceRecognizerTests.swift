import Logging
import Money
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

/// Takes whatever is said for the same words, as a recogniser on another machine might.
private final class ScriptedRecognizer: UtteranceRecognizer {
  private let words: [String]
  private let silenceAfter: Double?
  private var grammar: CompiledGrammar?

  init(_ words: [String], silenceAfter: Double? = nil) { (self.words, self.silenceAfter) = (words, silenceAfter) }

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    guard let match = grammar?.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(
      Interpretation(text: words.joined(separator: " "), match: match, confidence: 1, silenceAfter: silenceAfter))
  }
}

@Suite("A recogniser of another kind", .serialized)
struct UtteranceRecognizerTests {
  @Test("Takes the place of the one that comes with Vocative, and what it understands is done")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(path: folder.path + "/money.sqlite"))
    let pipeline = try TestPipeline(assistant: assistant, recognizer: ScriptedRecognizer(["coffee", "expense"]))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await pipeline.play(
      AudioFileSource(path: Recording.folder + "/money/slt-breath-vacation-goal.wav", logger: logger))
    #expect(pipeline.events.understood.map(\.intent) == ["ExpenseLeft"])
    #expect(pipeline.events.responses.map(\.code) == [.success])
  }

  /// Seconds into the audio at which the command is answered, with a fan that goes on where the voice stops.
  private func answerTime(silenceAfter: Double?) async throws -> Double {
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(path: folder.path + "/money.sqlite"))
    let pipeline = try TestPipeline(
      assistant: assistant, recognizer: ScriptedRecognizer(["coffee", "expense"], silenceAfter: silenceAfter))
    let speech = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    // 46 dB under full scale at first, and 20 dB louder from the voice on.
    let fan = SyntheticAudio.noise(count: speech.count + 5 * 16_000).enumerated().map { index, noise in
      Int(noise) / (index < 8000 ? 1000 : 100)
    }
    let samples = fan.enumerated().map { index, noise in
      Int16(clamping: noise + (index < speech.count ? Int(speech[index]) : 0))
    }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await pipeline.play(AudioFileSource(path: SoundFiles.write(samples, rate: 16_000), logger: logger))
    return try #require(pipeline.events.first { if case .understood = $0.kind { true } else { false } }).time
  }

  @Test("Where the speech has faded into a loud room, it is not answered while there are words that are only fainter")
  func fainterWords() async throws {
    let silent = try await answerTime(silenceAfter: 0.5)
    #expect(try await answerTime(silenceAfter: nil) == silent, "who does not listen for silence is believed")
    let speaking = try await answerTime(silenceAfter: 0.1)
    #expect(speaking > silent + 0.5)
  }
}
