public import Foundation
import VocativeUnderstanding

/// What time it is, and how other times are called from there; a dependency, so that tests can choose the time.
public struct WallClock: Sendable {
  /// The time now.
  public let now: @Sendable () -> Date
  /// Where days begin.
  public let calendar: Calendar

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]

  /// A clock; unless told otherwise the computer's own, in its time zone.
  public init(now: @escaping @Sendable () -> Date = { Date() }, calendar: Calendar = .localGregorian) {
    self.now = now
    self.calendar = calendar
  }

  /// A time as it is said: `ten minutes ago`, `this morning`, `yesterday`, `two days ago`, `on May third`.
  ///
  /// What lies ahead, as after a clock was put right, is called by its date.
  public func spoken(_ date: Date) -> String {
    let now = now()
    let age = now.timeIntervalSince(date)
    let days = calendar.dateComponents(
      [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now)
    ).day
    switch (age, days) {
    case (0..<60, _): return "just now"
    case (60..<3600, _): return SpokenNumber.count(Int(age / 60), "minute") + " ago"
    case (0..., 0): return partOfDay(date)
    case (_, 0): return "today"
    case (_, 1): return "yesterday"
    case (_, .some(let days)) where (2...6).contains(days): return SpokenNumber.count(days, "day") + " ago"
    default: return spokenDay(date, now: now)
    }
  }

  /// A time as it is written: `May 3, 2026, 09:30`.
  public func written(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let (hour, minute) = (String(parts.hour ?? 0), String(parts.minute ?? 0))
    let time = "\(hour.count < 2 ? "0" : "")\(hour):\(minute.count < 2 ? "0" : "")\(minute)"
    return "\(month(parts)) \(parts.day ?? 1), \(parts.year ?? 0), \(time)"
  }

  private func partOfDay(_ date: Date) -> String {
    switch calendar.component(.hour, from: date) {
    case ..<12: "this morning"
    case ..<18: "this afternoon"
    default: "this evening"
    }
  }

  private func spokenDay(_ date: Date, now: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let day = "on \(month(parts)) \(SpokenNumber.ordinal(parts.day ?? 1))"
    guard let year = parts.year, year != calendar.component(.year, from: now) else { return day }
    return "\(day), \(SpokenNumber.year(year))"
  }

  private func month(_ parts: DateComponents) -> String { Self.months[((parts.month ?? 1) - 1) % Self.months.count] }
}

extension Calendar {
  /// The calendar of English dates in the computer's time zone, whatever calendar its owner prefers.
  public static var localGregorian: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .autoupdatingCurrent
    return calendar
  }
}
