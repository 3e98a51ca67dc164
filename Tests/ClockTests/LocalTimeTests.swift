import Clock
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Local times")
struct LocalTimeTests {
  @Test(
    "A local time is one moment, even when summer time starts or ends",
    arguments: [
      ("Europe/Berlin", (2026, 11, 20), (7, 30), "2026-11-20T06:30:00Z"),
      ("Europe/Berlin", (2026, 7, 1), (7, 30), "2026-07-01T05:30:00Z"),
      // The clock moves from two to three: the time that is left out is three.
      ("Europe/Berlin", (2026, 3, 29), (2, 30), "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", (2026, 3, 29), (1, 59), "2026-03-29T00:59:00Z"),
      ("Europe/Berlin", (2026, 3, 29), (3, 0), "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", (2026, 3, 29), (7, 30), "2026-03-29T05:30:00Z"),
      // The clock moves from three to two: the first of two times counts.
      ("Europe/Berlin", (2026, 10, 25), (2, 30), "2026-10-25T00:30:00Z"),
      ("Europe/Berlin", (2026, 10, 25), (1, 59), "2026-10-24T23:59:00Z"),
      ("Europe/Berlin", (2026, 10, 25), (3, 0), "2026-10-25T02:00:00Z"),
      ("America/New_York", (2026, 3, 8), (2, 15), "2026-03-08T07:00:00Z"),
      ("America/New_York", (2026, 11, 1), (1, 30), "2026-11-01T05:30:00Z"),
      // Summer time starts at midnight, so that the day has no midnight.
      ("Africa/Cairo", (2026, 4, 24), (0, 0), "2026-04-23T22:00:00Z"),
      ("Australia/Lord_Howe", (2026, 10, 4), (2, 15), "2026-10-03T15:30:00Z"),
      ("Asia/Kathmandu", (2028, 2, 29), (6, 0), "2028-02-29T00:15:00Z"),
      ("Pacific/Kiritimati", (2026, 12, 31), (23, 59), "2026-12-31T09:59:00Z"),
      ("Etc/UTC", (2026, 1, 31), (0, 0), "2026-01-31T00:00:00Z"),
    ] as [(String, (Int, Int, Int), (Int, Int), String)])
  func moments(zone: String, day: (Int, Int, Int), time: (Int, Int), expected: String) throws {
    let local = LocalTime(
      day: try #require(CalendarDay(year: day.0, month: day.1, day: day.2)),
      time: try #require(TimeOfDay(hour: time.0, minute: time.1)))
    #expect(local.date(in: try Zone.calendar(zone)) == (try Zone.utc(expected)))
  }

  @Test("The next of some times is later today or early tomorrow, also at the end of a month")
  func next() throws {
    let (six, evening) = (try #require(TimeOfDay(hour: 6, minute: 0)), try #require(TimeOfDay(hour: 18, minute: 0)))
    let last = try #require(CalendarDay(year: 2028, month: 2, day: 29))
    #expect(
      LocalTime.next(of: [six, evening], after: UTC.date(2028, 2, 29, 12), in: UTC.calendar)
        == LocalTime(day: last, time: evening))
    #expect(
      LocalTime.next(of: [six, evening], after: UTC.date(2028, 2, 29, 18), in: UTC.calendar)
        == LocalTime(day: try #require(CalendarDay(year: 2028, month: 3, day: 1)), time: six))
  }
}
