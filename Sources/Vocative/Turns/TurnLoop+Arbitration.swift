import Logging
import VocativeCapture
import VocativeDetection

extension TurnLoop {
  /// Tells the arbiter of a keyphrase that begins a turn.
  func announce(_ hit: KeyphraseHit) {
    // A phrase behind the wake phrase is part of the same call.
    guard let arbiter, hit.keyphrase.kind == .wake || pendingCall == nil else { return }
    let level = InputLevel(of: detector.history.samples(in: hit.start..<hit.end)).rms
    let call = TurnCall(phrase: hit.keyphrase.text, score: hit.margin, level: level)
    pendingCall = call
    arbiter.didHear(call)
  }

  /// Whether this loop answers a call, and not another that has heard it better.
  ///
  /// What nobody has called for by voice, such as an answer to a question, is this loop's own.
  func mayAnswer() async -> Bool {
    guard let arbiter, let call = pendingCall else { return true }
    guard await arbiter.mayAnswer(call) else {
      pendingCall = nil
      logger.debug("another room has heard the call better and answers")
      return false
    }
    return true
  }
}
