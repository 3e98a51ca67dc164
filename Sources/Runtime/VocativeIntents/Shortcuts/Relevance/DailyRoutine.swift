/// A typical time of the day, with the names of INDailyRoutineRelevanceProvider; determined by the clock alone.
public enum DailyRoutine: String, Hashable, Sendable, Codable, CaseIterable {
  /// From 5:00 to 10:00.
  case morning
  /// From 17:00 to 22:00.
  case evening
  /// From 22:00 to 5:00.
  case night
  /// Monday to Friday, from 9:00 to 17:00.
  case work
  /// Monday to Friday, from 7:00 to 9:30 and from 16:30 to 19:00.
  case commute
  /// Saturday and Sunday.
  case weekend

  /// The times that the routine covers.
  public var windows: [ClockWindow] {
    switch self {
    case .morning: [ClockWindow(from: 5 * 60, to: 10 * 60)]
    case .evening: [ClockWindow(from: 17 * 60, to: 22 * 60)]
    case .night: [ClockWindow(from: 22 * 60, to: 5 * 60)]
    case .work: [ClockWindow(from: 9 * 60, to: 17 * 60, on: Weekday.workdays)]
    case .commute:
      [
        ClockWindow(from: 7 * 60, to: 9 * 60 + 30, on: Weekday.workdays),
        ClockWindow(from: 16 * 60 + 30, to: 19 * 60, on: Weekday.workdays),
      ]
    case .weekend: [ClockWindow(from: 0, to: 0, on: Weekday.weekend)]
    }
  }
}
