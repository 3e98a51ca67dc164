import VocativeDetection

/// Decides which room answers a call, with the arbiter of the rooms.
final class CallArbitration {
  private let arbiter: (any TurnArbiter)?
  /// The call that started the current turn, until the arbiter decides.
  private var call: TurnCall?

  /// - Parameter arbiter: Decides which of several loops that hear the same person answers; nil if there is only one.
  init(_ arbiter: (any TurnArbiter)?) { self.arbiter = arbiter }

  /// Returns whether a keyphrase starts a call; a phrase after the wake phrase is part of the same call.
  func isCall(_ hit: KeyphraseHit) -> Bool { arbiter != nil && (hit.keyphrase.kind == .wake || call == nil) }

  /// Notifies the arbiter of a call.
  func announce(_ call: TurnCall) {
    self.call = call
    arbiter?.didHear(call)
  }

  /// Forgets the call: its turn is over, or another one begins without a call.
  func forget() { call = nil }

  /// Returns whether this loop answers the call, rather than another loop that heard it better.
  ///
  /// A turn without a spoken call, such as an answer to a question, always belongs to this loop.
  nonisolated(nonsending) func mayAnswer() async -> Bool {
    guard let arbiter, let call else { return true }
    let mayAnswer = await arbiter.mayAnswer(call)
    if !mayAnswer { forget() }
    return mayAnswer
  }
}
