import Foundation
public import VocativeUnderstanding

/// A time on the face of a clock, which may leave its half of the day open: "six" is six in the morning or in the evening.
public enum ClockTime: Hashable, Sendable {
  /// A time whose half of the day is known.
  case known(TimeOfDay)
  /// A time in either half of the day, given by the one before noon.
  case open(TimeOfDay)

  /// The times that it can mean, the earlier one first.
  public var candidates: [TimeOfDay] {
    switch self {
    case .known(let time): [time]
    case .open(let time): [time] + [TimeOfDay(hour: time.hour + 12, minute: time.minute)].compactMap(\.self)
    }
  }

  /// Returns the time that it means if the day starts at an hour, because a person does not mean the night.
  public func time(inDayFrom hour: Int) -> TimeOfDay? {
    candidates.first { ($0.hour - hour + 24) % 24 < 12 } ?? candidates.first
  }
}

extension ClockTime: ParameterValue {
  /// Times on the face of a clock, as in `half past eight`.
  public static var spokenKind: SpokenKind? { .clockTime }

  /// Returns the time for an identifier such as `18:00` or `06:00/18:00`.
  public static func value(for identifier: String) async throws -> ClockTime? { ClockTime(identifier: identifier) }

  init?(identifier text: String) {
    let times = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = times.first, times.count <= 2, let time = TimeOfDay(identifier: first) else { return nil }
    self = times.count == 1 ? .known(time) : .open(time)
    guard times.count == 1 || identifier == text else { return nil }
  }

  private var identifier: String { candidates.map(\.written).joined(separator: "/") }

  /// The time as a list value, identified by the times that it can mean.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: identifier, display: identifier, names: [SpokenKind.clockTime.words(for: identifier) ?? identifier])
  }
}

extension TimeOfDay {
  /// The spoken form: `seven thirty in the morning`, `noon`.
  public var spoken: String { SpokenKind.timeOfDay.words(for: written) ?? written }
}
