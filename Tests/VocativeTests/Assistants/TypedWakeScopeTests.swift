import Testing
import Vocative

@Suite("Typed wake phrases of several assistants")
struct TypedWakeScopeTests {
  @Test(
    "A typed text is for the assistants of the wake phrase that it really begins with",
    arguments: [
      ("hey kitchen boil water", "kitchen"), ("hey boil water", "kitchen"), ("hey saw a board", "workshop"),
      ("hey kitchen saw a board", nil), ("hey kitchen light on", "workshop"), ("hey kitchen timer", "workshop"),
    ] as [(String, String?)])
  func scopes(_ typed: String, _ assistant: String?) async throws {
    func file(_ wake: String, _ phrases: String) -> String {
      "wake: [\(wake)]\nintents:\n  Tell:\n    phrases: [\(phrases)]\n    response: Told.\n"
    }
    let group = try AssistantGroup([
      "kitchen": file("hey, { phrase: hey kitchen, assistants: [kitchen] }", "boil water"),
      "workshop": file("hey", "saw a board, kitchen light on, hey kitchen timer"),
    ])
    let events = try await group.events(typed)
    #expect(events.compactMap(\.assistant).last { _ in events.count == 2 } == assistant, "\(events)")
  }
}
