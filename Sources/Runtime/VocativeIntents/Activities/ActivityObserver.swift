public import Logging

/// Remembers the activities that responses carry, unless the intent is private.
public struct ActivityObserver: DispatchObserver {
  private let activities: ActivityHistory
  private let logger: Logger

  /// An observer that adds to a history, and logs what it cannot add.
  public init(activities: ActivityHistory, logger: Logger) {
    self.activities = activities
    self.logger = logger
  }

  /// Remembers where the response leads to.
  public func didComplete(_ interaction: Interaction) async {
    guard let activity = interaction.response.activity, !interaction.dispatch.isPrivate,
      [.success, .continueInApp].contains(interaction.response.code)
    else { return }
    do {
      try await activities.add(activity, date: interaction.dispatch.date)
    } catch {
      logger.warning("the activity is not remembered: \(error)")
    }
  }
}
