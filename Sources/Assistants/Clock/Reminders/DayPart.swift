public import VocativeIntents

/// A part of a day, which tells the half of the day in which a time is.
public enum DayPart: String, ParameterEnum {
  /// Before noon.
  case morning
  /// After noon.
  case afternoon
  /// After noon, until after midnight.
  case evening
  /// From the evening to the next morning.
  case night

  /// The hour at which a night ends.
  private static let nightEnd = 6

  /// Whether the part ends on the next day.
  var isLate: Bool { self == .evening || self == .night }

  /// Returns a time of this part of a day.
  ///
  /// The end of an evening or a night is on the next day.
  func time(_ time: ClockTime, of day: CalendarDay) -> LocalTime? {
    let start =
      switch self {
      case .morning: 0
      case .afternoon: 12
      // "Twelve" in the evening is midnight.
      case .evening: 13
      case .night: 12 + Self.nightEnd
      }
    guard let time = time.time(inDayFrom: start) else { return nil }
    let isNextDay = isLate && time.hour < Self.nightEnd
    return day.adding(days: isNextDay ? 1 : 0).map { LocalTime(day: $0, time: time) }
  }
}
