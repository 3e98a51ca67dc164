public import Foundation
public import VocativeUnderstanding

/// A day with a time, on the clock of whatever place the computer is in.
public struct LocalTime: Hashable, Sendable, Comparable {
  /// The day.
  public let day: CalendarDay
  /// The time of the day.
  public let time: TimeOfDay

  /// Creates a local time.
  public init(day: CalendarDay, time: TimeOfDay) {
    self.day = day
    self.time = time
  }

  /// Creates a local time from ISO 8601 format: `2026-12-24T18:00`; nil for any other text.
  public init?(written text: String) {
    guard let match = text.wholeMatch(of: #/([0-9-]+)T([0-9]{2}):([0-9]{2})/#), let day = CalendarDay(written: String(match.1)),
      let hour = Int(match.2), let minute = Int(match.3), let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    self.init(day: day, time: time)
  }

  /// The local time in ISO 8601 format: `2026-12-24T18:00`.
  public var written: String { "\(day.written)T\(time.written)" }

  /// Returns whether one time is before another one in the same place.
  public static func < (left: LocalTime, right: LocalTime) -> Bool { (left.day, left.time) < (right.day, right.time) }

  /// Returns the moment of this time in a calendar's time zone.
  ///
  /// A time that the start of summer time leaves out is the moment at which the clock is moved. Of a time that occurs twice when
  /// summer time ends, the first one counts.
  public func date(in calendar: Calendar) -> Date? {
    let zone = calendar.timeZone
    let noon = Double(day.number * 86_400 + 43_200)
    let wanted = Double(day.number * 86_400 + time.hour * 3600 + time.minute * 60)
    // The offsets of the day, the one before a change first; the larger offset belongs to the earlier moment.
    let offsets = [-86_400.0, 86_400].map { Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: noon + $0))) }
    for offset in Set(offsets).sorted(by: >) {
      let date = Date(timeIntervalSince1970: wanted - offset)
      if Double(zone.secondsFromGMT(for: date)) == offset { return date }
    }
    let before = Date(timeIntervalSince1970: wanted - (offsets.max() ?? 0) - 1)
    return zone.nextDaylightSavingTimeTransition(after: before)
  }

  /// Returns the first of some times of day that is later than a moment.
  public static func next(of times: [TimeOfDay], after date: Date, in calendar: Calendar) -> LocalTime? {
    guard let today = CalendarDay(date, calendar: calendar) else { return nil }
    return [0, 1, 2].lazy.compactMap { today.adding(days: $0) }
      .flatMap { day in times.sorted().map { LocalTime(day: day, time: $0) } }
      .first { $0.isAhead(of: date, in: calendar) }
  }

  /// Returns the times that a day and a time mean as they were said, the nearest first.
  ///
  /// - Parameters:
  ///   - name: The day as it was said: `today`, `monday`, `--12-24`.
  ///   - day: The next day that it means.
  ///   - isNight: Whether the time is in the night after the day.
  ///   - dayStart: The hour from which a time without its half of the day counts on another day than today.
  package static func candidates(
    _ time: ClockTime, on name: String, _ day: CalendarDay, isNight: Bool, dayStart: Int, today: CalendarDay?
  ) -> [LocalTime] {
    let isWeekday = RelativeDay.weekdays.contains(name)
    let first = isNight ? 1 : 0
    // "Tonight" may be the night that has begun, and a weekday that of the next week.
    let days = isNight && name == "today" ? [0, 1] : isWeekday ? [first, first + 7] : [first]
    let times = day == today && !isWeekday ? time.candidates : [time.time(inDayFrom: dayStart)].compactMap(\.self)
    return days.compactMap { day.adding(days: $0) }.flatMap { day in
      // The midnight of a night is already on the next day.
      times.compactMap { isNight ? LocalTime(day: day, time: $0) : LocalTime(of: day, at: $0) }
    }.sorted()
  }

  /// Creates the time of a day as a person says it: midnight is the end of the day; nil after the last day of the calendar.
  package init?(of day: CalendarDay, at time: TimeOfDay) {
    guard let date = day.adding(days: time.isMidnight ? 1 : 0) else { return nil }
    self.init(day: date, time: time)
  }

  /// Returns whether the time is later than a moment.
  package func isAhead(of now: Date, in calendar: Calendar) -> Bool { date(in: calendar).map { $0 > now } ?? false }
}

extension LocalTime: ParameterValue {
  /// The hour from which a time without its half of the day counts: "six" is in the evening.
  private static let dayStart = 7

  /// Days with a time, as in `tomorrow at half past eight`.
  public static var spokenKind: SpokenKind? { .dayAndTime }

  /// Returns the local time for an identifier in ISO 8601 format, or relative to today: `tomorrowT07:30/19:30`.
  ///
  /// A time on a weekday or on today that leaves its half of the day open means the next one. A time in the night after a day, as
  /// in `friday-nightT01:00`, is on the next day.
  public static func value(for identifier: String) async throws -> LocalTime? {
    value(for: identifier, clock: Dependencies.current.clock)
  }

  /// Returns the local time for an identifier at the time of a clock.
  static func value(for identifier: String, clock: WallClock) -> LocalTime? {
    guard let parts = SpokenDayAndTime.parts(of: identifier), let time = ClockTime(identifier: parts.time),
      let daytime = time.time(inDayFrom: dayStart),
      !parts.isNight || time == .known(daytime) && daytime.hour < SpokenDayAndTime.morningHour,
      let day = RelativeDay(clock: clock).day(parts.day)
    else { return nil }
    // The identifier of a local time, which is exact.
    if parts.day.first?.isNumber == true, !parts.isNight, time == .known(daytime) { return LocalTime(day: day, time: daytime) }
    let candidates = candidates(
      time, on: parts.day, day, isNight: parts.isNight, dayStart: dayStart, today: clock.today)
    return candidates.first { $0.isAhead(of: clock.now(), in: clock.calendar) } ?? candidates.last
  }

  /// The local time as a list value, identified in ISO 8601 format, and named relative to today.
  public var spokenValue: SpokenValue {
    let name = "\(Dependencies.current.clock.spoken(day)) at \(time.spoken)"
    return SpokenValue(identifier: written, display: "\(day.written) \(time.written)", names: [name])
  }
}
