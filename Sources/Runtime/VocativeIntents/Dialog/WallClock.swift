public import Foundation
import VocativeUnderstanding

/// The current time and the spoken form of other times relative to it; a dependency, so that tests can set the time.
public struct WallClock: Sendable {
  /// Returns the current time.
  public let now: @Sendable () -> Date
  /// The calendar that determines the start of days, in the current time zone.
  public var calendar: Calendar { makeCalendar() }
  private let makeCalendar: @Sendable () -> Calendar

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]

  /// Creates a clock; by default the system clock in its time zone.
  ///
  /// - Parameter calendar: The calendar, which is created each time because the time zone may change.
  public init(
    now: @escaping @Sendable () -> Date = { Date() }, calendar: @autoclosure @escaping @Sendable () -> Calendar = .localGregorian
  ) {
    self.now = now
    makeCalendar = calendar
  }

  /// Returns a time in spoken form: `ten minutes ago`, `this morning`, `yesterday`, `two days ago`, `on May third`.
  ///
  /// A time in the future, as after a clock correction, is spoken as a date.
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

  /// Returns a time in written form: `May 3, 2026, 09:30`.
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
  /// The Gregorian calendar in the system's time zone, whatever calendar the user prefers.
  public static var localGregorian: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .system
    return calendar
  }
}

extension TimeZone {
  /// The time zone of the system at this moment, which a running program may see changed.
  ///
  /// Foundation reads the zone once. The link is what `timedatectl` changes, and `TZ` takes precedence over it.
  static var system: TimeZone {
    guard ProcessInfo.processInfo.environment["TZ"] == nil,
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
      let folder = link.range(of: "zoneinfo/"), let zone = TimeZone(identifier: String(link[folder.upperBound...]))
    else { return .autoupdatingCurrent }
    return zone
  }
}
