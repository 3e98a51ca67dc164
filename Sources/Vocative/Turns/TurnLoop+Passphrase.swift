import Logging
import VocativeDetection
import VocativeIntents
import VocativeUnderstanding

/// Keeps the passphrase out of the log, and notifies the owner of failed attempts.
extension TurnLoop {
  /// Logs the understanding; only its kind if it is private.
  func log(_ understanding: Understanding, samples: Int) async {
    guard logger.logLevel <= .debug else { return }
    let words = await conversation.isPrivate(understanding) ? understanding.kind : "\(understanding)"
    logger.debug("recognized \(samples) samples as \(words)")
  }

  /// Returns whether a keyphrase is the phrase of a private intent.
  func isPrivate(_ keyphrase: Keyphrase) async -> Bool {
    guard keyphrase.kind == .invocation else { return false }
    guard let match = plan?.grammar.match(keyphrase.text.split(separator: " ").map(String.init)) else { return true }
    return await runtime.isPrivate(Interpretation(text: keyphrase.text, match: match, confidence: 1))
  }

  /// Logs a plan's warnings, unless they could contain words of the passphrase.
  func logWarnings(of plan: SpeechPlan) {
    guard !conversation.expectsPassphrase else { return }
    for warning in plan.warnings { logger.warning("\(warning)") }
  }

  /// Reports that the phrases cannot be updated; the error may name a word of the passphrase, which is left out.
  func reportPlanFailure(_ error: any Error) {
    let reason = conversation.expectsPassphrase ? "the passphrase contains a word without a pronunciation" : "\(error)"
    logger.error("cannot update the assistant's phrases: \(reason)")
    emit(.error(code: "vocabulary", message: "cannot update the assistant's phrases: \(reason)"))
  }

  /// Announces the runtime's lockouts in this loop.
  nonisolated func followLockouts(of runtime: IntentRuntime) {
    runtime.onLockout { [weak self] lockout in
      Task { await self?.announce(lockout) }
    }
  }

  /// Reports a lockout; it is also spoken if the attempts did not come from the microphone.
  private func announce(_ lockout: PassphraseLockout) async {
    emit(.error(code: "passphrase", message: lockout.announcement))
    guard lockout.source != .voice else { return }
    do { try await say(lockout.announcement) } catch { logger.warning("cannot announce a lockout: \(error)") }
  }
}
