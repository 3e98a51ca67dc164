import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Relevant shortcuts")
struct RelevantShortcutTests {
  private let spend = Shortcut(intent: "SafeToSpend", values: [:], title: "Safe to spend")

  private func reason(_ providers: RelevanceProvider..., at date: Date, place: String? = nil) -> String? {
    RelevantShortcut(spend, providers: providers).reason(at: date, place: place, calendar: UTC.calendar)
  }

  /// Returns a time in the first week of May 2026; the 4th is a Monday.
  private func may(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Date { UTC.date(2026, 5, day, hour, minute) }

  @Test("A daily routine depends on the time and the weekday")
  func routines() {
    #expect(reason(.dailyRoutine(.morning), at: may(4, 7)) == "relevant now: morning")
    #expect(reason(.dailyRoutine(.morning), at: may(4, 4, 59)) == nil)
    #expect(reason(.dailyRoutine(.morning), at: may(4, 10)) == nil)
    #expect(reason(.dailyRoutine(.commute), at: may(4, 8)) == "relevant now: commute")
    #expect(reason(.dailyRoutine(.commute), at: may(4, 17)) == "relevant now: commute")
    #expect(reason(.dailyRoutine(.commute), at: may(9, 8)) == nil)
    #expect(reason(.dailyRoutine(.weekend), at: may(9, 0)) == "relevant now: weekend")
    #expect(reason(.dailyRoutine(.weekend), at: may(10, 23, 59)) == "relevant now: weekend")
    #expect(reason(.dailyRoutine(.weekend), at: may(11, 0)) == nil)
    #expect(reason(.dailyRoutine(.evening), at: may(4, 21, 59)) == "relevant now: evening")
    #expect(reason(.dailyRoutine(.work), at: may(4, 12)) == "relevant now: work")
    for hour in [23, 2] { #expect(reason(.dailyRoutine(.night), at: may(4, hour)) == "relevant now: night") }
  }

  @Test("A window past midnight belongs to the day on which it starts")
  func midnight() {
    let window = RelevanceProvider.clock(ClockWindow(from: 22 * 60, to: 2 * 60, on: [.saturday]))
    #expect(reason(window, at: may(9, 23)) == "relevant now: at this time")
    #expect(reason(window, at: may(10, 1, 59)) == "relevant now: at this time")
    #expect(reason(window, at: may(10, 2)) == nil)
    #expect(reason(window, at: may(9, 1)) == nil)
    #expect(reason(window, at: may(10, 23)) == nil)
  }

  @Test("Times and places apply as declared, and one of several is enough")
  func datesAndPlaces() {
    let interval = RelevanceProvider.dates(DateInterval(start: may(4, 8), end: may(4, 9)))
    #expect(reason(interval, at: may(4, 8, 30)) == "relevant now")
    #expect(reason(interval, at: may(4, 9, 1)) == nil)
    #expect(reason(.place("Office 🏢"), at: may(4, 8), place: "office 🏢") == "relevant here: Office 🏢")
    #expect(reason(.place("office"), at: may(4, 8)) == nil)
    #expect(reason(.place("office"), at: may(4, 8), place: "home") == nil)
    #expect(reason(interval, .place("home"), at: may(5, 8), place: "home") == "relevant here: home")
    #expect(reason(at: may(5, 8)) == "always relevant")
  }

  @Test("Setting replaces the relevant shortcuts, which keep their order, including in a file")
  func store() async throws {
    let folder = try TemporaryFolder()
    let goal = Shortcut(intent: "Goal", values: ["goal": "🏖"], title: "Goal")
    func relevant() throws -> RelevantShortcutStore {
      RelevantShortcutStore(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    }
    try await relevant().set([RelevantShortcut(goal, providers: [])])
    let shortcuts = [
      RelevantShortcut(spend, providers: [.dailyRoutine(.morning), .clock(ClockWindow(from: 0, to: 60, on: [.monday]))]),
      RelevantShortcut(goal, providers: [.place("bank"), .dates(DateInterval(start: may(4, 8), end: may(4, 9)))]),
    ]
    try await relevant().set(shortcuts)
    #expect(try await relevant().all() == shortcuts)
    #expect(
      try await relevant().relevant(at: may(4, 7), place: "bank", calendar: UTC.calendar) == [
        ShortcutSuggestion(shortcut: spend, reason: "relevant now: morning"),
        ShortcutSuggestion(shortcut: goal, reason: "relevant here: bank"),
      ])
    #expect(try await relevant().relevant(at: may(4, 12), calendar: UTC.calendar).isEmpty)
    try await relevant().set((0..<130).map { RelevantShortcut(spend, providers: [.place("\($0)")]) })
    #expect(try await relevant().all().count == 100)
  }
}
