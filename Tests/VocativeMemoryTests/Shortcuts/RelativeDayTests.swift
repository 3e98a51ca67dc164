import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Days in shortcuts")
struct RelativeDayTests {
  private struct Post: Intent {
    static let title = "Post"
    @Parameter(title: "Day", prompt: "Which day?") var day: CalendarDay
    func perform() async throws -> IntentResponse { .success("The post of \(day.written).") }
  }

  private struct Leave: Intent {
    static let title = "Leave"
    @Parameter(title: "Time", prompt: "When?") var time: LocalTime
    func confirm() async throws -> IntentResponse { .ready("Shall I?") }
    func perform() async throws -> IntentResponse { .success("I leave at \(time.written).") }
  }

  private struct Visit: Intent {
    static let title = "Visit"
    @Parameter(title: "Days", prompt: "Which days?") var days: [CalendarDay]
    func perform() async throws -> IntentResponse { .success("I visit you.") }
  }

  private let time: ManualTime
  private let latest: LatestShortcut
  private let runtime: IntentRuntime

  init() throws {
    let (time, latest) = (ManualTime(UTC.date(2026, 5, 7, 12)), LatestShortcut())
    (self.time, self.latest) = (time, latest)
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { time.now }, calendar: UTC.calendar))
    let assistant = try Assistant(name: "test", wakePhrases: [], dependencies: dependencies) {
      IntentDefinition(Post.self, phrases: ["what came \(\.$day)"])
      IntentDefinition(Leave.self, phrases: ["leave \(\.$time)"])
      IntentDefinition(Visit.self, phrases: ["visit \(\.$days)"])
    }
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: "test"), observers: [latest], logger: .silent)
  }

  @Test(
    "A shortcut keeps a day as it was said",
    arguments: [
      ("what came today", "day", "today", "Post: today"), ("what came last friday", "day", "last-friday", "Post: last friday"),
      ("what came on may third twenty twenty six", "day", "2026-05-03", "Post: may third twenty twenty six"),
      ("visit tomorrow and monday", "days", "tomorrow,monday", "Visit: tomorrow and monday"),
      ("visit today tomorrow and monday", "days", "today,tomorrow,monday", "Visit: today, tomorrow and monday"),
    ])
  func frozen(text: String, parameter: String, value: String, title: String) async throws {
    let shortcut = try await runtime.freeze(text)
    #expect(shortcut.values == [parameter: value])
    #expect(shortcut.title == title)
  }

  @Test("A shortcut to a request for today means the day on which its phrase is said")
  func nextDay() async throws {
    _ = try await runtime.shortcuts.add(phrase: "post check", steps: [try await runtime.freeze("what came today")])
    for day in [7, 8] {
      time.set(UTC.date(2026, 5, day, 12))
      let match = try #require(
        try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases()).match(["post", "check"]))
      let said = Interpretation(text: "post check", match: match, confidence: 1)
      let outcome = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots))
      #expect(outcome.dialog == "The post of 2026-05-0\(day).")
    }
  }

  @Test("Requests for today are donated as the same shortcut on each day, although the dialog has the date")
  func donated() async throws {
    for day in [7, 8] {
      time.set(UTC.date(2026, 5, day, 12))
      let outcome = await runtime.perform(IntentRequest(intent: "Post", values: ["day": "today"], session: "one"))
      #expect(outcome.dialog == "The post of 2026-05-0\(day).")
      #expect(latest.shortcut(in: "one") == Shortcut(intent: "Post", values: ["day": "today"], title: "Post: today").of("test"))
    }
  }

  @Test("A day with a time stays as it was said, also after a confirmation")
  func confirmed() async throws {
    let said = IntentRequest(intent: "Leave", values: ["time": "tomorrowT20:00"], session: "one")
    let question = try #require(await runtime.perform(said).question)
    guard case .continues(let request) = runtime.receive(["confirmation": "yes"], answering: question) else {
      Issue.record("the answer was not taken")
      return
    }
    #expect(await runtime.perform(request).dialog == "I leave at 2026-05-08T20:00.")
    #expect(latest.shortcut(in: "one")?.values == ["time": "tomorrowT20:00"])
  }
}
