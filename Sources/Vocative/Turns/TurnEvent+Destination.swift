package import VocativeIntents

extension TurnEvent {
  /// Where the card of a response leads; nil if it leads nowhere, or the response has already led there.
  package var destination: Activity? {
    guard !isPrivate, let response = interaction?.response, response.code == .success else { return nil }
    return response.activity
  }
}
