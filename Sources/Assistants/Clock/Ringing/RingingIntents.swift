public import VocativeIntents

/// Stops what rings, or else what is snoozed.
public struct StopRinging: Intent {
  /// The title of the intent.
  public static let title = "Stop ringing"
  /// People stop an alert when it rings, and not out of habit.
  public static let isEligibleForPrediction = false
  @Dependency private var alerts: ClockAlerts

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Ends everything that is due, or else everything that is snoozed.
  public func perform() async throws -> IntentResponse { try await alerts.stopRinging(orReminders: true) }
}

/// Lets alarms and reminders ring again later.
public struct Snooze: Intent {
  /// The title of the intent.
  public static let title = "Snooze"
  /// People snooze an alert when it rings, and not out of habit.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Time") var duration: Duration?
  @Dependency private var alerts: ClockAlerts

  /// Creates an intent with empty parameters.
  public init() {}

  /// Snoozes everything that is due, and says for how long; a timer cannot be snoozed, and ends.
  public func perform() async throws -> IntentResponse {
    let due = try await alerts.alerts().due
    guard !due.isEmpty else { return .success(RingingDialog.nothing) }
    let time = duration ?? ClockAlerts.snooze
    guard time > .zero else { return .failure("That has to be more than zero.") }
    for alert in due { try await alerts.end(alert.id, as: alert.canSnooze ? .snoozed : .done, snoozingFor: time) }
    return .success(due.contains(where: \.canSnooze) ? "See you in \(time.spoken)." : "I can't snooze that, so I stopped it.")
  }
}

extension ClockAlerts {
  /// Whether something rings, or an alarm is snoozed.
  var canStopRinging: Bool { get async throws { try await !stoppable(orReminders: false).isEmpty } }

  /// Returns whether an alarm rings or is snoozed.
  func isRingingOrSnoozed(_ alarm: Alarm) async throws -> Bool {
    let alert = ClockLedger.Subject.alarm(alarm.id).id
    if try await snoozedAlarms().contains(alert) { return true }
    return try await alerts().due.contains { $0.id == alert }
  }

  /// Ends everything that is due, or else the alarms that are snoozed.
  ///
  /// - Parameter orReminders: Whether the reminders that are snoozed end too.
  func stopRinging(orReminders: Bool) async throws -> IntentResponse {
    let alerts = try await stoppable(orReminders: orReminders)
    return alerts.isEmpty ? .success(RingingDialog.nothing) : try await stop(alerts)
  }

  /// Ends what rings or is snoozed of an alarm.
  func stop(_ alarm: Alarm) async throws -> IntentResponse { try await stop([ClockLedger.Subject.alarm(alarm.id).id]) }

  private func stop(_ alerts: [Alert.ID]) async throws -> IntentResponse {
    for alert in alerts { try await end(alert, as: .done) }
    return .success("Okay.")
  }

  private func stoppable(orReminders: Bool) async throws -> [Alert.ID] {
    let due = try await alerts().due.map(\.id)
    guard due.isEmpty else { return due }
    return try await snoozedAlarms() + (orReminders ? snoozedReminders() : [])
  }
}

/// Dialogs that several intents share.
enum RingingDialog {
  static let nothing = "Nothing is ringing."
}
