import VocativeIntents
import VocativeUnderstanding

/// A day of a search: messages are in the past, so a weekday means the most recent one, and so does a date without a year.
///
/// `CalendarDay` means the next one. Only the identifier tells such a day from one with a year.
struct PastDay: Equatable {
  let day: CalendarDay
  /// The next day with the same date, for a date without a year; nil for any other day.
  let next: CalendarDay?
  /// Whether it was said as a weekday.
  var isWeekday = false

  /// Returns the day as the end of days from a first one.
  ///
  /// A date without a year is then the nearer one: on November 26, "between November third and December second" is not over.
  func ending(since first: CalendarDay) -> CalendarDay {
    guard let next, day < first, first.days(until: next) < day.days(until: first) else { return day }
    return next
  }
}

extension PastDay: ParameterValue {
  static var spokenKind: SpokenKind? { .day }

  static func value(for identifier: String) async throws -> PastDay? {
    @Dependency var clock: WallClock
    guard let day = try await CalendarDay.value(for: identifier), let today = clock.today else { return nil }
    let isWeekday = identifier == day.weekday.name.lowercased()
    guard day > today else { return PastDay(day: day, next: nil, isWeekday: isWeekday) }
    if isWeekday { return day.adding(days: -7).map { PastDay(day: $0, next: nil, isWeekday: true) } }
    guard identifier.hasPrefix("--") else { return PastDay(day: day, next: nil) }
    // The last leap day may be years away.
    let past = (1...8).lazy.compactMap { CalendarDay(year: day.year - $0, month: day.month, day: day.day) }.first { $0 <= today }
    return past.map { PastDay(day: $0, next: day) }
  }

  var spokenValue: SpokenValue {
    let value = day.spokenValue
    // A weekday and a date without a year stay such in the request.
    let dated = next == nil ? value.identifier : "-" + day.written.dropFirst(4)
    let identifier = isWeekday ? day.weekday.name.lowercased() : dated
    return SpokenValue(identifier: identifier, display: value.display, names: value.names)
  }
}
