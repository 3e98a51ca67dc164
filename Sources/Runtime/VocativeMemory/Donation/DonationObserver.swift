public import Logging
public import VocativeIntents

/// Donates each interaction that succeeds, is not private and is eligible for prediction, or leads to an activity that is.
public struct DonationObserver: DispatchObserver {
  private let donations: InteractionDonations
  private let logger: Logger
  private let faults = FaultLog()

  /// Creates an observer that donates interactions and logs failures.
  public init(donations: InteractionDonations, logger: Logger) {
    self.donations = donations
    self.logger = logger
  }

  /// Donates the interaction.
  public func didComplete(_ interaction: Interaction) async {
    do {
      if try await donations.donate(interaction) { faults.clear() }
    } catch {
      if faults.isNew("\(error)") { logger.warning("the interaction was not donated: \(error)") }
    }
  }
}
