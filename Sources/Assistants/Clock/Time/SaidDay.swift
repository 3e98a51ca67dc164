public import VocativeIntents
public import VocativeUnderstanding

/// A day as a person says it, as in `next monday`.
///
/// It keeps what was said, because a weekday may mean a later week than a date does.
public struct SaidDay: ParameterValue, Hashable {
  /// The day as it was said: `monday`, `next-monday`, `--12-01`, `---15`.
  let name: String
  /// The next day that it means, which may be today.
  let day: CalendarDay

  /// Days, as in `next thursday`.
  public static var spokenKind: SpokenKind? { .day }

  /// Returns the day for an identifier in ISO 8601 format, or relative to today, as of `CalendarDay`.
  public static func value(for identifier: String) async throws -> SaidDay? {
    try await CalendarDay.value(for: identifier).map { SaidDay(name: identifier, day: $0) }
  }

  /// The day as a list value, identified by what was said.
  public var spokenValue: SpokenValue {
    let words = SpokenKind.day.words(for: name) ?? name
    return SpokenValue(identifier: name, display: words, names: [words])
  }

  /// Whether a weekday was said.
  var isWeekday: Bool { Weekday.allCases.contains { ["\($0)", "next-\($0)"].contains(name) } }

  /// Whether a date was said, as in `december first` and `the fifteenth`.
  var isDate: Bool { name.first.map { $0 == "-" || $0.isNumber } ?? false }

  /// The number of a day that was said without its month, as in `the fifteenth`; nil for any other day.
  var dayOfMonth: Int? { name.wholeMatch(of: #/---(\d\d)/#).flatMap { Int($0.1) } }
}
