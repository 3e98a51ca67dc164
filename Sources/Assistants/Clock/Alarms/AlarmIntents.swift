import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Sets an alarm.
public struct SetAlarm: Intent {
  /// The title of the intent.
  public static let title = "Set an alarm"
  /// The hour from which a time without its half of the day counts: "three" is in the afternoon.
  static let dayStart = 4
  /// An alarm is after some time, at a day with a time, or at a time on some days.
  public static let resolvers = [
    ParameterResolver<SetAlarm>(optional: \.$at, or: [\.$delay, \.$when, \.$days, \.$coming, \.$comingDay, \.$day]) {
      intent, at in
      if let at { return .success(at) }
      return intent.delay == nil && intent.when == nil ? .needsValue(dialog: "At what time?") : .notRequired
    }
  ]
  @Parameter(title: "Time until then") var delay: Duration?
  @Parameter(title: "Day and time") var when: DayAndTime?
  @Parameter(title: "Time", prompt: "At what time?") var at: ClockTime?
  @Parameter(title: "Days") var days: AlarmDays?
  @Parameter(title: "Further days") var furtherDays: [FurtherDay]?
  @Parameter(title: "Coming part of the day") var coming: ComingPart?
  @Parameter(title: "Coming day") var comingDay: ComingDay?
  @Parameter(title: "Date") var day: SaidDay?
  @Parameter(title: "Part of the day") var part: DayPart?
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Sets the alarm and repeats its time and its days.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    guard let today = CalendarDay(now.date, calendar: calendar) else { return .failure(ClockDialog.noTime) }
    guard let times = times(after: now.date, in: calendar), let next = times.first else {
      return .failure(days == nil ? ClockDialog.passed : ClockDialog.passedToday)
    }
    let alarm = try await store.addAlarm(
      at: next.time, on: allDays.weekdays.map { .weekly(said: $0, at: next.time) } ?? .once(Set(times.map(\.day))), now: now)
    return .success(
      "I'll wake you \(alarm.daysInDialog(from: today)) at \(alarm.time.spoken).", card: [alarm].card(from: today))
  }

  private var allDays: [AlarmDays] {
    [days].compactMap(\.self) + (furtherDays ?? []).map { AlarmDays(kind: .next($0.weekday)) }
  }

  /// Returns the next times that are meant, all at one time of day; nil if one of them has passed.
  private func times(after now: Date, in calendar: Calendar) -> [LocalTime]? {
    if let delay { return LocalTime(delay, after: now, in: calendar).map { [$0] } }
    if let when { return when.next(dayStart: Self.dayStart, after: now, in: calendar).map { [$0] } }
    guard let at, let today = CalendarDay(now, calendar: calendar) else { return nil }
    let said = WhenSaid(time: at, dayStart: Self.dayStart, now: now, calendar: calendar)
    if days != nil { return said.next(onEachOf: allDays) }
    let next: LocalTime?
    if let coming {
      next = coming.next(at: at, after: now, in: calendar)
    } else if let day = day ?? comingDay?.next(from: today) {
      next = said.next(on: day, in: part)
    } else {
      next = said.next(on: nil)
    }
    return next.map { [$0] }
  }
}

/// Lists the alarms.
public struct ListAlarms: Intent {
  /// The title of the intent.
  public static let title = "List alarms"
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the alarms, the next one first.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    let alarms = try await store.alarms().sorted {
      $0.next(after: now, in: calendar) ?? .distantFuture < $1.next(after: now, in: calendar) ?? .distantFuture
    }
    guard let today = CalendarDay(now.date, calendar: calendar) else { return .failure(ClockDialog.noTime) }
    guard !alarms.isEmpty else { return .success(AlarmDialog.none) }
    let parts = alarms.map { alarm in
      let snooze = alarm.snoozed.map { ", snoozed for \(max(now.duration(to: $0), .seconds(1)).spoken)" } ?? ""
      return "at \(alarm.time.spoken) \(alarm.daysInDialog(from: today))\(snooze)"
    }
    return .success(
      "You have \(SpokenNumber.count(alarms.count, "alarm")): \(SpokenList.of(parts)).", card: alarms.card(from: today))
  }
}

/// Says the time until the next alarm.
public struct TimeUntilAlarm: Intent {
  /// The title of the intent.
  public static let title = "Time until the next alarm"
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the time that is left, and which alarm it is.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    let alarms = try await store.alarms()
    guard let today = CalendarDay(now.date, calendar: calendar) else { return .failure(ClockDialog.noTime) }
    if let ringing = alarms.first(where: { $0.due(at: now, in: calendar) != nil }) {
      return .success("Your \(ringing.label) is ringing.", card: [ringing].card(from: today))
    }
    let coming = alarms.compactMap { alarm in alarm.next(after: now, in: calendar).map { (alarm, $0) } }
    guard let (alarm, date) = coming.min(by: { $0.1 < $1.1 }) else { return .success(AlarmDialog.none) }
    let left = Duration.seconds(date.timeIntervalSince(now.date))
    return .success("Your \(alarm.label) is in \(left.spokenRemainder).", card: [alarm].card(from: today))
  }
}

/// Stops what rings or the alarms that are snoozed, or else cancels an alarm.
public struct CancelAlarm: Intent {
  /// The title of the intent.
  public static let title = "Cancel an alarm"
  /// A cancelled alarm cannot be cancelled again.
  public static let isEligibleForPrediction = false
  /// An alarm need not be named if something rings, if an alarm is snoozed, or if there is only one.
  public static let resolvers = [
    ParameterResolver<CancelAlarm>(optional: \.$alarm) { intent, target in
      if target == nil, try await intent.alerts.canStopRinging { return .notRequired }
      return try await AlarmTarget.resolution(of: target)
    }
  ]
  @Parameter(title: "Alarm") var alarm: AlarmTarget?
  @Dependency private var store: ClockStore
  @Dependency private var alerts: ClockAlerts
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks before an alarm is gone that repeats, because a person relies on it.
  public func confirm() async throws -> IntentResponse {
    guard let alarm = alarm?.alarm, case .weekly = alarm.days, let today = time.today,
      try await !alerts.isRingingOrSnoozed(alarm)
    else { return .ready() }
    return .ready("Cancel your \(alarm.label) \(alarm.daysInDialog(from: today))?")
  }

  /// Stops what rings or the alarms that are snoozed, so that an alarm which repeats stays, or cancels the alarm.
  public func perform() async throws -> IntentResponse {
    guard let alarm = alarm?.alarm else { return try await alerts.stopRinging(orReminders: false) }
    return try await alerts.isRingingOrSnoozed(alarm) ? alerts.stop(alarm) : store.cancel(alarm)
  }
}

/// Cancels all alarms.
public struct CancelAllAlarms: Intent {
  /// The title of the intent.
  public static let title = "Cancel all alarms"
  /// Cancelled alarms cannot be cancelled again.
  public static let isEligibleForPrediction = false
  @Dependency private var store: ClockStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Asks for confirmation, because a person relies on alarms.
  public func confirm() async throws -> IntentResponse {
    let count = try await store.alarms().count
    return count == 0 ? .success(AlarmDialog.none) : .ready("Cancel \(SpokenNumber.count(count, "alarm"))?")
  }

  /// Cancels the alarms.
  public func perform() async throws -> IntentResponse {
    _ = try await store.removeAllAlarms()
    return .success("You don't have any alarms now.")
  }
}

/// An alarm as a person refers to it.
public struct AlarmTarget: ParameterValue, Equatable {
  /// The alarm.
  public let alarm: Alarm

  private let today: CalendarDay?

  private init(_ alarm: Alarm, today: CalendarDay?) { (self.alarm, self.today) = (alarm, today) }

  /// Returns the alarms.
  static func all() async throws -> [AlarmTarget] {
    @Dependency var store: ClockStore
    @Dependency var clock: WallClock
    let today = clock.today
    return try await store.alarms().map { AlarmTarget($0, today: today) }
  }

  /// Returns the alarm that a person means, with or without a name.
  static func resolution(of target: AlarmTarget?) async throws -> Resolution<AlarmTarget> {
    if let target { return .success(target) }
    let alarms = try await all()
    guard let first = alarms.first else { return .unsupported(reason: AlarmDialog.none) }
    return alarms.count == 1 ? .success(first) : .disambiguation(among: alarms)
  }

  /// Returns the alarms.
  public static func spokenValues() async throws -> [SpokenValue] { try await all().map(\.spokenValue) }

  /// Returns the alarm with an identifier.
  public static func value(for identifier: String) async throws -> AlarmTarget? {
    try await all().first { String($0.alarm.id) == identifier }
  }

  /// The alarm as a list value: its times, such as `seven in the morning`, `seven` and `seven o'clock`, its days, and both in either
  /// order.
  public var spokenValue: SpokenValue {
    var times = [alarm.time.spoken]
    if alarm.faceWords != alarm.time.spoken { times.append(alarm.faceWords) }
    if let fullHour = alarm.fullHourWords { times.append(fullHour) }
    let days = today.map(alarm.dayNames) ?? []
    let both = times.flatMap { time in days.map { "\(time) \($0)" } } + days.flatMap { day in times.map { "\(day) at \($0)" } }
    // Dialogs use the first name.
    return SpokenValue(identifier: String(alarm.id), display: alarm.time.written, names: both + times + days)
  }
}

/// Dialogs that several intents share.
enum AlarmDialog {
  static let none = "You don't have any alarms."
}

extension ClockStore {
  /// Cancels an alarm.
  ///
  /// The dialog says the half of the day if another alarm has the same face.
  fileprivate func cancel(_ alarm: Alarm) async throws -> IntentResponse {
    guard try await removeAlarm(alarm.id) else { return .failure("That alarm isn't there anymore.") }
    let isAlike = try await alarms().contains { $0.faceWords == alarm.faceWords && $0.time != alarm.time }
    return .success("Your \(isAlike ? "\(alarm.time.spoken) alarm" : alarm.label) is canceled.")
  }
}

extension LocalTime {
  /// Creates the first full minute after some time has passed.
  ///
  /// It is nil if it is not ahead, as in the second of two hours that have the same name.
  fileprivate init?(_ delay: Duration, after now: Date, in calendar: Calendar) {
    let end = (now.timeIntervalSinceReferenceDate + delay / .seconds(1)) / 60
    let date = Date(timeIntervalSinceReferenceDate: end.rounded(.up) * 60)
    guard let day = CalendarDay(date, calendar: calendar), let time = TimeOfDay(date, calendar: calendar) else { return nil }
    self.init(day: day, time: time)
    guard isAhead(of: now, in: calendar) else { return nil }
  }
}

extension [Alarm] {
  /// The alarms as a card.
  func card(from today: CalendarDay) -> ResponseCard {
    ResponseCard(
      title: count == 1 ? "Alarm" : "Alarms",
      rows: map { .init($0.time.written, $0.daysInDialog(from: today).capitalizedFirstLetter) })
  }
}
