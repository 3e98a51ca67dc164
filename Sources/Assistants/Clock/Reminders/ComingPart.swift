import Foundation
public import VocativeIntents

/// A part of a day without its day: of today, as in `this evening` and `tonight`, or the next one, as in `in the morning`.
public struct ComingPart: ParameterValue, Hashable {
  let part: DayPart
  /// Whether the day is today.
  let isToday: Bool

  private static let all = [true, false].flatMap { isToday in DayPart.allCases.map { ComingPart(part: $0, isToday: isToday) } }

  private var identifier: String { "\(isToday ? "this" : "in-the")-\(part.rawValue)" }

  private var names: [String] {
    switch (part, isToday) {
    case (.night, true): ["tonight", "this night"]
    case (.night, false): ["at night"]
    case (_, true): ["this \(part.rawValue)"]
    case (_, false): ["in the \(part.rawValue)"]
    }
  }

  /// Returns all parts.
  public static func spokenValues() async throws -> [SpokenValue] { all.map(\.spokenValue) }
  /// Returns the part with an identifier, such as `this-evening` or `in-the-morning`.
  public static func value(for identifier: String) async throws -> ComingPart? { all.first { $0.identifier == identifier } }
  /// The part as a list value.
  public var spokenValue: SpokenValue { SpokenValue(identifier: identifier, display: names[0], names: names) }

  /// Returns the next moment with a time in this part; nil if it has passed today.
  func next(at time: ClockTime, after now: Date, in calendar: Calendar) -> LocalTime? {
    // The evening and the night of yesterday may not be over.
    ((part.isLate ? -1 : 0)...(isToday ? 0 : 1)).lazy
      .compactMap { CalendarDay(now, calendar: calendar)?.adding(days: $0) }.compactMap { part.time(time, of: $0) }
      .first { $0.isAhead(of: now, in: calendar) }
  }
}
