import Logging
import VocativeCapture
import VocativeDetection

extension TurnLoop {
  /// Notifies the arbiter of a keyphrase that starts a turn.
  func announce(_ hit: KeyphraseHit) {
    // A phrase after the wake phrase is part of the same call.
    guard let arbiter, hit.keyphrase.kind == .wake || pendingCall == nil else { return }
    let level = InputLevel(of: detector.history.samples(in: hit.start..<hit.end)).rms
    let call = TurnCall(phrase: hit.keyphrase.text, score: hit.margin, level: level)
    pendingCall = call
    arbiter.didHear(call)
  }

  /// Returns whether this loop answers the call, rather than another loop that heard it better.
  ///
  /// A turn without a spoken call, such as an answer to a question, always belongs to this loop.
  func mayAnswer() async -> Bool {
    guard let arbiter, let call = pendingCall else { return true }
    guard await arbiter.mayAnswer(call) else {
      pendingCall = nil
      logger.debug("another room heard the call better and answers")
      return false
    }
    return true
  }
}
