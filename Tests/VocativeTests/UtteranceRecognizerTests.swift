import Logging
import Money
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

/// Takes whatever is said for the same words, as a recogniser on another machine might.
private final class ScriptedRecognizer: UtteranceRecognizer {
  private let words: [String]
  private var grammar: CompiledGrammar?

  init(_ words: [String]) { self.words = words }

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    guard let match = grammar?.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(
      Interpretation(text: words.joined(separator: " "), match: match, confidence: 1, evidence: nil, mayGoOn: false))
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
}
