/// A part of the day on some days of the week, by the clock on the wall.
///
/// A window that ends before it starts goes past midnight, and belongs to the day it starts on.
public struct ClockWindow: Hashable, Sendable, Codable {
  /// When it starts, in minutes since midnight.
  public let start: Int
  /// When it is over, in minutes since midnight.
  public let end: Int
  /// The days it starts on.
  public let weekdays: Set<Weekday>

  /// A window from one time of the day to another; the same time twice is the whole day.
  public init(from start: Int, to end: Int, on weekdays: Set<Weekday> = Set(Weekday.allCases)) {
    self.start = start
    self.end = end
    self.weekdays = weekdays
  }

  /// Whether a time of a day of the week lies in it.
  func contains(minute: Int, of weekday: Weekday) -> Bool {
    if start == end { return weekdays.contains(weekday) }
    if start < end { return weekdays.contains(weekday) && (start..<end).contains(minute) }
    let startedToday = weekdays.contains(weekday) && minute >= start
    return startedToday || (weekdays.contains(weekday.before) && minute < end)
  }
}

extension Weekday {
  fileprivate var before: Weekday { Weekday(rawValue: rawValue - 1) ?? .saturday }
}
