public import VocativeIntents

/// A reminder as a person refers to it.
public struct ReminderTarget: ParameterValue, Equatable {
  /// The reminder.
  public let reminder: Reminder
  /// The text and when it is due, because several may have the same text.
  private let dialogName: String

  /// Returns the reminders, the next one first.
  static func all() async throws -> [ReminderTarget] {
    @Dependency var store: ClockStore
    @Dependency var time: TimeKeeper
    let (now, calendar) = (time.now(), time.calendar)
    return try await store.reminders().next(at: now, in: calendar).map {
      ReminderTarget(reminder: $0, dialogName: "\($0.text) \($0.dueInDialog(at: now, in: calendar))")
    }
  }

  /// Returns the reminder that a person means, with or without its text.
  static func resolution(of target: ReminderTarget?) async throws -> Resolution<ReminderTarget> {
    if let target { return .success(target) }
    let reminders = try await all()
    guard let first = reminders.first else { return .unsupported(reason: ReminderDialog.none) }
    return reminders.count == 1 ? .success(first) : .disambiguation(among: reminders)
  }

  /// Returns the reminders.
  public static func spokenValues() async throws -> [SpokenValue] { try await all().map(\.spokenValue) }

  /// Returns the reminder with an identifier.
  public static func value(for identifier: String) async throws -> ReminderTarget? {
    try await all().first { String($0.reminder.id) == identifier }
  }

  /// The reminder as a list value: `call your mom` and, as the person says it, `call my mom`; a topic also without "about".
  public var spokenValue: SpokenValue {
    let texts = [reminder.text, reminder.topic].compactMap(\.self)
    let said = texts.map(Reminder.said).filter { !texts.contains($0) }
    return SpokenValue(
      identifier: String(reminder.id), display: reminder.text.capitalizedFirstLetter, names: texts + said,
      dialogName: dialogName)
  }
}
