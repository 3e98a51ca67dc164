import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Sets an alarm.
public struct SetAlarm: Intent {
  /// The title of the intent.
  public static let title = "Set an alarm"
  /// The hour from which a time without its half of the day counts: "three" is in the afternoon.
  static let dayStart = 4
  /// An alarm is at a day with a time, or at a time on some days.
  public static let resolvers = [
    ParameterResolver<SetAlarm>(optional: \.$at) { intent, at in
      at.map { .success($0) } ?? (intent.when == nil ? .needsValue(dialog: "At what time?") : .notRequired)
    }
  ]
  @Parameter(title: "Day and time") var when: DayAndTime?
  @Parameter(title: "Time", prompt: "At what time?") var at: ClockTime?
  @Parameter(title: "Days") var days: AlarmDays?
  @Dependency private var store: ClockStore
  @Dependency private var time: TimeKeeper

  /// Creates an intent with empty parameters.
  public init() {}

  /// Sets the alarm and repeats its time and its days.
  public func perform() async throws -> IntentResponse {
    let (now, calendar) = (time.now(), time.calendar)
    guard let today = CalendarDay(now.date, calendar: calendar) else { return .failure(ClockDialog.noTime) }
    let next: LocalTime
    if let when {
      guard let time = when.next(dayStart: Self.dayStart, after: now.date, in: calendar) else {
        return .failure(ClockDialog.passed)
      }
      next = time
    } else {
      guard let at else { return .failure(ClockDialog.noTime) }
      let said = WhenSaid(time: at, days: days, dayStart: Self.dayStart, now: now.date, calendar: calendar)
      guard let time = said.next else { return .failure(ClockDialog.passedToday) }
      next = time
    }
    let alarm = try await store.addAlarm(
      at: next.time, on: days?.weekdays.map { .weekly($0) } ?? .once(next.day), now: now)
    return .success(
      "I'll wake you \(alarm.daysInDialog(from: today)) at \(alarm.time.spoken).", card: [alarm].card(from: today))
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
    let parts = alarms.map { "at \($0.time.spoken) \($0.daysInDialog(from: today))" }
    return .success(
      "You have \(SpokenNumber.count(alarms.count, "alarm")): \(SpokenList.of(parts)).", card: alarms.card(from: today))
  }
}

/// Cancels an alarm.
public struct CancelAlarm: Intent {
  /// The title of the intent.
  public static let title = "Cancel an alarm"
  /// A cancelled alarm cannot be cancelled again.
  public static let isEligibleForPrediction = false
  /// An alarm need not be named if there is only one.
  public static let resolvers = [
    ParameterResolver<CancelAlarm>(\.$alarm) { _, target in
      if let target { return .success(target) }
      let alarms = try await AlarmTarget.all()
      guard let first = alarms.first else { return .unsupported(reason: AlarmDialog.none) }
      return alarms.count == 1 ? .success(first) : .disambiguation(among: alarms)
    }
  ]
  @Parameter(title: "Alarm") var alarm: AlarmTarget
  @Dependency private var store: ClockStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Cancels the alarm.
  ///
  /// The dialog says the half of the day if another alarm has the same face.
  public func perform() async throws -> IntentResponse {
    let alarm = alarm.alarm
    guard try await store.removeAlarm(alarm.id) else { return .failure("That alarm isn't there anymore.") }
    let isAlike = try await store.alarms().contains { $0.faceWords == alarm.faceWords && $0.time != alarm.time }
    return .success("Your \(isAlike ? "\(alarm.time.spoken) alarm" : alarm.label) is canceled.")
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

  /// Returns the alarms.
  public static func spokenValues() async throws -> [SpokenValue] { try await all().map(\.spokenValue) }

  /// Returns the alarm with an identifier.
  public static func value(for identifier: String) async throws -> AlarmTarget? {
    try await all().first { String($0.alarm.id) == identifier }
  }

  /// The alarm as a list value: `seven thirty in the morning on weekdays`, `seven thirty in the morning` and `seven thirty`.
  public var spokenValue: SpokenValue {
    let (time, face) = (alarm.time.spoken, alarm.faceWords)
    let days = today.map { ["\(time) \(alarm.daysInDialog(from: $0))"] } ?? []
    return SpokenValue(
      identifier: String(alarm.id), display: alarm.time.written, names: days + (time == face ? [time] : [time, face]))
  }
}

/// Dialogs that several intents share.
enum AlarmDialog {
  static let none = "You don't have any alarms."
}

extension [Alarm] {
  /// The alarms as a card.
  func card(from today: CalendarDay) -> ResponseCard {
    ResponseCard(
      title: count == 1 ? "Alarm" : "Alarms",
      rows: map { .init($0.time.written, $0.daysInDialog(from: today).capitalizedFirstLetter) })
  }
}
