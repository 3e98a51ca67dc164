public import VocativeIntents
public import VocativeUnderstanding

/// The time until a reminder as a person says it, as in `in two weeks`.
///
/// It keeps what was said, because "in one day" means a day, and "in twenty four hours" means a moment.
public struct SaidDelay: ParameterValue, Hashable {
  let duration: Duration
  /// The time as it was said: `P14D`, `PT24H`.
  private let name: String

  /// Durations, as in `two weeks`.
  public static var spokenKind: SpokenKind? { .duration }

  /// Returns the time for an identifier in ISO 8601 format, as of `Duration`.
  public static func value(for identifier: String) async throws -> SaidDelay? {
    try await Duration.value(for: identifier).map { SaidDelay(duration: $0, name: identifier) }
  }

  /// The time as a list value, identified by what was said.
  public var spokenValue: SpokenValue {
    let words = SpokenKind.duration.words(for: name) ?? name
    return SpokenValue(identifier: name, display: name, names: [words])
  }

  /// The number of days if only days or weeks were said; nil for any other time.
  var days: Int? { duration > .zero ? name.wholeMatch(of: #/P(\d+)D/#).flatMap { Int($0.1) } : nil }

  /// The days in words: `in two weeks`; nil for one day, which is tomorrow, and for any other time.
  var daysInDialog: String? {
    guard let days, days > 1 else { return nil }
    let (weeks, rest) = days.quotientAndRemainder(dividingBy: 7)
    return "in \(rest == 0 ? SpokenNumber.count(weeks, "week") : SpokenNumber.count(days, "day"))"
  }

  /// Returns the day after these days; nil if they are not whole days.
  func day(from today: CalendarDay) -> SaidDay? {
    days.flatMap { today.adding(days: $0) }.map { SaidDay(name: $0.written, day: $0) }
  }
}
