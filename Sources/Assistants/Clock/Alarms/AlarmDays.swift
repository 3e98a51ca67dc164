import Foundation
public import VocativeIntents

/// The days of an alarm or a reminder as a person says them.
public struct AlarmDays: ParameterValue, Hashable {
  /// The kinds of days.
  enum Kind: Hashable {
    case daily, everyMorning, weekdays, weekends, today, tomorrow
    case next(Weekday)
    case every(Weekday)

    static let all: [Kind] =
      [.daily, .everyMorning, .weekdays, .weekends, .today, .tomorrow] + Weekday.allCases.map(Kind.next)
      + Weekday.allCases.map(Kind.every)
  }

  let kind: Kind

  private var identifier: String {
    switch kind {
    case .daily, .everyMorning, .weekdays, .weekends, .today, .tomorrow: "\(kind)"
    case .next(let day): "\(day)"
    case .every(let day): "every-\(day)"
    }
  }

  private var names: [String] {
    switch kind {
    case .daily: ["every day"]
    case .everyMorning: ["every morning"]
    case .weekdays: ["on weekdays", "every weekday"]
    case .weekends: ["on weekends", "every weekend", "on the weekend"]
    case .today: ["today"]
    case .tomorrow: ["tomorrow"]
    case .next(let day): ["on \(day)", "\(day)"]
    case .every(let day): ["every \(day)", "on \(day)s"]
    }
  }

  /// Returns all days.
  public static func spokenValues() async throws -> [SpokenValue] { Kind.all.map { AlarmDays(kind: $0).spokenValue } }
  /// Returns the days with an identifier, such as `weekdays` or `every-monday`.
  public static func value(for identifier: String) async throws -> AlarmDays? {
    Kind.all.lazy.map(AlarmDays.init).first { $0.identifier == identifier }
  }
  /// The days as a list value.
  public var spokenValue: SpokenValue { SpokenValue(identifier: identifier, display: names[0], names: names) }

  /// The days of the week of something that repeats; nil if it does not.
  var weekdays: Set<Weekday>? {
    switch kind {
    case .daily, .everyMorning: Set(Weekday.allCases)
    case .weekdays: Weekday.workdays
    case .weekends: Weekday.weekend
    case .every(let day): [day]
    case .today, .tomorrow, .next: nil
    }
  }
}

/// Turns a spoken time and day into a local time.
struct WhenSaid {
  let time: ClockTime
  let days: AlarmDays?
  /// The hour from which a time without its half of the day counts on another day.
  let dayStart: Int
  let now: Date
  let calendar: Calendar

  /// The next time that is meant; nil if it has passed today.
  var next: LocalTime? {
    guard let today = CalendarDay(now, calendar: calendar) else { return nil }
    func at(_ days: Int, from start: Int) -> LocalTime? {
      guard let day = today.adding(days: days), let time = time.time(inDayFrom: start) else { return nil }
      return LocalTime(day: day, time: time)
    }
    func isAhead(_ local: LocalTime) -> Bool { local.isAhead(of: now, in: calendar) }
    switch days?.kind {
    case .today: return time.candidates.map { LocalTime(day: today, time: $0) }.first(where: isAhead)
    case .tomorrow: return at(1, from: dayStart)
    case .next(let weekday):
      let ahead = (weekday.rawValue - today.weekday.rawValue + 7) % 7
      return [ahead, ahead + 7].lazy.compactMap { at($0, from: dayStart) }.first(where: isAhead)
    case nil: return LocalTime.next(of: time.candidates, after: now, in: calendar)
    // "Three" every morning is not in the afternoon.
    case .everyMorning: return at(0, from: 0)
    case .daily, .weekdays, .weekends, .every: return at(0, from: dayStart)
    }
  }
}
