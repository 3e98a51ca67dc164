import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// A SQLite store of timers, alarms and reminders.
public struct ClockStore: Sendable {
  private let store: Store

  /// Opens the store; a new one is empty.
  ///
  /// - Parameter path: The file; nil for a store in memory.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String?) throws(StoreError) {
    if let path {
      store = try Store(path: path, migrator: ClockSchema.migrator)
    } else {
      store = try Store(inMemoryWith: ClockSchema.migrator)
    }
  }

  /// Returns everything that the clock will say on its own.
  public func ledger() async throws -> ClockLedger {
    try await store.read { try ClockLedger(timers: $0.timers(), alarms: $0.alarms(), reminders: $0.reminders()) }
  }

  // MARK: Timers

  /// Returns the timers in the order in which they were started.
  public func timers() async throws -> [CountdownTimer] { try await store.read { try $0.timers() } }

  /// Starts a timer.
  public func addTimer(name: String?, duration: Duration, at now: Moment) async throws -> CountdownTimer {
    let timer = CountdownTimer(id: 0, name: name, duration: duration, state: .running(until: now.advanced(by: duration)))
    return try await store.write { try $0.insert(timer) }
  }

  /// Changes a timer; returns nil if it does not exist anymore.
  func change(
    _ target: TimerTarget, _ change: @escaping @Sendable (CountdownTimer) -> CountdownTimer
  ) async throws -> CountdownTimer? {
    guard let id = target.timer?.id else { return nil }
    return try await store.write { database in
      guard let timer = try database.timers(where: "id = ?", [id]).first else { return nil }
      let changed = change(timer)
      try database.update(changed)
      return changed
    }
  }

  /// Removes a timer; returns false if it does not exist anymore.
  public func removeTimer(_ id: CountdownTimer.ID) async throws -> Bool {
    try await store.write { try $0.delete(from: "timer", id: id) > 0 }
  }

  /// Removes all timers and returns their number.
  public func removeAllTimers() async throws -> Int { try await store.write { try $0.delete(from: "timer") } }

  // MARK: Alarms

  /// Returns the alarms in the order in which they were set.
  public func alarms() async throws -> [Alarm] { try await store.read { try $0.alarms() } }

  /// Sets an alarm, or returns the one that is set for these days and this time.
  public func addAlarm(at time: TimeOfDay, on days: Alarm.Days, now: Moment) async throws -> Alarm {
    try await store.write { database in
      let same = try database.alarms().first { $0.time == time && $0.days == days }
      return try same ?? database.insert(Alarm(id: 0, time: time, days: days, handled: now.date))
    }
  }

  /// Saves a changed alarm, if it still exists.
  func save(_ alarm: Alarm) async throws { try await store.write { try $0.update(alarm) } }

  /// Removes an alarm; returns false if it does not exist anymore.
  public func removeAlarm(_ id: Alarm.ID) async throws -> Bool {
    try await store.write { try $0.delete(from: "alarm", id: id) > 0 }
  }

  /// Removes all alarms and returns their number.
  public func removeAllAlarms() async throws -> Int { try await store.write { try $0.delete(from: "alarm") } }

  // MARK: Reminders

  /// Returns the reminders in the order in which they were asked for.
  public func reminders() async throws -> [Reminder] { try await store.read { try $0.reminders() } }

  /// Adds a reminder.
  public func addReminder(_ text: String, due: Reminder.Due) async throws -> Reminder {
    try await store.write { try $0.insertReminder(text, due: due) }
  }

  /// Postpones a reminder to a moment, if it still exists.
  func postponeReminder(_ id: Reminder.ID, to moment: Moment) async throws {
    try await store.write { database in
      try database.execute(
        sql: "UPDATE reminder SET day = ?, time = ?, dueDate = ?, dueUptime = ?, dueBoot = ?, isSnoozed = TRUE WHERE id = ?",
        arguments: Reminder.Due.after(moment).arguments + [id])
    }
  }

  /// Removes a reminder; returns false if it does not exist anymore.
  public func removeReminder(_ id: Reminder.ID) async throws -> Bool {
    try await store.write { try $0.delete(from: "reminder", id: id) > 0 }
  }

  /// Removes all reminders and returns their number.
  public func removeAllReminders() async throws -> Int { try await store.write { try $0.delete(from: "reminder") } }
}
