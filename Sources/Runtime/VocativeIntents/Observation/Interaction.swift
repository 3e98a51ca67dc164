/// A performed intent with its response.
public struct Interaction: Equatable, Sendable {
  /// The dispatch of the intent.
  public let dispatch: Dispatch
  /// The response.
  public let response: IntentResponse
  /// The duration; zero while in progress.
  public let duration: Duration
  /// Related shortcuts that the intent suggests.
  public let associatedShortcuts: [Shortcut]

  /// The group of its donations; nil for none.
  public let donationGroup: String?

  /// Why it ended without the result of its intent; nil if the intent responded.
  public let reason: EndReason?

  /// Creates an interaction.
  public init(
    dispatch: Dispatch, response: IntentResponse, duration: Duration, associatedShortcuts: [Shortcut] = [],
    donationGroup: String? = nil, reason: EndReason? = nil
  ) {
    self.dispatch = dispatch
    self.response = response
    self.duration = duration
    self.associatedShortcuts = associatedShortcuts
    self.donationGroup = donationGroup
    self.reason = reason
  }
}
