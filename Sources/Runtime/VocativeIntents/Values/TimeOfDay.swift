public import Foundation
public import VocativeUnderstanding

/// A time of day with a precision of one minute.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Whether it is midnight, which belongs to the day before for a person.
  package var isMidnight: Bool { hour == 0 && minute == 0 }

  /// Creates a time; nil if it does not exist.
  public init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// Creates the time of day of a date, without its seconds.
  public init?(_ date: Date, calendar: Calendar) {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    self.init(hour: parts.hour ?? -1, minute: parts.minute ?? -1)
  }

  /// The written form: `08:30`.
  public var written: String { "\(hour.digits(2)):\(minute.digits(2))" }

  /// Returns whether one time is before another on the same day.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }
}

extension TimeOfDay: ParameterValue {
  /// Times of day, as in `half past eight`.
  public static var spokenKind: SpokenKind? { .timeOfDay }

  /// Returns the time for an identifier such as `08:30`.
  public static func value(for identifier: String) async throws -> TimeOfDay? { TimeOfDay(identifier: identifier) }

  init?(identifier: String) {
    let parts = identifier.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// The time as a list value, identified by its written form.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: written, display: written, names: [SpokenKind.timeOfDay.words(for: written) ?? written])
  }
}
