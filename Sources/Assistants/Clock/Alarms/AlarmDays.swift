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
    case .daily: ["every day", "daily"]
    case .everyMorning: ["every morning"]
    case .weekdays:
      ["on weekdays", "every weekday", "monday to friday", "from monday to friday", "monday through friday"]
    case .weekends: ["on weekends", "every weekend", "on the weekend", "at weekends"]
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

/// A further weekday of an alarm, as in `on monday and tuesday` or `on mondays and tuesdays`.
///
/// The first days need an "on" or another word, because "seven thirty on mondays" resembles "seven thirty one mondays".
public struct FurtherDay: ParameterValue, Hashable {
  let weekday: Weekday

  /// Returns all weekdays.
  public static func spokenValues() async throws -> [SpokenValue] {
    Weekday.allCases.map { FurtherDay(weekday: $0).spokenValue }
  }
  /// Returns the weekday with an identifier, such as `monday`.
  public static func value(for identifier: String) async throws -> FurtherDay? {
    Weekday.allCases.lazy.map(FurtherDay.init).first { $0.spokenValue.identifier == identifier }
  }
  /// The weekday as a list value.
  public var spokenValue: SpokenValue {
    SpokenValue(
      identifier: "\(weekday)", display: weekday.name, names: ["\(weekday)", "\(weekday)s", "on \(weekday)", "on \(weekday)s"])
  }
}

extension [AlarmDays] {
  /// The days of the week of something that repeats on one of them, as in `every monday and friday`; nil if nothing repeats.
  var weekdays: Set<Weekday>? {
    guard contains(where: { $0.weekdays != nil }) else { return nil }
    return reduce(into: Set()) { days, said in
      if case .next(let day) = said.kind { days.insert(day) } else { days.formUnion(said.weekdays ?? []) }
    }
  }
}

/// Turns a spoken time and day into a local time.
struct WhenSaid {
  let time: ClockTime
  /// The hour from which a time without its half of the day counts on another day.
  let dayStart: Int
  let now: Date
  let calendar: Calendar

  /// Returns the next time that is meant; nil if it has passed today.
  func next(on days: AlarmDays?) -> LocalTime? {
    guard let today = CalendarDay(now, calendar: calendar) else { return nil }
    func at(_ days: Int, from start: Int) -> LocalTime? {
      guard let day = today.adding(days: days), let time = time.time(inDayFrom: start) else { return nil }
      return LocalTime(of: day, at: time)
    }
    func isAhead(_ local: LocalTime) -> Bool { local.isAhead(of: now, in: calendar) }
    switch days?.kind {
    case .today: return time.candidates.compactMap { LocalTime(of: today, at: $0) }.sorted().first(where: isAhead)
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

  /// Returns the next time on a day or in a part of it; nil if it has passed.
  func next(on day: SaidDay, in part: DayPart?) -> LocalTime? {
    guard let part else { return DayAndTime(day: day, time: time).next(dayStart: dayStart, after: now, in: calendar) }
    return part.time(time, of: day.day).flatMap { $0.isAhead(of: now, in: calendar) ? $0 : nil }
  }

  /// Returns the next time on each of several days, all at one time of day; nil if one of them has passed today.
  func next(onEachOf days: [AlarmDays]) -> [LocalTime]? {
    let time = days.count > 1 ? time.time(inDayFrom: dayStart).map(ClockTime.known) ?? time : time
    let said = WhenSaid(time: time, dayStart: dayStart, now: now, calendar: calendar)
    let times = days.compactMap(said.next(on:))
    return times.count == days.count ? times : nil
  }
}
