public import Foundation

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
  /// If all of these conditions are met.
  case all([RelevanceProvider])

  /// Returns the reason for relevance at a time and place, in words; nil if the condition is not met.
  func reason(at date: Date, place: String?, calendar: Calendar) -> String? {
    switch self {
    case .dates(let interval): return interval.contains(date) ? "relevant now" : nil
    case .clock(let window): return window.contains(date, calendar) ? "relevant now: at this time" : nil
    case .place(let name):
      guard let place, place.caseInsensitiveCompare(name) == .orderedSame else { return nil }
      return "relevant here: \(name)"
    case .dailyRoutine(let routine):
      return routine.windows.contains { $0.contains(date, calendar) } ? "relevant now: \(routine.rawValue)" : nil
    case .all(let providers):
      let reasons = providers.compactMap { $0.reason(at: date, place: place, calendar: calendar) }
      return reasons.count == providers.count ? reasons.joined(separator: ", ") : nil
    }
  }
}
