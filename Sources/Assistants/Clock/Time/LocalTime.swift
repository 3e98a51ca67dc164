public import Foundation
public import VocativeIntents

/// A time on the clock of whatever place the computer is in.
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
      .first { $0.date(in: calendar).map { $0 > date } ?? false }
  }
}
