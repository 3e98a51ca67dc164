public import Logging

/// Donates what is performed: each interaction that succeeded, is not private and may be learnt from.
public struct DonationObserver: DispatchObserver {
  private let donations: InteractionDonations
  private let logger: Logger

  /// An observer that donates, and logs what it cannot donate.
  public init(donations: InteractionDonations, logger: Logger) {
    self.donations = donations
    self.logger = logger
  }

  /// Donates the interaction.
  public func didComplete(_ interaction: Interaction) async {
    do { try await donations.donate(interaction) } catch { logger.warning("not donated: \(error)") }
  }
}
