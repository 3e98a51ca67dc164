import Logging
import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// What keeps the passphrase out of the log, and tells the owner of guesses.
extension TurnLoop {
  /// Logs what was recognised; of what is private only the kind.
  func log(_ understanding: Understanding, samples: Int) async {
    guard logger.logLevel <= .debug else { return }
    let words = await conversation.isPrivate(understanding) ? understanding.kind : "\(understanding)"
    logger.debug("recognised \(samples) samples as \(words)")
  }

  /// Whether a sentence that is listened for asks for something private.
  func isPrivate(_ keyphrase: Keyphrase) async -> Bool {
    guard keyphrase.kind == .invocation else { return false }
    guard let match = plan?.grammar.match(keyphrase.text.split(separator: " ").map(String.init)) else { return true }
    return await runtime.isPrivate(Interpretation(text: keyphrase.text, match: match, confidence: 1))
  }

  /// Logs what a plan warns of; the words of a passphrase are none of the log's business.
  func logWarnings(of plan: SpeechPlan) {
    guard !conversation.expectsPassphrase else { return }
    for warning in plan.warnings { logger.warning("\(warning)") }
  }

  /// Tells that the phrases stay what they are, because of an error that may name a word of the passphrase.
  func tellPlanFailure(_ error: any Error) {
    let reason = conversation.expectsPassphrase ? "the passphrase has a word that cannot be heard" : "\(error)"
    logger.error("the assistant's phrases could not be brought up to date: \(reason)")
    tell(.error(code: "vocabulary", message: "the assistant's phrases could not be brought up to date: \(reason)"))
  }

  /// Has lock-outs announced here from now on.
  nonisolated func followLockouts(of runtime: IntentRuntime) {
    runtime.onLockout { [weak self] lockout in
      Task { await self?.announce(lockout) }
    }
  }

  /// Tells the owner of a lock-out: aloud, where it is not the answer to somebody at the microphone.
  private func announce(_ lockout: PassphraseLockout) async {
    tell(.error(code: "passphrase", message: lockout.announcement))
    guard lockout.source != .voice else { return }
    do { try await say(lockout.announcement) } catch { logger.warning("a lock-out could not be announced: \(error)") }
  }
}
