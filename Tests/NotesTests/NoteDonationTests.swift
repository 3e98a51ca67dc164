import AssistantTestSupport
import Foundation
import Notes
import Testing
import Vocative
import VocativeTestSupport

@Suite("Donations of notes")
struct NoteDonationTests {
  private static let now = UTC.date(2026, 5, 20, 15)
  private let folder: TemporaryFolder
  private let store: NotesStore
  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  init() async throws {
    folder = try TemporaryFolder()
    store = try NotesStore(path: folder.path + "/notes.sqlite", hasSampleData: true, now: Self.now)
    memory = try .inMemory(assistant: NotesAssistant.name)
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    runtime = IntentRuntime(
      assistant: try NotesAssistant.make(store: store, clock: WallClock(now: { Self.now }, calendar: UTC.calendar)),
      memory: memory,
      observers: [MemoryObserver(memory: memory, logger: .silent)], limits: limits, logger: .silent)
    try await runtime.prepare()
  }

  private func say(_ turns: String...) async throws -> [TurnEvent] {
    var conversation = TypedConversation(runtime: runtime)
    var events: [TurnEvent] = []
    for turn in turns { events += try await conversation.say(turn) }
    return events
  }

  @Test("A deleted note takes its donations and its suggestions with it, and leaves those of other notes")
  func deletedNote() async throws {
    _ = try await say("read my grocery list note", "toggle fast reading for grocery list", "read my garden ideas note")
    #expect(try await memory.donations.all(group: "Note grocery-list").count == 4, "each reading has two related shortcuts")
    let isAboutGroceries = { (shortcut: Shortcut) in shortcut.values["note"] == "grocery-list" }
    #expect(try await memory.shortcuts.suggestions().contains(where: isAboutGroceries))
    _ = try await say("delete my grocery list note", "yes")
    #expect(try await memory.donations.all(group: "Note grocery-list").isEmpty)
    #expect(try await memory.donations.all().count == 3)
    let suggestions = try await memory.shortcutSuggestions(at: Self.now, calendar: UTC.calendar, limit: 100)
    #expect(!suggestions.map(\.shortcut).contains(where: isAboutGroceries))
  }

  @Test("Nothing in the timeline tells what a deleted note said")
  func deletedFromTimeline() async throws {
    _ = try await say("take a note buy chocolate for the surprise party", "read my chocolate note", "list my notes")
    _ = try await say("read my newest note", "delete my chocolate note", "no")
    _ = try await say("delete my chocolate note", "yes", "read my grocery list note")
    let entries = try await memory.timeline.entries()
    #expect(entries.map(\.title).contains("Read a note: grocery list"))
    #expect(entries.contains { $0.topic == "notes.Writing.DeleteNote" && $0.code == .success })
    let words = entries.flatMap { entry in
      [entry.title, entry.dialog].compactMap(\.self) + (entry.values?.values.map { $0 } ?? [])
    }
    #expect(!words.contains { $0.contains("chocolate") }, "\(words)")
  }

  @Test("A deleted note takes its presentation with it")
  func deletedPresentation() async throws {
    _ = try await say("turn presentation mode on", "present my grocery list note", "present my garden ideas note")
    _ = try await say("continue with grocery list", "delete my grocery list note", "yes")
    #expect(try await memory.activities.all().map(\.activity.state) == [["note": "garden-ideas"]])
    #expect(try await !memory.donations.all().contains { $0.shortcut.title.contains("grocery list") })
  }

  @Test("A request about a note that another program deleted, or of a feature that is off, is not suggested")
  func unavailable() async throws {
    _ = try await say("read my grocery list note", "read my garden ideas note", "list my notes")
    func suggested() async throws -> [Shortcut] {
      try await runtime.memory.shortcutSuggestions(at: Self.now, calendar: UTC.calendar, limit: 100).map(\.shortcut)
    }
    func count(of intent: String, about note: String? = nil) async throws -> Int {
      try await suggested().count { $0.intent == intent && $0.values["note"] == note }
    }
    #expect(try await count(of: "ReadNote", about: "grocery-list") == 1)
    #expect(try await store.delete("grocery-list"))
    #expect(try await !suggested().contains { $0.values["note"] == "grocery-list" })
    #expect(try await count(of: "ReadNote", about: "garden-ideas") == 1)
    #expect(try await count(of: "ListNotes") == 1)
    try await runtime.set(false, forFeature: "Reading")
    #expect(try await count(of: "ReadNote", about: "garden-ideas") == 0)
    #expect(try await count(of: "ListNotes") == 0)
    #expect(try await count(of: "ToggleFastReading", about: "garden-ideas") == 1, "its feature is on")
  }

  @Test("A shortcut to the presentation of a deleted note is answered with the reason")
  func gonePresentation() async throws {
    _ = try await say("turn presentation mode on")
    let activity = Activity(PresentNote.presentation, title: "Present the list", state: ["note": "the-list"])
    #expect(await runtime.continueActivity(activity) == .failure("That note isn't there anymore."))
  }

  @Test("A presentation is not continued while presentation mode is off")
  func presentationModeOff() async throws {
    _ = try await say("turn presentation mode on", "present my grocery list note", "turn presentation mode off")
    let answer = try await say("continue with grocery list").last?.interaction?.response
    #expect(answer?.dialog == "Presentation mode is off. Say: turn presentation mode on.")
  }

  @Test("The newest note is relevant in the morning, and not in the afternoon")
  func relevance() async throws {
    let morning = try await memory.relevantShortcuts.relevant(at: UTC.date(2026, 5, 21, 7), calendar: UTC.calendar)
    #expect(morning.map(\.shortcut.intent) == ["NewestNote"])
    #expect(morning.map(\.reason) == ["relevant now: morning"])
    #expect(try await memory.relevantShortcuts.relevant(at: Self.now, calendar: UTC.calendar).isEmpty)
  }

  @Test("The card of a note leads to its presentation while presentation mode is on")
  func destination() async throws {
    let plain = try await say("read my grocery list note")
    #expect(plain.allSatisfy { $0.interaction?.response.activity == nil })
    let events = try await say("turn presentation mode on", "read my grocery list note")
    let destinations = events.compactMap { $0.interaction?.response.activity }
    #expect(destinations.map(\.title) == ["Present 🛒 Grocery List"])
    let continued = try await runtime.perform(MemoryRequest(.continueActivity("present grocery list"))).continued
    #expect(continued?.code == .success)
    let next = try await say("next line").last
    #expect(next?.interaction?.response.code == .success)
  }
}
