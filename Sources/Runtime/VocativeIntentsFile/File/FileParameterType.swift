/// The type of a parameter of an intents file.
package enum FileParameterType: Equatable, Sendable {
  /// A value of a list, given by its name.
  case list(String)
  /// A whole number, optionally in a range.
  case number(ClosedRange<Int>?)
  /// A sum of money.
  case amount
  /// A calendar day.
  case day
  /// A time of day.
  case time
  /// A duration.
  case duration
  /// Free text.
  case text
  /// Yes or no.
  case boolean

  /// The types by their names in a file; a list is named with the key `list` instead.
  package static let named: [(name: String, type: FileParameterType)] = [
    ("number", .number(nil)), ("amount", .amount), ("day", .day), ("time", .time), ("duration", .duration), ("text", .text),
    ("boolean", .boolean),
  ]
}
