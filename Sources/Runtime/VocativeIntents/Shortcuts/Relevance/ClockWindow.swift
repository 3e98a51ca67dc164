import Foundation

/// A part of the day on some days of the week, in local time.
///
/// A window that ends before it starts continues past midnight, and belongs to the day on which it starts.
public struct ClockWindow: Hashable, Sendable, Codable {
  /// The start in minutes since midnight.
  public let start: Int
  /// The end in minutes since midnight.
  public let end: Int
  /// The days on which it starts.
  public let weekdays: Set<Weekday>

  /// Creates a window from one time of day to another; equal times mean the whole day.
  public init(from start: Int, to end: Int, on weekdays: Set<Weekday> = Set(Weekday.allCases)) {
    self.start = start
    self.end = end
    self.weekdays = weekdays
  }

  /// Returns whether the window contains a time.
  func contains(_ date: Date, _ calendar: Calendar) -> Bool {
    let parts = calendar.dateComponents([.hour, .minute, .weekday], from: date)
    guard let weekday = parts.weekday.flatMap(Weekday.init) else { return false }
    return contains(minute: (parts.hour ?? 0) * 60 + (parts.minute ?? 0), of: weekday)
  }

  /// Returns whether the window contains a time of a weekday.
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
