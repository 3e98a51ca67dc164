import Logging
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Days with a time as parameters")
struct LocalTimeValueTests {
  private struct Water: Intent {
    static let title = "Water"
    @Parameter(title: "Time") var time: LocalTime
    @Parameter(title: "Amount", in: 0.5...5, step: 0.5) var amount: Double?
    func perform() async throws -> IntentResponse {
      .success("\(time.written), \(time.spokenValue.names[0]), \(amount.map { "\($0)" } ?? "")")
    }
  }

  /// Performs a request at noon on Friday, November 20, 2026.
  private func dialog(_ values: [String: String]) async throws -> String {
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { UTC.date(2026, 11, 20) }, calendar: UTC.calendar))
    let assistant = try Assistant(name: "garden", wakePhrases: ["hey garden"], dependencies: dependencies) {
      IntentDefinition(Water.self, phrases: ["water them \(\.$time)", "water them \(\.$time) with \(\.$amount) liters"])
    }
    let runtime = IntentRuntime(assistant: assistant, logger: Logger.silent)
    return await runtime.perform(IntentRequest(intent: "Water", values: values)).dialog
  }

  @Test(
    "A spoken day with a time is a moment, whose half of the day is the next one today and the usual one otherwise",
    arguments: [
      ("tomorrowT07:30/19:30", "2026-11-21T07:30", "tomorrow at seven thirty in the morning"),
      ("tomorrowT06:00/18:00", "2026-11-21T18:00", "tomorrow at six in the evening"),
      ("todayT11:00/23:00", "2026-11-20T23:00", "today at eleven at night"),
      ("todayT01:00/13:00", "2026-11-20T13:00", "today at one in the afternoon"),
      ("todayT08:00", "2026-11-20T08:00", "today at eight in the morning"),
      ("yesterdayT08:00/20:00", "2026-11-19T08:00", "yesterday at eight in the morning"),
      ("fridayT13:00", "2026-11-20T13:00", "today at one in the afternoon"),
      ("fridayT08:00/20:00", "2026-11-27T08:00", "November twenty seventh at eight in the morning"),
      ("mondayT12:00", "2026-11-23T12:00", "Monday at noon"),
      ("--01-31T06:00", "2027-01-31T06:00", "January thirty first twenty twenty seven at six in the morning"),
      ("2026-12-24T18:00", "2026-12-24T18:00", "December twenty fourth at six in the evening"),
      ("tomorrow-nightT00:00", "2026-11-22T00:00", "Sunday at midnight"),
      ("friday-nightT01:00", "2026-11-21T01:00", "tomorrow at one in the morning"),
      ("thursday-nightT01:00", "2026-11-27T01:00", "November twenty seventh at one in the morning"),
      ("next-friday-nightT02:00", "2026-11-28T02:00", "November twenty eighth at two in the morning"),
      ("--12-31-nightT00:00", "2027-01-01T00:00", "January first twenty twenty seven at midnight"),
    ])
  func moments(_ value: String, _ written: String, _ spoken: String) async throws {
    #expect(try await dialog(["time": value]) == "\(written), \(spoken), ")
  }

  @Test(
    "A value that is not a day with a time is not understood",
    arguments: [
      "tomorrow", "T08:00", "somedayT08:00", "todayT25:00", "friday-nightT08:00", "friday-nightT01:00/13:00", "-nightT01:00",
    ])
  func invalid(_ value: String) async throws {
    #expect(try await dialog(["time": value]) == "I don't understand that time.")
    #expect(LocalTime(written: value) == nil)
  }

  @Test("A number with decimals is a Double", arguments: [("2.5", "2.5"), ("3", "3.0")])
  func decimals(_ value: String, _ number: String) async throws {
    #expect(try await dialog(["time": "mondayT12:00", "amount": value]).hasSuffix(", \(number)"))
  }
}
