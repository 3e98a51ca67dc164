import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("Suggested shortcuts")
struct ShortcutSuggestionsTests {
  private let memory: AssistantMemory

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "money")
  }

  private func shortcut(_ name: String) -> Shortcut { Shortcut(intent: name, values: [:], title: name) }

  private func suggestions(at date: Date, limit: Int = 5) async throws -> [String] {
    try await memory.shortcutSuggestions(at: date, calendar: UTC.calendar, limit: limit).map {
      "\($0.shortcut.intent): \($0.reason)"
    }
  }

  @Test("Without any data, there are no suggestions")
  func nothing() async throws {
    #expect(try await suggestions(at: UTC.date(2026, 5, 4)).isEmpty)
  }

  @Test("Habits come before relevant shortcuts, and these before other suggestions, each with a reason")
  func order() async throws {
    for day in 4...8 { try await memory.donations.donate(shortcut("Spend"), date: UTC.date(2026, 5, day, 7)) }
    try await memory.donations.donate(shortcut("Old"), date: UTC.date(2026, 1, 5, 15))
    try await memory.relevantShortcuts.set([RelevantShortcut(shortcut("News"), providers: [.dailyRoutine(.morning)])])
    try await memory.shortcuts.setSuggestions([shortcut("Goal"), shortcut("Rent")])
    #expect(
      try await suggestions(at: UTC.date(2026, 5, 11, 7)) == [
        "Spend: usually on weekday mornings", "News: relevant now: morning", "Goal: suggested by the assistant",
        "Rent: suggested by the assistant", "Old: used recently",
      ])
    #expect(try await suggestions(at: UTC.date(2026, 5, 11, 7), limit: 1) == ["Spend: usually on weekday mornings"])
    #expect(try await suggestions(at: UTC.date(2026, 5, 11, 7), limit: 0).isEmpty)
  }

  @Test("A shortcut with several reasons is listed once with all of them, and ranks higher")
  func merging() async throws {
    for day in 4...6 {
      try await memory.donations.donate(shortcut("Spend"), date: UTC.date(2026, 5, day, 7))
      try await memory.donations.donate(shortcut("Coffee"), date: UTC.date(2026, 5, day, 7, 5))
    }
    let called = Shortcut(intent: "Spend", values: [:], title: "What is safe to spend?")
    try await memory.relevantShortcuts.set([RelevantShortcut(called, providers: [.dailyRoutine(.morning), .place("home")])])
    try await memory.shortcuts.setSuggestions([shortcut("Spend")])
    #expect(
      try await suggestions(at: UTC.date(2026, 5, 7, 7)) == [
        "Spend: usually on weekday mornings; relevant now: morning; suggested by the assistant",
        "Coffee: usually on weekday mornings",
      ])
  }
}
