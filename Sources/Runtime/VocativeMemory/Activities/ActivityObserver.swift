public import Logging
public import VocativeIntents

/// Remembers the activities of responses, except those of private intents.
public struct ActivityObserver: DispatchObserver {
  private let activities: ActivityHistory
  private let logger: Logger
  private let faults = FaultLog()

  /// Creates an observer that adds to a history and logs failures.
  public init(activities: ActivityHistory, logger: Logger) {
    self.activities = activities
    self.logger = logger
  }

  /// Remembers the activity of the response.
  public func didComplete(_ interaction: Interaction) async {
    guard let activity = interaction.response.activity, !interaction.dispatch.isPrivate,
      interaction.response.code.isPerformed
    else { return }
    do {
      try await activities.add(
        activity, of: interaction.dispatch.assistant, group: interaction.donationGroup, date: interaction.dispatch.date)
      faults.clear()
    } catch {
      if faults.isNew("\(error)") { logger.warning("the activity was not remembered: \(error)") }
    }
  }
}
