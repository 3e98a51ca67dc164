import Foundation
public import VocativeIntents
public import VocativeUnderstanding

/// A day with a time as a person says them, as in `tomorrow morning at seven`.
///
/// Unlike `LocalTime`, it keeps what was said: a day begins earlier for an alarm than for a reminder, and "tonight" may be the night
/// that has begun.
public struct DayAndTime: ParameterValue, Hashable {
  let day: SaidDay
  /// Whether the time is in the night after the day.
  let isNight: Bool
  let time: ClockTime
  private let identifier: String

  init(day: SaidDay, time: ClockTime) {
    (self.day, isNight, self.time) = (day, false, time)
    identifier = "\(day.name)T\(time.spokenValue.identifier)"
  }

  private init(day: SaidDay, isNight: Bool, time: ClockTime, identifier: String) {
    (self.day, self.isNight, self.time, self.identifier) = (day, isNight, time, identifier)
  }

  /// Days with a time, as in `tomorrow at half past eight`.
  public static var spokenKind: SpokenKind? { .dayAndTime }

  /// Returns the day and the time for an identifier, as of `LocalTime`: `tomorrowT07:30/19:30`, `friday-nightT01:00`.
  public static func value(for identifier: String) async throws -> DayAndTime? {
    guard try await LocalTime.value(for: identifier) != nil, let parts = SpokenDayAndTime.parts(of: identifier),
      let day = try await SaidDay.value(for: parts.day), let time = try await ClockTime.value(for: parts.time)
    else { return nil }
    return DayAndTime(day: day, isNight: parts.isNight, time: time, identifier: identifier)
  }

  /// The day and the time as a list value, identified by what was said.
  public var spokenValue: SpokenValue {
    let words = SpokenKind.dayAndTime.words(for: identifier) ?? identifier
    return SpokenValue(identifier: identifier, display: words, names: [words])
  }

  /// Returns the next time that is meant; nil if it has passed.
  ///
  /// - Parameter dayStart: The hour from which a time without its half of the day counts on another day than today.
  func next(dayStart: Int, after now: Date, in calendar: Calendar) -> LocalTime? {
    let today = CalendarDay(now, calendar: calendar)
    return LocalTime.candidates(time, on: day.name, day.day, isNight: isNight, dayStart: dayStart, today: today)
      .first { $0.isAhead(of: now, in: calendar) }
  }
}
