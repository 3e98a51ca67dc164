import Foundation
public import VocativeUnderstanding

/// A calendar day.
public struct CalendarDay: Hashable, Sendable, Comparable {
  /// The year, as in 2026.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day; nil if it does not exist in the calendar.
  public init?(year: Int, month: Int, day: Int) {
    let parts = DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
    guard parts.isValidDate else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from ISO 8601 format: `2026-12-24`; nil for any other text.
  public init?(written text: String) {
    guard let match = text.wholeMatch(of: #/(\d{4})-(\d{2})-(\d{2})/#), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day in ISO 8601 format: `2026-12-24`.
  public var written: String {
    "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
  }

  /// Returns whether one day is before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDay: ParameterValue {
  /// Days, as in `next thursday`.
  public static var spokenKind: SpokenKind? { .day }

  /// Returns the day for an identifier in ISO 8601 format, or relative to today: `tomorrow`, `thursday`, `last-thursday`,
  /// `--12-24`, `---15`.
  ///
  /// Weekdays and dates without a year or a month mean the next occurrence, including today; the assistant's `WallClock` determines today.
  public static func value(for identifier: String) async throws -> CalendarDay? {
    RelativeDay(clock: Dependencies.current.clock).day(identifier)
  }

  /// The day as a list value, identified in ISO 8601 format.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: written, display: written, names: [SpokenKind.day.words(for: written) ?? written])
  }
}

/// Days relative to today.
struct RelativeDay {
  let clock: WallClock

  static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  func day(_ name: String) -> CalendarDay? {
    switch name {
    case "today": return day(0)
    case "tomorrow": return day(1)
    case "yesterday": return day(-1)
    case "day-after-tomorrow": return day(2)
    case "day-before-yesterday": return day(-2)
    default: break
    }
    if let day = CalendarDay(written: name) { return day }
    if let date = name.wholeMatch(of: #/--(\d{2})-(\d{2})/#), let month = Int(date.1), let day = Int(date.2) {
      return upcoming(month: month, day: day)
    }
    if let date = name.wholeMatch(of: #/---(\d{2})/#), let day = Int(date.1) { return upcoming(day: day) }
    let parts = name.split(separator: "-").map(String.init)
    guard let last = parts.last, let weekday = Self.weekdays.firstIndex(of: last) else { return nil }
    let ahead = (weekday + 1 - clock.calendar.component(.weekday, from: clock.now()) + 7) % 7
    switch parts.dropLast() {
    case []: return day(ahead)
    case ["next"]: return day(ahead == 0 ? 7 : ahead)
    case ["last"]: return day(ahead == 0 ? -7 : ahead - 7)
    default: return nil
    }
  }

  private func day(_ offset: Int) -> CalendarDay? {
    guard let date = clock.calendar.date(byAdding: .day, value: offset, to: clock.now()) else { return nil }
    return CalendarDay(date, calendar: clock.calendar)
  }

  private func upcoming(day: Int) -> CalendarDay? {
    guard let today = self.day(0) else { return nil }
    // Not every month has a thirty first.
    return (today.month...today.month + 2).lazy
      .compactMap { CalendarDay(year: today.year + ($0 - 1) / 12, month: ($0 - 1) % 12 + 1, day: day) }.first { $0 >= today }
  }

  private func upcoming(month: Int, day: Int) -> CalendarDay? {
    guard let today = self.day(0) else { return nil }
    // The next leap day may be years away.
    return (0...8).lazy.compactMap { CalendarDay(year: today.year + $0, month: month, day: day) }.first { $0 >= today }
  }
}
