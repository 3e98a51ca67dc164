import Logging
import VocativeUnderstanding

extension IntentRuntime {
  /// What a wrong passphrase is answered with.
  public struct WrongPassphrase: Equatable, Sendable {
    /// What to say.
    public let response: IntentResponse
    /// Whether another may be given at once.
    public let mayTryAgain: Bool
  }

  /// Whether a request is performed without the passphrase, as far as its privacy is concerned.
  func isUnlocked(_ request: IntentRequest) -> Bool {
    request.isUnlocked || unlock.isUnlocked(request.scope, at: dependencies.clock.now())
  }

  /// Asks for the passphrase, or says why it is not asked for.
  func passphraseQuestion(for request: IntentRequest) -> Result<IntentQuestion, PassphraseRefusal> {
    guard !unlock.passphrase.isEmpty else { return .failure(.noPassphrase) }
    if let wait = unlock.attempts.wait(of: request.origin) { return .failure(.tooEarly(wait)) }
    return .success(IntentQuestion(request: request, expectation: .passphrase, dialog: "What's the passphrase?", hint: ""))
  }

  /// Takes something that is not the passphrase as the answer to the question for it, such as words that nobody knows.
  public func takeWrongPassphrase(answering question: IntentQuestion) -> WrongPassphrase {
    guard case .wrongPassphrase(let wrong) = takePassphrase(isRight: false, for: question.request) else {
      return WrongPassphrase(response: .failure(PassphraseRefusal.wrong), mayTryAgain: false)
    }
    return wrong
  }

  func takePassphrase(isRight: Bool, for request: IntentRequest) -> TakenAnswer {
    switch judge(isRight: isRight, from: request.origin) {
    case .accepted:
      if request.origin.keepsUnlock { unlock.unlock(request.scope, at: dependencies.clock.now()) }
      var request = request
      request.isUnlocked = true
      return .goesOn(request)
    case .wrong: return .wrongPassphrase(.init(response: .failure(PassphraseRefusal.wrong), mayTryAgain: true))
    case .refused(let wait):
      return .wrongPassphrase(.init(response: .failure(PassphraseRefusal.tooEarly(wait).dialog), mayTryAgain: false))
    }
  }

  // MARK: In writing

  /// Proof that the passphrase was given with a request in writing: good for that request.
  public struct RequestUnlock: Sendable {
    fileprivate init() {}
  }

  /// Compares a passphrase that another program gives in writing, together with what it wants done.
  ///
  /// - Throws: `PassphraseRefusal` when it is wrong, when too many were wrong, and when there is none.
  public func unlockRequest(with passphrase: String) throws(PassphraseRefusal) -> RequestUnlock {
    guard !unlock.passphrase.isEmpty else { throw .noPassphrase }
    let isRight = SpokenText.words(of: passphrase) == unlock.passphrase
    switch judge(isRight: isRight, from: .api) {
    case .accepted: return RequestUnlock()
    case .wrong: throw .wrongWords
    case .refused(let wait): throw .tooEarly(wait)
    }
  }

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

  /// Has lock-outs announced to the owner, beside the log; whoever asks last is told.
  package func onLockout(_ announce: @escaping @Sendable (PassphraseLockout) -> Void) {
    unlock.attempts.onLockout(announce)
  }

  /// Goes on with the wrong guesses that another runtime has counted.
  package func continueAttempts(of former: IntentRuntime) { unlock.continueAttempts(of: former.unlock) }
}

/// Why something private is not done.
public enum PassphraseRefusal: Error, Equatable, Sendable {
  /// There is no passphrase.
  case noPassphrase
  /// It is not the passphrase.
  case wrongWords
  /// Too many were wrong: how long none is taken.
  case tooEarly(Duration)

  static let wrong = "That's not the passphrase."

  /// What is said or shown.
  public var dialog: String {
    switch self {
    case .noPassphrase: "That's private, and there's no passphrase to unlock it with."
    case .wrongWords: Self.wrong
    case .tooEarly(let wait): "That's private, and there were too many wrong passphrases. Try again in \(WaitText.spoken(wait))."
    }
  }
}
