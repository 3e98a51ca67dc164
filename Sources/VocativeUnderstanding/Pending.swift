public enum SpokenKind: Hashable, Sendable {
  case number(ClosedRange<Int>), amount, day, timeOfDay, duration, text
}
extension SpokenKind { public func words(for value: String) -> String? { value } }
