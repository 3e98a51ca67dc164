public import VocativeIntents

/// The alerts of the clock, from its store.
public struct ClockAlerts: AlertSource {
  /// The time for which an alarm or a reminder is snoozed.
  public static let snooze = Duration.seconds(9 * 60)

  private let store: ClockStore
  private let time: TimeKeeper
  private let corrections = AlarmCorrections()
  private let unstoredAlarms = UnstoredSnoozes<Alarm>()
  private let unstoredReminders = UnstoredSnoozes<Reminder>()

  /// Creates the alerts of a store.
  public init(store: ClockStore, time: TimeKeeper) {
    self.store = store
    self.time = time
  }

  /// Returns what is due now, and the time until something else is.
  public func alerts() async throws -> DueAlerts {
    let (now, calendar) = (time.now(), time.calendar)
    var ledger = try await ledger()
    corrections.apply(to: &ledger.alarms, at: now)
    for (index, alarm) in ledger.alarms.enumerated() where ledger.isOldNews(alarm, at: now, in: calendar) {
      guard let next = alarm.heard(at: now, in: calendar) else { continue }
      ledger.alarms[index] = next
      // If the disk is full, the other alerts must be heard nevertheless. The next look tries to store it again.
      try? await store.save(next)
    }
    return ledger.alerts(at: now, in: calendar)
  }

  /// Returns everything that the clock will say on its own, with the snoozes that the store does not contain.
  ///
  /// It tries to store them as long as they last.
  private func ledger() async throws -> ClockLedger {
    let (now, calendar) = (time.now(), time.calendar)
    var ledger = try await store.ledger()
    for alarm in unstoredAlarms.apply(to: &ledger.alarms) where alarm.due(at: now, in: calendar) == nil {
      try? await store.save(alarm)
    }
    for reminder in unstoredReminders.apply(to: &ledger.reminders) {
      guard case .after(let moment) = reminder.due, now.duration(to: moment) > .zero else { continue }
      try? await store.postponeReminder(reminder.id, to: moment)
    }
    return ledger
  }

  /// Returns the alarms that are snoozed, as the alerts that they will be.
  func snoozedAlarms() async throws -> [Alert.ID] {
    try await ledger().alarms.filter { $0.snoozed != nil }.map { ClockLedger.Subject.alarm($0.id).id }
  }

  /// Returns the reminders that are snoozed, as the alerts that they will be.
  func snoozedReminders() async throws -> [Alert.ID] {
    try await ledger().reminders.filter(\.isSnoozed).map { ClockLedger.Subject.reminder($0.id).id }
  }

  /// Ends an alert in the store.
  ///
  /// One that is snoozed rings again even if the store cannot contain that, as on a full disk.
  public func end(_ alert: Alert.ID, as ending: Alert.Ending) async throws {
    try await end(alert, as: ending, snoozingFor: Self.snooze, isKept: true)
  }

  /// - Parameter isKept: Whether a snooze is kept in memory until the store contains it.
  func end(_ alert: Alert.ID, as ending: Alert.Ending, snoozingFor snooze: Duration, isKept: Bool = false) async throws {
    let (now, calendar) = (time.now(), time.calendar)
    switch ClockLedger.Subject(alert) {
    case .timer(let id): _ = try await store.removeTimer(id)
    case .alarm(let id):
      guard let alarm = try await store.ledger().alarms.first(where: { $0.id == id }) else { return }
      if ending == .snoozed {
        let snoozed = alarm.snoozed(for: snooze, at: now)
        if isKept { unstoredAlarms.add(snoozed, for: alarm) }
        try await store.save(snoozed)
      } else if let next = alarm.heard(at: now, in: calendar) {
        try await store.save(next)
      } else {
        _ = try await store.removeAlarm(id)
      }
    case .reminder(let id):
      guard ending == .snoozed else {
        _ = try await store.removeReminder(id)
        return
      }
      let end = now.advanced(by: snooze)
      if isKept, let reminder = try await store.ledger().reminders.first(where: { $0.id == id }) {
        unstoredReminders.add(Reminder(id: id, text: reminder.text, due: .after(end), isSnoozed: true), for: reminder)
      }
      try await store.postponeReminder(id, to: end)
    case nil: break
    }
  }
}
