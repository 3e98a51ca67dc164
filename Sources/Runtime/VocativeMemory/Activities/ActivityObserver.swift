public import Logging
public import VocativeIntents

/// Remembers the activities of responses, except those of private intents.
public struct ActivityObserver: DispatchObserver {
  private let activities: ActivityHistory
  private let recording: Recording

  /// Creates an observer that adds to a history and logs failures.
  public init(activities: ActivityHistory, logger: Logger) {
    self.activities = activities
    recording = Recording(orElse: "the activity was not remembered", logger: logger)
  }

  /// Remembers the activity of the response.
  public func didComplete(_ interaction: Interaction) async {
    guard let activity = interaction.rememberedActivity else { return }
    await recording.record {
      try await activities.add(
        activity, of: interaction.dispatch.assistant, group: interaction.donationGroup, date: interaction.dispatch.date)
    }
  }
}
