import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Clarification between two sentences")
struct ClarificationTests {
  private enum State: String, ParameterEnum {
    case on, off
    static let title = "State"
  }

  private struct Switch: Intent {
    static let title = "Switch"
    @Parameter(title: "State") var state: State
    func perform() async throws -> IntentResponse { .success("The lamp is \(state.rawValue).") }
  }

  private struct Greet: Intent {
    static let title = "Greet"
    func perform() async throws -> IntentResponse { .success("Hello.") }
  }

  private struct Erase: Intent {
    static let title = "Erase"
    func confirm() async throws -> IntentResponse { .ready("Shall I erase everything?") }
    func perform() async throws -> IntentResponse { .success("Everything is gone.") }
  }

  private final class Events: Sendable {
    private let kept = Mutex<[TurnEvent.Kind]>([])
    var all: [TurnEvent.Kind] { kept.withLock { $0 } }
    func add(_ event: TurnEvent.Kind) { kept.withLock { $0.append(event) } }
  }

  private let events = Events()
  private let contested = Interpretation(
    text: "turn on the lamp", intent: "Switch", slots: ["state": "on"], confidence: 0.9
  ).contested(by: .init(text: "turn off the lamp", intent: "Switch", slots: ["state": "off"], margin: 3))

  private let runtime: IntentRuntime

  init() throws {
    let assistant = try Assistant(name: "lamp", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Switch.self, phrases: ["turn \(\.$state) the lamp"])
      IntentDefinition(Greet.self, phrases: ["good morning"])
      IntentDefinition(Erase.self, phrases: ["erase everything"])
    }
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name),
      logger: .silent)
  }

  private func receive(_ understanding: Understanding, _ conversation: inout Conversation) async -> String? {
    await conversation.receive(understanding) { [events] in events.add($0.event) }.dialog
  }

  /// The understanding of a text with the grammar for the question.
  private func answer(_ text: String, _ conversation: Conversation) async throws -> Understanding {
    let grammar = try CompiledGrammar(conversation.expected(in: try await runtime.grammar()))
    guard let match = grammar.match(SpokenText.words(of: text)) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(Interpretation(text: text, match: match, confidence: 1))
  }

  @Test(
    "Neither request is performed until the person chooses",
    arguments: ["off", "i said off", "turn off the lamp", "the second one"])
  func asked(reply: String) async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    #expect(await receive(.understood(contested), &conversation) == "On or off?")
    #expect(events.all == [.asked(dialog: "On or off?", parameter: "state")])
    #expect(await receive(try await answer(reply, conversation), &conversation) == "The lamp is off.")
    #expect(
      events.all.contains(.understood(text: "turn off the lamp", intent: "Switch", slots: ["state": "off"], confidence: 1)))
    #expect(!conversation.expectsAnswer)
  }

  @Test("The question can be cancelled, and then neither request is performed")
  func cancelled() async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    _ = await receive(.understood(contested), &conversation)
    let dialog = await receive(try await answer("never mind", conversation), &conversation)
    #expect(dialog?.contains("lamp") == false)
    #expect(!conversation.expectsAnswer)
  }

  @Test("Another request that is heard instead of an answer is performed, and neither of the two that sound alike")
  func anotherRequest() async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    _ = await receive(.understood(contested), &conversation)
    let other = Interpretation(text: "good morning", intent: "Greet", slots: [:], confidence: 0.9)
    #expect(await receive(.understood(other), &conversation) == "Hello.")
    #expect(!conversation.expectsAnswer)
  }

  @Test("An answer that is ambiguous again is not performed")
  func contestedAnswer() async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    _ = await receive(.understood(contested), &conversation)
    let again = Interpretation(text: "on", intent: "Switch", slots: ["clarification": "0"], confidence: 0.9)
      .contested(by: .init(text: "off", intent: "Switch", slots: ["clarification": "1"], margin: 1))
    let dialog = await receive(.understood(again), &conversation)
    #expect(dialog?.contains("On or off?") == true)
    #expect(conversation.expectsAnswer)
  }

  @Test(
    "A doubtful answer to a confirmation neither performs nor declines the request", arguments: [("yes", "no"), ("no", "yes")])
  func contestedConfirmation(heard: String, rival: String) async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    let erase = Interpretation(text: "erase everything", intent: "Erase", slots: [:], confidence: 0.9)
    #expect(await receive(.understood(erase), &conversation) == "Shall I erase everything?")
    let answer = Interpretation(text: heard, intent: "Erase", slots: ["confirmation": heard], confidence: 0.9)
    let doubtful = answer.contested(by: .init(text: rival, intent: "Erase", slots: ["confirmation": rival], margin: 1))
    #expect(await receive(.understood(doubtful), &conversation)?.contains("Shall I erase everything?") == true)
    #expect(conversation.expectsAnswer)
    let reply = await receive(.understood(answer), &conversation)
    #expect(reply == (heard == "yes" ? "Everything is gone." : "All right, I won't."))
  }
}
