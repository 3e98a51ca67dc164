import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Asking for shortcuts")
struct ShortcutIntentsTests {
  private let memory: AssistantMemory
  private let runtime: IntentRuntime
  private let spend = Shortcut(intent: "SafeToSpend", values: [:], title: "Safe to spend")

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    var dependencies = Dependencies()
    dependencies.add(shortcutsOf: memory, clock: WallClock(now: { UTC.date(2026, 5, 7, 7) }, calendar: UTC.calendar))
    let intents = try ShortcutIntents.definitions()
    let assistant = try Assistant(name: "test", wakePhrases: [], dependencies: dependencies) { () throws(TemplateError) in
      intents[0]
      intents[1]
      intents[2]
    }
    // However busy the machine is with other tests, no handler is given up.
    runtime = IntentRuntime(
      assistant: assistant, handlerLimit: .seconds(3600), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// What is said to a sentence; nil when it is not understood.
  private func response(to sentence: String) async throws -> IntentResponse? {
    let grammar = try CompiledGrammar(try await runtime.grammar())
    guard let match = grammar.match(SpokenText.words(of: sentence)) else { return nil }
    let values = Dictionary(match.slots.map { ($0.name, $0.value) }) { $1 }
    guard case .responded(let response) = await runtime.perform(.init(intent: match.intent, values: values)) else { return nil }
    return response
  }

  private func add(_ phrase: String) async throws {
    guard case .added = await memory.shortcuts.add(phrase: phrase, steps: [spend]) else {
      Issue.record("\(phrase) was refused")
      return
    }
  }

  @Test("Shortcuts are listed by their phrases, the newest first")
  func list() async throws {
    try await add("🏖 Beach time")
    try await add("payday")
    let response = try #require(try await response(to: "list my shortcuts"))
    #expect(response.dialog == "You have two shortcuts: payday and beach time.")
    #expect(response.card?.rows == [.init("payday", "Safe to spend"), .init("🏖 Beach time", "Safe to spend")])
  }

  @Test("A shortcut is deleted by its phrase, and the others stay")
  func delete() async throws {
    try await add("🏖 Beach time")
    try await add("my payday shortcut")
    #expect(try await response(to: "delete the beach time shortcut")?.dialog == "I deleted your beach time shortcut.")
    #expect(try await memory.shortcuts.all().map(\.invocationPhrase) == ["my payday shortcut"])
    #expect(try await response(to: "delete the beach time shortcut") == nil)
    #expect(try await response(to: "delete my payday shortcut")?.code == .success)
    #expect(try await memory.shortcuts.all().isEmpty)
  }

  @Test("With none there is nothing to list, and one that is gone is not deleted")
  func none() async throws {
    let outcome = await runtime.perform(.init(intent: "ListVoiceShortcuts", values: [:]))
    #expect(outcome == .responded(.success("You have no shortcuts.")))
    let deleted = await runtime.perform(.init(intent: "DeleteVoiceShortcut", values: ["shortcut": "gone"]))
    #expect(deleted == .responded(.failure("That shortcut is not there any more.")))
  }

  @Test("Suggestions are said by their titles and shown with their reasons")
  func suggest() async throws {
    #expect(
      await runtime.perform(.init(intent: "SuggestShortcuts", values: [:]))
        == .responded(.success("I have nothing to suggest yet.")))
    try await add("payday")
    for day in 4...6 { try await memory.donations.donate(spend, date: UTC.date(2026, 5, day, 7)) }
    try await memory.shortcuts.setSuggestions([Shortcut(intent: "Goal", values: [:], title: "Goal progress: 🏖 vacation")])
    let response = try #require(try await response(to: "suggest some shortcuts"))
    #expect(response.dialog == "You may want safe to spend and goal progress vacation.")
    #expect(response.card?.rows.map(\.value) == ["usually on weekday mornings", "suggested by the assistant"])
  }
}
