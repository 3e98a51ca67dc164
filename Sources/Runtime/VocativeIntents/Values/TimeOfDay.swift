public import VocativeUnderstanding

/// A time on any day, to the minute.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Hours since midnight, 0 to 23.
  public let hour: Int
  /// Minutes since the hour, 0 to 59.
  public let minute: Int

  /// A time; nil when there is none such on a clock.
  public init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// As it is written: `08:30`.
  public var written: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

  /// Whether one time comes before another on the same day.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }
}

extension TimeOfDay: ParameterValue {
  /// Times of day, as in `half past eight`.
  public static var spokenKind: SpokenKind? { .timeOfDay }

  /// The time written as `08:30`.
  public static func value(for identifier: String) async throws -> TimeOfDay? {
    let parts = identifier.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  /// The time, identified as it is written.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: written, display: written, names: [SpokenKind.timeOfDay.words(for: written) ?? written])
  }
}
