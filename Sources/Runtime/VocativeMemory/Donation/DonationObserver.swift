public import Logging
public import VocativeIntents

/// Donates each interaction that succeeds, is not private and is eligible for prediction, or leads to an activity that is.
public struct DonationObserver: DispatchObserver {
  private let donations: InteractionDonations
  private let recording: Recording

  /// Creates an observer that donates interactions and logs failures.
  public init(donations: InteractionDonations, logger: Logger) {
    self.donations = donations
    recording = Recording(orElse: "the interaction was not donated", logger: logger)
  }

  /// Donates the interaction.
  public func didComplete(_ interaction: Interaction) async {
    guard donations.donates(interaction) else { return }
    await recording.record { try await donations.donate(interaction) }
  }
}
