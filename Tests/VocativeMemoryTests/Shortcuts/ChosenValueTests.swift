import Foundation
import Synchronization
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Values that a resolver chooses")
struct ChosenValueTests {
  /// The candles that burn, which a test changes.
  private final class Candles: Sendable {
    let burning = Mutex<[String]>([])
  }

  private struct Candle: Entity, Equatable {
    let id: String
    var displayName: String { id }
    static let defaultQuery = CandleQuery()

    struct CandleQuery: EntityQuery {
      @Dependency private var candles: Candles
      func allEntities() async throws -> [Candle] { candles.burning.withLock { $0.map(Candle.init) } }
    }

    static func resolution(of candle: Candle?, among candles: Candles) -> Resolution<Candle> {
      if let candle { return .success(candle) }
      let all = candles.burning.withLock { $0.map(Candle.init) }
      guard let first = all.first else { return .unsupported(reason: "No candle burns.") }
      return all.count == 1 ? .success(first) : .disambiguation(among: all)
    }
  }

  private struct BlowOut: Intent {
    static let title = "Blow out a candle"
    static let resolvers = [
      ParameterResolver<BlowOut>(\.$candle) { intent, candle in Candle.resolution(of: candle, among: intent.candles) }
    ]
    @Parameter(title: "Candle") var candle: Candle
    @Dependency private var candles: Candles
    func perform() async throws -> IntentResponse { .success("The \(candle.id) candle is out.") }
  }

  private struct Move: Intent {
    static let title = "Move a candle"
    static let resolvers = [
      ParameterResolver<Move>(\.$candle) { intent, candle in Candle.resolution(of: candle, among: intent.candles) },
      ParameterResolver<Move>(\.$steps) { intent, steps in
        guard let steps else { return .needsValue(dialog: "How far is the \(intent.candle.id) one?") }
        return .success(steps)
      },
    ]
    @Parameter(title: "Candle") var candle: Candle
    @Parameter(title: "Steps", prompt: "How far?", in: 1...9) var steps: Int
    @Dependency private var candles: Candles
    func confirm() async throws -> IntentResponse { .ready("Move the \(candle.id) candle?") }
    func perform() async throws -> IntentResponse { .success("The \(candle.id) candle moves \(steps).") }
  }

  private let candles = Candles()
  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    var dependencies = Dependencies()
    dependencies.add(candles)
    let assistant = try Assistant(name: "test", wakePhrases: [], dependencies: dependencies) {
      IntentDefinition(BlowOut.self, phrases: ["blow out the candle", "blow out the \(\.$candle) candle"])
      IntentDefinition(Move.self, phrases: ["move the candle [by \(\.$steps)]"])
      ShortcutIntents.feature
    }
    runtime = IntentRuntime(
      assistant: assistant, memory: memory, observers: [DonationObserver(donations: memory.donations, logger: .silent)],
      logger: .silent)
  }

  private func outcome(of sentence: String, answering question: IntentQuestion? = nil) async throws -> IntentOutcome {
    var grammar = try await runtime.grammar().removingUnfillablePhrases()
    if let question { grammar = runtime.grammar(answering: question, in: grammar) }
    let match = try #require(try CompiledGrammar(grammar).match(SpokenText.words(of: sentence)))
    let values = Dictionary(match.slots.map { ($0.name, $0.value) }) { $1 }
    var request = IntentRequest(intent: match.intent, values: values, session: "one")
    if let question, case .continues(let answered) = runtime.receive(values, answering: question) { request = answered }
    return await runtime.perform(request)
  }

  private func burn(_ names: String...) { candles.burning.withLock { $0 = names } }

  @Test("A request is learned without the value that its resolver chose, which its events have")
  func learned() async throws {
    for name in ["red", "blue"] {
      burn(name)
      let outcome = try await outcome(of: "blow out the candle")
      #expect(outcome.dialog == "The \(name) candle is out.")
      let dispatch = try #require(outcome.answers.first?.interaction?.dispatch)
      #expect(dispatch.values == ["candle": name])
      #expect(dispatch.shortcut == Shortcut(intent: "BlowOut", values: [:], title: "Blow out a candle"))
    }
    #expect(try await memory.donations.all().map(\.shortcut.values) == [[:], [:]])
  }

  @Test("A shortcut to the latest request chooses anew")
  func shortcut() async throws {
    burn("red")
    _ = try await outcome(of: "blow out the candle")
    let question = try await outcome(of: "make a shortcut").question
    let confirmation = try await outcome(of: "good night", answering: question).question
    #expect(confirmation?.dialog == "Use \"good night\" for blow out a candle?")
    _ = try await outcome(of: "yes", answering: confirmation)
    burn("blue")
    #expect(try await outcome(of: "good night").dialog == "The blue candle is out.")
  }

  @Test("A value that the person said, or chose among several, stays in a shortcut")
  func said() async throws {
    burn("red", "blue")
    let named = try await outcome(of: "blow out the red candle")
    #expect(named.answers.first?.interaction?.dispatch.shortcut.values == ["candle": "red"])
    let question = try await outcome(of: "blow out the candle").question
    #expect(question?.dialog == "Which candle, red or blue?")
    let chosen = try await outcome(of: "blue", answering: question)
    #expect(chosen.answers.first?.interaction?.dispatch.shortcut.values == ["candle": "blue"])
  }

  @Test("A confirmed request keeps the value that its resolver chose, and is learned without it")
  func confirmed() async throws {
    burn("red")
    let question = try await outcome(of: "move the candle by two").question
    #expect(question?.dialog == "Move the red candle?")
    burn("blue", "red")
    let outcome = try await outcome(of: "yes", answering: question)
    #expect(outcome.dialog == "The red candle moves 2.")
    let dispatch = try #require(outcome.answers.first?.interaction?.dispatch)
    #expect(dispatch.values == ["candle": "red", "steps": "2"])
    #expect(dispatch.shortcut.values == ["steps": "2"])
  }

  @Test(
    "A typed request becomes a shortcut whatever there is to choose from", arguments: [[], ["red"], ["red", "blue"]])
  func frozen(names: [String]) async throws {
    candles.burning.withLock { $0 = names }
    let shortcut = try await runtime.freeze("blow out the candle")
    #expect(shortcut == Shortcut(intent: "BlowOut", values: [:], title: "Blow out a candle"))
    #expect(try await runtime.freeze("move the candle by two").values == ["steps": "2"])
    let error = await #expect(throws: FreezingError.self) { try await runtime.freeze("move the candle") }
    #expect(error?.description.contains("is incomplete") == true)
  }
}
