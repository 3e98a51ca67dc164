public import Foundation
public import VocativeIntents

/// An alarm at a time of day, on single days or every week.
///
/// A pure value: the rules for summer time, missed times and clocks that are set are functions of a moment and a calendar.
public struct Alarm: Equatable, Sendable, Identifiable {
  /// The days of an alarm.
  public enum Days: Hashable, Sendable {
    /// Each of these days once.
    case once(Set<CalendarDay>)
    /// These days of every week.
    case weekly(Set<Weekday>)
  }

  /// The identifier in the store.
  public let id: Int64
  /// The time of day.
  public let time: TimeOfDay
  /// The days; of single days, those that may still come.
  public private(set) var days: Days
  /// The time up to which all occurrences were heard.
  public var handled: Date
  /// The moment to ring again; nil if it is not snoozed.
  public var snoozed: Moment?

  /// An occurrence is not repeated if the clock is set back by less than this time.
  private static let maxCorrection: TimeInterval = 86_400
  /// The days to search for an occurrence: a week, and the day on which it starts.
  private static let searchedDays = 8

  /// Creates an alarm.
  public init(id: Int64, time: TimeOfDay, days: Days, handled: Date, snoozed: Moment? = nil) {
    self.id = id
    self.time = time
    self.days = days
    self.handled = handled
    self.snoozed = snoozed
  }

  /// Returns the time up to which occurrences were heard, after the clock was set back.
  ///
  /// A clock that ran years ahead must not silence an alarm for years.
  public func handled(at now: Moment) -> Date {
    handled.timeIntervalSince(now.date) > Self.maxCorrection ? now.date : handled
  }

  /// Returns the last occurrence that has passed and was not heard; nil if there is none.
  ///
  /// The end of a snooze is an occurrence too. One of a later day may follow it while the computer is suspended.
  public func due(at now: Moment, in calendar: Calendar) -> Date? {
    let remaining = snoozed.map { now.duration(to: $0) }
    if let remaining, remaining > .zero { return nil }
    let handled = handled(at: now)
    let last = occurrences(around: now.date, in: calendar, -Self.searchedDays...1).last { $0 > handled && $0 <= now.date }
    return [last, remaining.map { now.date + $0 / .seconds(1) }].compactMap(\.self).max()
  }

  /// Returns the next occurrence after a moment; nil if there is none.
  public func next(after now: Moment, in calendar: Calendar) -> Date? {
    if let snoozed { return now.date + max(now.duration(to: snoozed), .zero) / .seconds(1) }
    let start = max(now.date, handled(at: now))
    return occurrences(around: start, in: calendar, -1...Self.searchedDays).first { $0 > start }
  }

  private func occurrences(around date: Date, in calendar: Calendar, _ range: ClosedRange<Int>) -> [Date] {
    switch days {
    case .once(let days): return days.sorted().compactMap { LocalTime(day: $0, time: time).date(in: calendar) }
    case .weekly(let weekdays):
      guard let middle = CalendarDay(date, calendar: calendar) else { return [] }
      return range.compactMap { middle.adding(days: $0) }.filter { weekdays.contains($0.weekday) }
        .compactMap { LocalTime(day: $0, time: time).date(in: calendar) }
    }
  }

  /// Returns the alarm after an occurrence was heard; nil if no other one will follow.
  public func heard(at now: Moment, in calendar: Calendar) -> Alarm? {
    var alarm = self
    alarm.handled = max(now.date, due(at: now, in: calendar) ?? now.date)
    alarm.snoozed = nil
    if case .once(let days) = days {
      alarm.days = .once(
        days.filter { day in LocalTime(day: day, time: time).date(in: calendar).map { $0 > alarm.handled } ?? false })
    }
    return alarm.next(after: now, in: calendar) == nil ? nil : alarm
  }

  /// Returns the alarm, which rings again after some time.
  public func snoozed(for time: Duration, at now: Moment) -> Alarm {
    var alarm = self
    (alarm.handled, alarm.snoozed) = (now.date, now.advanced(by: time))
    return alarm
  }
}

extension Alarm {
  /// The days in words: `on weekdays`, `tomorrow`, `on Monday`.
  func daysInDialog(from today: CalendarDay) -> String {
    switch days {
    case .once(let days): SpokenDays.of(days, at: time, from: today)
    case .weekly(let days): Self.words(for: time.isMidnight ? days.shifted(by: -1) : days)
    }
  }

  /// Returns the days as a person may say them, the words of `daysInDialog` first: `every Sunday`, `Sunday`, `on Sundays`.
  func dayNames(from today: CalendarDay) -> [String] {
    let days = daysInDialog(from: today)
    let on = "on "
    var names = [days]
    if days.hasPrefix(on) { names.append(String(days.dropFirst(on.count))) }
    if let weekday = onlyWeekday(from: today)?.name {
      names += [weekday, on + weekday]
      if case .weekly = self.days { names += ["\(weekday)s", "\(on)\(weekday)s"] }
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The weekday of an alarm that has one day, of every week or of the coming one; nil for any other alarm.
  ///
  /// Midnight is said with the day before it.
  private func onlyWeekday(from today: CalendarDay) -> Weekday? {
    let shift = time.isMidnight ? -1 : 0
    switch days {
    case .weekly(let days): return days.count == 1 ? days.shifted(by: shift).first : nil
    case .once(let days):
      guard days.count == 1, let day = days.first?.adding(days: shift) else { return nil }
      return (0...7).contains(today.days(until: day)) ? day.weekday : nil
    }
  }

  private static func words(for days: Set<Weekday>) -> String {
    switch days {
    case Set(Weekday.allCases): "every day"
    case Weekday.workdays: "on weekdays"
    case Weekday.weekend: "on weekends"
    default:
      // Friday, Saturday and Sunday follow each other.
      "every " + SpokenList.of(days.sorted { $0.daysAfterMonday < $1.daysAfterMonday }.map(\.name), limit: days.count)
    }
  }

  /// The alarm in dialogs: `seven thirty alarm`, `seven o'clock alarm`, `noon alarm`.
  var label: String { "\(fullHourWords ?? faceWords) alarm" }

  /// The words for a full hour: `seven o'clock`; nil for any other time, noon and midnight.
  var fullHourWords: String? { time.minute == 0 && faceWords != time.spoken ? "\(faceWords) o'clock" : nil }

  /// The time on the face of a clock: `seven thirty`, `noon`.
  var faceWords: String {
    let morning = TimeOfDay(hour: time.hour % 12, minute: time.minute) ?? time
    return ["noon", "midnight"].first { $0 == time.spoken } ?? ClockTime.open(morning).spokenValue.names.first ?? time.written
  }
}

extension Alarm.Days {
  /// Every week at a time of days as a person says them: midnight is the end of a day, as in `daysInDialog`.
  static func weekly(said days: Set<Weekday>, at time: TimeOfDay) -> Alarm.Days {
    .weekly(time.isMidnight ? days.shifted(by: 1) : days)
  }
}

extension Set<Weekday> {
  /// Returns the weekdays that come one day later or earlier.
  fileprivate func shifted(by days: Int) -> Set<Weekday> {
    Set(compactMap { Weekday(rawValue: ($0.rawValue - 1 + days + 7) % 7 + 1) })
  }
}

extension Weekday {
  fileprivate var daysAfterMonday: Int { (rawValue - Weekday.monday.rawValue + 7) % 7 }
}
