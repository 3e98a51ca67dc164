import Logging
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Shortcuts from other rooms in a grammar")
struct SharedShortcutGrammarTests {
  private struct Spend: Intent {
    static let title = "Safe to spend"
    func perform() async throws -> IntentResponse { .success("Ten dollars.") }
  }

  private struct Call: Intent {
    static let title = "Call"
    @Parameter(title: "Person") var person: Person
    func perform() async throws -> IntentResponse { .success("Calling \(person.name).") }
  }

  private struct Person: Entity {
    struct People: EntityQuery {
      func allEntities() async throws -> [Person] { [Person(id: "alex", name: "Alexandra")] }
    }

    static let defaultQuery = People()
    static let vocabularyKind: Vocabulary.Kind? = .contactName
    let id: String
    let name: String
    var displayName: String { name }
  }

  private let memory: AssistantMemory
  private let runtime: IntentRuntime
  private let log = RecordedLog()
  private let spend = Shortcut(intent: "Spend", values: [:], title: "Safe to spend")

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    let assistant = try Assistant(name: "test", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Spend.self, phrases: ["safe to spend"])
      IntentDefinition(Call.self, phrases: ["call {person}"])
      ShortcutIntents.feature
    }
    runtime = IntentRuntime(
      assistant: assistant, memory: memory, pronunciations: try SpokenDictionary.lookup(),
      logger: log.logger)
  }

  private func entry(_ id: String, _ phrase: String, _ steps: [Shortcut], counter: Int = 1) -> SharedShortcut {
    SharedShortcut(
      id: id, version: ShortcutVersion(counter: counter, author: "hall"), content: .init(phrase: phrase, steps: steps))
  }

  private func understands(_ sentence: String) async throws -> String? {
    let grammar = try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases())
    return grammar.match(SpokenText.words(of: sentence))?.slots.first?.value
  }

  @Test("A phrase from another room is understood with the next request, until it is deleted there")
  func nextRequest() async throws {
    #expect(try await understands("payday") == nil)
    _ = try await memory.shortcuts.merge([entry("one", "payday", [spend])])
    #expect(try await understands("payday") == "one")
    let deletion = SharedShortcut(id: "one", version: ShortcutVersion(counter: 2, author: "hall"), content: nil)
    _ = try await memory.shortcuts.merge([deletion])
    #expect(try await understands("payday") == nil)
  }

  @Test("Unsupported shortcuts are excluded from the grammar, and logged once without their phrases")
  func refused() async throws {
    let unknown = Shortcut(intent: "Fly", values: [:], title: "Fly away")
    _ = try await memory.shortcuts.merge([
      entry("one", "Safe to spend!", [spend], counter: 1), entry("two", "hey assistant", [spend], counter: 2),
      entry("three", "wake мария", [spend], counter: 3), entry("four", "holiday trip", [spend, unknown], counter: 4),
      entry("five", "payday", [spend], counter: 5), entry("six", "uh", [spend], counter: 6),
      entry("seven", "way assistant", [spend], counter: 7),
    ])
    for _ in 0..<3 { #expect(try await understands("payday") == "five") }
    #expect(try await understands("safe to spend") == nil)
    #expect(try await understands("holiday trip") == nil)
    let lines = log.messages.filter { $0.contains("is not offered here") }
    #expect(lines.count == 6, "\(lines)")
    #expect(lines.count { $0.contains("so short") } == 1)
    #expect(lines.count { $0.contains("sounds like the wake phrase") } == 1)
    #expect(lines.count { $0.contains("already understood") } == 2)
    #expect(lines.count { $0.contains("the pronunciation of") } == 1)
    #expect(lines.count { $0.contains("Safe to spend") } == 5)
    #expect(lines.count { $0.contains("four of 2 steps") && $0.contains("no intent") } == 1)
    #expect(!lines.joined().contains("мария") && !lines.joined().contains("holiday") && !lines.joined().contains("Fly"))
    // They are stored for other devices, and listed by rooms that support them.
    #expect(try await memory.shortcuts.shared().count == 7)
    #expect(try await runtime.shortcuts.all().map(\.id).contains("four") == false)
  }

  @Test("A name from another device refers to the same thing here, without invalid phones")
  func names() async throws {
    _ = try await memory.vocabulary.merge(
      [
        .init(vocabularyIdentifier: "alex", spokenPhrase: "Sandy", pronunciationHint: ["S", "QQ"]),
        .init(vocabularyIdentifier: "nobody", spokenPhrase: "Ghost"),
      ], of: .contactName, from: "hall")
    #expect(try await understands("call sandy") == "alex")
    #expect(try await understands("call ghost") == nil)
    let outcome = await runtime.perform(IntentRequest(intent: "Call", values: ["person": "sandy"]))
    #expect(outcome.answers.map(\.response.dialog) == ["Calling Alexandra."])
  }
}
