import VocativeIntents
package import VocativeUnderstanding

/// The type of a parameter of an intents file.
package enum FileParameterType: Equatable, Sendable {
  /// A value of a list, given by its name.
  case list(String)
  /// A whole number, optionally in a range.
  case number(ClosedRange<Int>?)
  /// A number with decimals in a range.
  case decimal(DecimalRange)
  /// A sum of money.
  case amount
  /// A calendar day.
  case day
  /// A time of day.
  case time
  /// A day with a time.
  case dayAndTime
  /// A duration.
  case duration
  /// Free text.
  case text
  /// Yes or no.
  case boolean

  /// The bounds of the numbers; nil if there are none.
  var bounds: ClosedRange<DecimalNumber>? {
    switch self {
    case .number(let range?): DecimalNumber(range.lowerBound)...DecimalNumber(range.upperBound)
    case .decimal(let range): range.from...range.through
    default: nil
    }
  }

  /// The form of the identifiers of its values, as in `a whole number`.
  package var form: String {
    switch self {
    case .list(let name): "a value of the list \"\(name)\""
    case .number(nil): "a whole number"
    case .number(let range?): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .decimal(let range): "a number from \(range)"
    case .amount: "an amount, as in \"12.50\""
    case .day: "a day, as in 2026-12-24, --12-24, thursday or tomorrow"
    case .time: "a time, as in \"08:30\""
    case .dayAndTime: "a day with a time, as in 2026-12-24T18:00 or tomorrowT18:00"
    case .duration: "a duration by ISO 8601, as in PT1H30M"
    case .text: "a text"
    case .boolean: "\"yes\" or \"no\""
    }
  }

  /// Returns whether a text identifies a value; any text does for a list, which has its own values.
  func hasValue(identifiedBy text: String) -> Bool {
    switch self {
    case .list: true
    case .number(let range): Int(text).map { range?.contains($0) != false } ?? false
    case .decimal(let range): DecimalNumber(text).map(range.contains) ?? false
    case .amount: SpokenKind.amount.hasValue(identifiedBy: text)
    case .day: SpokenKind.day.hasValue(identifiedBy: text)
    case .time: SpokenKind.timeOfDay.hasValue(identifiedBy: text)
    case .dayAndTime: SpokenKind.dayAndTime.hasValue(identifiedBy: text)
    case .duration: SpokenKind.duration.hasValue(identifiedBy: text)
    case .text: SpokenKind.text.hasValue(identifiedBy: text)
    case .boolean: ["yes", "no"].contains(text)
    }
  }

  /// The types by their names in a file; a list is named with the key `list` instead.
  package static let named: [(name: String, type: FileParameterType)] = [
    ("number", .number(nil)), ("amount", .amount), ("day", .day), ("time", .time), ("day-and-time", .dayAndTime),
    ("duration", .duration), ("text", .text), ("boolean", .boolean),
  ]
}
