package import VocativeUnderstanding

extension SpokenKind {
  /// Returns whether a text is the identifier of a value, whatever day it is.
  package func hasValue(identifiedBy text: String) -> Bool {
    switch self {
    case .number: return Int(text) != nil
    case .decimal: return DecimalNumber(text) != nil
    case .amount: return CurrencyAmount(decimal: text) != nil
    case .day: return RelativeDay(clock: WallClock()).day(text) != nil
    case .timeOfDay: return TimeOfDay(identifier: text) != nil
    case .clockTime: return ClockTime(identifier: text) != nil
    case .dayAndTime: return LocalTime.value(for: text, clock: WallClock()) != nil
    case .duration: return Duration(identifier: text) != nil
    case .text: return !text.isEmpty
    }
  }

  /// Returns whether an identifier is in the range of a number; values without a range of their own always are.
  func includes(_ identifier: String) -> Bool {
    switch self {
    case .number(let range) where self != Int.spokenKind: Int(identifier).map(range.contains) ?? true
    case .decimal(let range) where self != Double.spokenKind: DecimalNumber(identifier).map(range.contains) ?? true
    case .number, .decimal, .amount, .day, .timeOfDay, .clockTime, .dayAndTime, .duration, .text: true
    }
  }
}
