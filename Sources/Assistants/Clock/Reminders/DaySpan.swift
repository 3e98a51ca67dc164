public import VocativeIntents

/// A time of several days, one of which a person has yet to choose.
public enum DaySpan: String, ParameterEnum {
  /// The rest of this week.
  case thisWeek
  /// The next Saturday and Sunday.
  case thisWeekend
  /// The week that begins on the next Monday.
  case nextWeek
  /// The Saturday and Sunday of that week.
  case nextWeekend
  /// The month after this one.
  case nextMonth

  /// The spoken name.
  public var spokenNames: [String] {
    switch self {
    case .thisWeek: ["this week"]
    case .thisWeekend: ["this weekend"]
    case .nextWeek: ["next week"]
    case .nextWeekend: ["next weekend"]
    case .nextMonth: ["next month"]
    }
  }

  /// Returns the day that a person means in it: "friday" of next week is not the next Friday.
  ///
  /// It is nil if the month does not have the day.
  func day(_ said: SaidDay, from today: CalendarDay) -> SaidDay? {
    guard let start = start(from: today) else { return said }
    if self == .nextMonth, let day = said.dayOfMonth {
      return CalendarDay(year: start.year, month: start.month, day: day).map { SaidDay(name: $0.written, day: $0) }
    }
    guard said.isWeekday else { return said }
    let weeks = max((said.day.days(until: start) + 6) / 7, 0)
    return said.day.adding(days: weeks * 7).map { SaidDay(name: $0.written, day: $0) } ?? said
  }

  private func start(from today: CalendarDay) -> CalendarDay? {
    switch self {
    case .thisWeek, .thisWeekend: today
    case .nextWeek, .nextWeekend: today.adding(days: 7 - (today.weekday.rawValue - Weekday.monday.rawValue + 7) % 7)
    case .nextMonth: CalendarDay(year: today.year + today.month / 12, month: today.month % 12 + 1, day: 1)
    }
  }
}
