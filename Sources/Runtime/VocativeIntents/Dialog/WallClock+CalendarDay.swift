public import Foundation
import VocativeUnderstanding

extension WallClock {
  /// The current day.
  public var today: CalendarDay? { CalendarDay(now(), calendar: calendar) }

  /// Returns a day in spoken form: `today`, `yesterday`, `tomorrow`, `last Thursday`, `May third`.
  public func spoken(_ day: CalendarDay) -> String {
    guard let today else { return day.written }
    switch today.days(until: day) {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    case -7 ..< -1: return "last \(day.weekday.name)"
    case 2..<7: return day.weekday.name
    default:
      // A date without a year is written as `--12-24`.
      let date = day.year == today.year ? "-" + day.written.dropFirst(4) : day.written
      return SpokenKind.day.words(for: date)?.withCapital ?? day.written
    }
  }
}

extension CalendarDay {
  /// The day in spoken form, at the time of the assistant's clock.
  package var spoken: String { Dependencies.current.clock.spoken(self) }

  /// Creates the day that contains a time.
  public init?(_ date: Date, calendar: Calendar) {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    self.init(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
  }
}
