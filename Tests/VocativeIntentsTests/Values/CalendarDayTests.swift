import Testing
import VocativeIntents
import VocativeUnderstanding

@Suite("Days and clock times")
struct CalendarDayTests {
  private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CalendarDay {
    try #require(CalendarDay(year: year, month: month, day: day))
  }

  @Test(
    "The distance of two days counts leap days, month ends and years",
    arguments: [
      ((2026, 11, 20), (2026, 12, 25), 35), ((2026, 2, 28), (2026, 3, 1), 1), ((2028, 2, 28), (2028, 3, 1), 2),
      ((2100, 2, 28), (2100, 3, 1), 1), ((2026, 12, 31), (2027, 1, 1), 1), ((2026, 3, 28), (2026, 3, 30), 2),
      ((2026, 5, 20), (2026, 5, 20), 0), ((1970, 1, 1), (1969, 12, 31), -1), ((1999, 12, 31), (2000, 3, 1), 61),
    ] as [((Int, Int, Int), (Int, Int, Int), Int)])
  func distance(from: (Int, Int, Int), to: (Int, Int, Int), days: Int) throws {
    let (start, end) = (try Self.day(from.0, from.1, from.2), try Self.day(to.0, to.1, to.2))
    #expect(start.days(until: end) == days)
    #expect(end.days(until: start) == -days)
    #expect(start.adding(days: days) == end)
  }

  @Test(
    "A written day has four digits for its year, so that days sort as text",
    arguments: ["0226-11-20", "0999-01-02", "2026-12-24"])
  func written(text: String) { #expect(CalendarDay(written: text)?.written == text) }

  @Test(
    "Each day has its weekday",
    arguments: [
      ((2026, 11, 20), .friday), ((1970, 1, 1), .thursday), ((1969, 12, 31), .wednesday), ((2000, 2, 29), .tuesday),
      ((2026, 11, 22), .sunday), ((2026, 11, 21), .saturday),
    ] as [((Int, Int, Int), Weekday)])
  func weekday(day: (Int, Int, Int), weekday: Weekday) throws {
    #expect(try Self.day(day.0, day.1, day.2).weekday == weekday)
  }

  @Test(
    "A time without its half of the day has two values, any other time has one",
    arguments: [
      ("six", "06:00/18:00"), ("half past eight", "08:30/20:30"), ("twelve thirty", "00:30/12:30"),
      ("six o'clock", "06:00/18:00"),
      ("ten to nine", "08:50/20:50"), ("six in the evening", "18:00"), ("six a m", "06:00"), ("noon", "12:00"),
      ("midnight", "00:00"), ("eighteen thirty", "18:30"), ("zero thirty", "00:30"),
    ])
  func clockTimes(words: String, value: String) async throws {
    let kind = SpokenKind.clockTime
    #expect(kind.value(of: words.split(separator: " ").map(String.init)) == value)
    let time = try #require(try await ClockTime.value(for: value))
    #expect(time.spokenValue.identifier == value)
    let spoken = try #require(kind.words(for: value))
    #expect(kind.value(of: spoken.split(separator: " ").map(String.init)) == value)
  }

  @Test(
    "A value that is not a clock time is refused",
    arguments: ["", "6", "24:00", "06:00/19:00", "18:00/06:00", "06:00/18:00/06:00"])
  func invalid(value: String) async throws {
    #expect(try await ClockTime.value(for: value) == nil)
  }

  @Test(
    "A day that starts at an hour decides the half of the day",
    arguments: [(6, 4, 6), (3, 4, 15), (4, 4, 4), (0, 4, 12), (6, 7, 18), (7, 7, 7), (11, 7, 11)])
  func halves(hour: Int, start: Int, expected: Int) throws {
    let time = ClockTime.open(try #require(TimeOfDay(hour: hour, minute: 30)))
    #expect(time.time(inDayFrom: start) == TimeOfDay(hour: expected, minute: 30))
  }
}
