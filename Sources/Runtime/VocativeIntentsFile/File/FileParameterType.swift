/// What kind of values a parameter of an intents file takes.
package enum FileParameterType: Equatable, Sendable {
  /// Those of a list, by the list's name.
  case list(String)
  /// Whole numbers, within bounds where there are some.
  case number(ClosedRange<Int>?)
  /// Sums of money.
  case amount
  /// Days of the calendar.
  case day
  /// Times of day.
  case time
  /// Lengths of time.
  case duration
  /// Any words.
  case text
  /// Yes and no.
  case boolean

  /// The types by the name a file calls them; a list is named by `list` instead.
  static let named: [(name: String, type: FileParameterType)] = [
    ("number", .number(nil)), ("amount", .amount), ("day", .day), ("time", .time), ("duration", .duration), ("text", .text),
    ("boolean", .boolean),
  ]
}
