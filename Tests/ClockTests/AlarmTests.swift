import Clock
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Alarm rules")
struct AlarmTests {
  private static func alarm(
    _ hour: Int, _ minute: Int, _ days: Alarm.Days = .weekly(Set(Weekday.allCases)), handled: String
  ) throws -> Alarm {
    Alarm(
      id: 1, time: try #require(TimeOfDay(hour: hour, minute: minute)), days: days, handled: try Zone.utc(handled))
  }

  private static func moment(_ text: String) throws -> Moment {
    Moment(date: try Zone.utc(text), uptime: .seconds(5), boot: "a")
  }

  @Test(
    "The time between two moments is that of the uptime in one start of the computer, and else that of the wall clock",
    arguments: [("a", "a", 90), ("a", "b", 300), ("", "", 300)])
  func moments(first: String, second: String, seconds: Int) throws {
    let date = try Zone.utc("2026-11-20T12:00:00Z")
    let before = Moment(date: date, uptime: .seconds(864_000), boot: first)
    let after = Moment(date: date + 300, uptime: .seconds(864_090), boot: second)
    #expect(before.duration(to: after) == .seconds(seconds))
  }

  @Test(
    "The next occurrence is on the next of its days, over weekends, month ends, leap days and summer time",
    arguments: [
      ("Etc/UTC", (7, 30), Weekday.workdays, "2026-11-20T12:00:00Z", "2026-11-23T07:30:00Z"),
      ("Etc/UTC", (7, 30), Weekday.workdays, "2026-11-20T07:29:59Z", "2026-11-20T07:30:00Z"),
      ("Etc/UTC", (7, 30), Weekday.workdays, "2026-11-20T07:30:00Z", "2026-11-23T07:30:00Z"),
      ("Etc/UTC", (9, 0), Weekday.weekend, "2026-11-22T10:00:00Z", "2026-11-28T09:00:00Z"),
      ("Etc/UTC", (6, 0), [.tuesday], "2028-02-28T12:00:00Z", "2028-02-29T06:00:00Z"),
      ("Etc/UTC", (6, 0), [.tuesday], "2028-02-29T06:00:00Z", "2028-03-07T06:00:00Z"),
      ("Etc/UTC", (0, 0), [.friday], "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
      ("Europe/Berlin", (7, 30), [.saturday, .sunday], "2026-03-28T12:00:00Z", "2026-03-29T05:30:00Z"),
      ("Europe/Berlin", (2, 30), [.sunday], "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", (2, 30), [.sunday], "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
      ("Europe/Berlin", (2, 30), [.sunday], "2026-10-25T00:30:00Z", "2026-11-01T01:30:00Z"),
      ("Pacific/Auckland", (7, 0), [.monday], "2026-11-22T17:00:00Z", "2026-11-22T18:00:00Z"),
    ] as [(String, (Int, Int), Set<Weekday>, String, String)])
  func next(zone: String, time: (Int, Int), days: Set<Weekday>, now: String, expected: String) throws {
    let alarm = try Self.alarm(time.0, time.1, .weekly(days), handled: now)
    #expect(alarm.next(after: try Self.moment(now), in: try Zone.calendar(zone)) == (try Zone.utc(expected)))
  }

  @Test("In a night that has an hour twice, an alarm rings once")
  func overlap() throws {
    let berlin = try Zone.calendar("Europe/Berlin")
    let alarm = try Self.alarm(2, 30, handled: "2026-10-24T22:00:00Z")
    let heard = try #require(alarm.heard(at: try Self.moment("2026-10-25T00:30:00Z"), in: berlin))
    #expect(heard.due(at: try Self.moment("2026-10-25T01:30:00Z"), in: berlin) == nil)
    #expect(heard.next(after: try Self.moment("2026-10-25T01:30:00Z"), in: berlin) == (try Zone.utc("2026-10-26T01:30:00Z")))
  }

  @Test("Of several missed occurrences, the last one is due")
  func missed() throws {
    let alarm = try Self.alarm(7, 30, handled: "2026-11-16T12:00:00Z")
    #expect(alarm.due(at: try Self.moment("2026-11-20T12:00:00Z"), in: UTC.calendar) == (try Zone.utc("2026-11-20T07:30:00Z")))
    #expect(alarm.due(at: try Self.moment("2026-11-17T07:29:59Z"), in: UTC.calendar) == nil)
    let heard = try #require(alarm.heard(at: try Self.moment("2026-11-20T12:00:00Z"), in: UTC.calendar))
    #expect(heard.due(at: try Self.moment("2026-11-20T12:00:00Z"), in: UTC.calendar) == nil)
  }

  @Test(
    "A clock that is corrected by minutes does not repeat an alarm, and one that ran years ahead does not silence it",
    arguments: [
      ("2026-11-20T07:30:10Z", "2026-11-20T07:10:00Z", "2026-11-21T07:30:00Z"),
      ("2038-01-01T08:00:00Z", "2026-11-20T07:10:00Z", "2026-11-20T07:30:00Z"),
    ])
  func corrected(handled: String, now: String, next: String) throws {
    let alarm = try Self.alarm(7, 30, handled: handled)
    #expect(alarm.next(after: try Self.moment(now), in: UTC.calendar) == (try Zone.utc(next)))
  }

  @Test("An alarm follows the time zone of the computer")
  func travelling() throws {
    let alarm = try Self.alarm(7, 30, handled: "2026-11-20T12:00:00Z")
    let now = try Self.moment("2026-11-20T12:00:00Z")
    #expect(alarm.next(after: now, in: try Zone.calendar("America/New_York")) == (try Zone.utc("2026-11-20T12:30:00Z")))
    #expect(alarm.next(after: now, in: try Zone.calendar("Asia/Tokyo")) == (try Zone.utc("2026-11-20T22:30:00Z")))
  }

  @Test(
    "After a suspension over the end of a snooze, the latest occurrence is due",
    arguments: [
      ("2026-11-20T07:09:29Z", nil), ("2026-11-20T07:09:30Z", "2026-11-20T07:09:30Z"),
      ("2026-11-21T06:59:59Z", "2026-11-20T07:09:30Z"), ("2026-11-21T07:02:00Z", "2026-11-21T07:00:00Z"),
      ("2026-11-23T12:00:00Z", "2026-11-23T07:00:00Z"),
    ])
  func suspended(now: String, due: String?) throws {
    let start = try Self.moment("2026-11-20T07:00:30Z")
    let alarm = try Self.alarm(7, 0, handled: "2026-11-19T12:00:00Z").snoozed(for: .seconds(540), at: start)
    let now = start.advanced(by: .seconds(try Zone.utc(now).timeIntervalSince(start.date)))
    #expect(alarm.due(at: now, in: UTC.calendar) == (try due.map(Zone.utc)))
    let heard = try #require(alarm.heard(at: now, in: UTC.calendar))
    #expect(heard.due(at: now, in: UTC.calendar) == nil)
  }

  @Test("An alarm for several single days rings on each of them, and keeps those that are to come")
  func several() throws {
    let days = try ["2026-11-21", "2026-11-23", "2026-12-01"].map { try #require(CalendarDay(written: $0)) }
    let alarm = try Self.alarm(7, 30, .once(Set(days)), handled: "2026-11-20T12:00:00Z")
    let now = try Self.moment("2026-11-20T12:00:00Z")
    #expect(alarm.next(after: now, in: UTC.calendar) == (try Zone.utc("2026-11-21T07:30:00Z")))
    let second = try #require(alarm.heard(at: try Self.moment("2026-11-21T07:30:02Z"), in: UTC.calendar))
    #expect(second.days == .once(Set(days.dropFirst())))
    #expect(second.due(at: try Self.moment("2026-11-23T07:29:59Z"), in: UTC.calendar) == nil)
    #expect(second.due(at: try Self.moment("2026-11-23T07:30:00Z"), in: UTC.calendar) == (try Zone.utc("2026-11-23T07:30:00Z")))
    // The computer was off on the second day.
    #expect(second.heard(at: try Self.moment("2026-11-24T07:30:00Z"), in: UTC.calendar)?.days == .once([days[2]]))
    #expect(second.heard(at: try Self.moment("2026-12-01T07:30:00Z"), in: UTC.calendar) == nil)
  }

  @Test("An alarm for one day rings once, and a snoozed one rings again after its time")
  func once() throws {
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
    let alarm = try Self.alarm(7, 30, .once([day]), handled: "2026-11-20T12:00:00Z")
    let due = try Self.moment("2026-11-21T07:30:02Z")
    #expect(alarm.due(at: due, in: UTC.calendar) == (try Zone.utc("2026-11-21T07:30:00Z")))
    #expect(alarm.heard(at: due, in: UTC.calendar) == nil)
    let snoozed = alarm.snoozed(for: .seconds(540), at: due)
    #expect(snoozed.due(at: due.advanced(by: .seconds(539)), in: UTC.calendar) == nil)
    #expect(snoozed.due(at: due.advanced(by: .seconds(540)), in: UTC.calendar) != nil)
    #expect(snoozed.heard(at: due.advanced(by: .seconds(541)), in: UTC.calendar) == nil)
  }
}
