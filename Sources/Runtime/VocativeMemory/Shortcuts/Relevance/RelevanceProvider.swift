public import Foundation
import VocativeIntents

/// A condition under which a shortcut is relevant.
public enum RelevanceProvider: Hashable, Sendable, Codable {
  /// Between two times.
  case dates(DateInterval)
  /// At a time of day on some days of the week.
  case clock(ClockWindow)
  /// At a place, given by the name that the program with the location uses: `office`.
  case place(String)
  /// At a typical time of the day.
  case dailyRoutine(DailyRoutine)

  /// Returns the reason for relevance at a time and place, in words; nil if the condition is not met.
  func reason(at date: Date, place: String?, calendar: Calendar) -> String? {
    switch self {
    case .dates(let interval): return interval.contains(date) ? "relevant now" : nil
    case .clock(let window): return Self.contains([window], date, calendar) ? "relevant now: at this time" : nil
    case .place(let name):
      guard let place, place.caseInsensitiveCompare(name) == .orderedSame else { return nil }
      return "relevant here: \(name)"
    case .dailyRoutine(let routine):
      return Self.contains(routine.windows, date, calendar) ? "relevant now: \(routine.rawValue)" : nil
    }
  }

  private static func contains(_ windows: [ClockWindow], _ date: Date, _ calendar: Calendar) -> Bool {
    let parts = calendar.dateComponents([.hour, .minute, .weekday], from: date)
    guard let weekday = parts.weekday.flatMap(Weekday.init) else { return false }
    let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    return windows.contains { $0.contains(minute: minute, of: weekday) }
  }
}
