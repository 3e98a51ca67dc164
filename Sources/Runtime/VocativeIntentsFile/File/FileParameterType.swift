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

  /// The types by their names in a file; a list is named with the key `list` instead.
  package static let named: [(name: String, type: FileParameterType)] = [
    ("number", .number(nil)), ("amount", .amount), ("day", .day), ("time", .time), ("day-and-time", .dayAndTime),
    ("duration", .duration), ("text", .text), ("boolean", .boolean),
  ]
}
