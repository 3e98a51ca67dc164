import Logging
import VocativeUnderstanding

extension IntentRuntime {
  /// The response to a wrong passphrase.
  public struct WrongPassphrase: Equatable, Sendable {
    /// The response.
    public let response: IntentResponse
    /// Whether another attempt is allowed immediately.
    public let mayTryAgain: Bool
  }

  /// Returns whether a request may be performed without the passphrase.
  func isUnlocked(_ request: IntentRequest) -> Bool {
    request.isUnlocked || unlock.isUnlocked(request.scope)
  }

  /// Returns the question for the passphrase, or the reason why it is not asked.
  func passphraseQuestion(for request: IntentRequest) -> Result<IntentQuestion, PassphraseRefusal> {
    guard !unlock.passphrase.isEmpty else { return .failure(.noPassphrase) }
    if let wait = unlock.attempts.wait(of: request.origin) { return .failure(.tooEarly(wait)) }
    return .success(IntentQuestion(request: request, expectation: .passphrase, dialog: "What's the passphrase?", hint: ""))
  }

  /// Processes an answer that is not the passphrase, such as unknown words.
  public func takeWrongPassphrase(answering question: IntentQuestion) -> WrongPassphrase {
    guard case .wrongPassphrase(let wrong) = takePassphrase(isRight: false, for: question.request) else {
      return WrongPassphrase(response: .failure(PassphraseRefusal.wrong), mayTryAgain: false)
    }
    return wrong
  }

  func takePassphrase(isRight: Bool, for request: IntentRequest) -> AnswerResult {
    switch judge(isRight: isRight, from: request.origin) {
    case .accepted:
      if request.origin.keepsUnlock { unlock.unlock(request.scope, clock: clock) }
      var request = request
      request.isUnlocked = true
      return .continues(request)
    case .wrong: return .wrongPassphrase(.init(response: .failure(PassphraseRefusal.wrong), mayTryAgain: true))
    case .refused(let wait):
      return .wrongPassphrase(.init(response: .failure(PassphraseRefusal.tooEarly(wait).dialog), mayTryAgain: false))
    }
  }

  // MARK: In writing

  /// Proof that the passphrase was given with a written request; valid only for that request.
  public struct RequestUnlock: Sendable {
    fileprivate init() {}
  }

  /// Checks a passphrase that another program sends along with a request.
  ///
  /// - Throws: `PassphraseRefusal` if the passphrase is wrong, if there were too many wrong ones, or if none is set.
  public func unlockRequest(with passphrase: String) throws(PassphraseRefusal) -> RequestUnlock {
    guard !unlock.passphrase.isEmpty else { throw .noPassphrase }
    let isRight = SpokenText.words(of: passphrase) == unlock.passphrase
    switch judge(isRight: isRight, from: .api) {
    case .accepted: return RequestUnlock()
    case .wrong: throw .wrongWords
    case .refused(let wait): throw .tooEarly(wait)
    }
  }

  /// Whether the last passphrase that another program sent was wrong; a restart would forget it.
  package var hasWrongWrittenPassphrase: Bool { unlock.attempts.hasWrong(of: .api) }

  // MARK: The owner

  private func judge(isRight: Bool, from source: IntentSource) -> PassphraseAttempts.Verdict {
    let attempts = unlock.attempts
    let (verdict, lockout) = attempts.judge(isRight: isRight, from: source, clock: clock)
    if let lockout {
      logger.warning("the passphrase is locked: \(lockout.announcement)")
      attempts.announce(lockout)
    }
    return verdict
  }

  /// Sets the closure that announces lockouts to the owner, in addition to the log; the last one set is used.
  package func onLockout(_ announce: @escaping @Sendable (PassphraseLockout) -> Void) {
    unlock.attempts.onLockout(announce)
  }

  /// Takes over the wrong guesses that another runtime counted.
  package func continueAttempts(of former: IntentRuntime) { unlock.continueAttempts(of: former.unlock) }
}

/// The reason why a private request is refused.
public enum PassphraseRefusal: Error, Equatable, Sendable {
  /// No passphrase is set.
  case noPassphrase
  /// The passphrase is wrong.
  case wrongWords
  /// There were too many wrong passphrases; the remaining wait.
  case tooEarly(Duration)

  static let wrong = "That's not the passphrase."

  /// The dialog for the refusal.
  public var dialog: String {
    switch self {
    case .noPassphrase: "That's private, and there's no passphrase to unlock it with."
    case .wrongWords: Self.wrong
    case .tooEarly(let wait): "That's private, and there were too many wrong passphrases. Try again in \(WaitText.spoken(wait))."
    }
  }
}
