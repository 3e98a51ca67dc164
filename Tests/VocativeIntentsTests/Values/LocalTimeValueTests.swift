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

  /// Performs a request on Friday, November 20, 2026.
  private func dialog(_ values: [String: String], hour: Int = 12) async throws -> String {
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { UTC.date(2026, 11, 20, hour) }, calendar: UTC.calendar))
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
      ("day-after-tomorrowT08:00", "2026-11-22T08:00", "Sunday at eight in the morning"),
      ("day-before-yesterdayT08:00", "2026-11-18T08:00", "last Wednesday at eight in the morning"),
      ("---15T08:00", "2026-12-15T08:00", "December fifteenth at eight in the morning"),
      ("---20T01:00/13:00", "2026-11-20T13:00", "today at one in the afternoon"),
      ("---31T08:00", "2026-12-31T08:00", "December thirty first at eight in the morning"),
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
    "A time tonight is in the night that has begun, or in the next one if it has passed",
    arguments: [
      (1, "02:00", "2026-11-20T02:00"), (1, "01:00", "2026-11-21T01:00"), (1, "00:00", "2026-11-21T00:00"),
      (12, "02:00", "2026-11-21T02:00"), (22, "01:30", "2026-11-21T01:30"),
    ])
  func tonight(_ hour: Int, _ time: String, _ written: String) async throws {
    #expect(try await dialog(["time": "today-nightT\(time)"], hour: hour).hasPrefix("\(written), "))
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
