public import VocativeIntents
import VocativeUnderstanding

/// A coming holiday, as in `on christmas`, or the day some months from today, as in `in a month`.
public struct ComingDay: ParameterValue, Hashable {
  private enum Kind: Hashable {
    case holiday(Holiday)
    case months(Int)
  }

  private let kind: Kind

  private static let all = (Holiday.allCases.map(Kind.holiday) + (1...12).map(Kind.months)).map(ComingDay.init)

  private var identifier: String {
    switch kind {
    case .holiday(let holiday): holiday.rawValue
    case .months(let count): "in-\(count)-months"
    }
  }

  private var names: [String] {
    switch kind {
    // Without "on" or "by", a holiday is part of the text: "buy a gift for christmas".
    case .holiday(let holiday): holiday.spokenNames.flatMap { ["on \($0)", "by \($0)"] }
    case .months(1): ["in a month", "in one month"]
    case .months(12): ["in a year", "in one year", "in twelve months"]
    case .months(let count): ["in \(SpokenNumber.count(count, "month"))"]
    }
  }

  /// Returns all days.
  public static func spokenValues() async throws -> [SpokenValue] { all.map(\.spokenValue) }
  /// Returns the day with an identifier, such as `christmas` or `in-2-months`.
  public static func value(for identifier: String) async throws -> ComingDay? { all.first { $0.identifier == identifier } }
  /// The day as a list value.
  public var spokenValue: SpokenValue { SpokenValue(identifier: identifier, display: names[0], names: names) }

  /// Returns the next such day, which may be today if it is a holiday.
  func next(from today: CalendarDay) -> SaidDay? { date(from: today).map { SaidDay(name: $0.written, day: $0) } }

  private func date(from today: CalendarDay) -> CalendarDay? {
    switch kind {
    case .holiday(let holiday): return holiday.next(from: today)
    case .months(let count):
      let months = today.month - 1 + count
      // A month that is shorter has its last day instead of the thirty first.
      return (0...3).lazy
        .compactMap { CalendarDay(year: today.year + months / 12, month: months % 12 + 1, day: today.day - $0) }.first
    }
  }
}
