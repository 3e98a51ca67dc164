public import Foundation
import Synchronization
import VocativeUnderstanding

/// Which private requests are open, and for how long.
///
/// The passphrase opens them for the source and the session in which it is given, and for no other. A person at the box keeps them open
/// for a while. Another program has one request performed, and gives the passphrase again for the next.
///
/// A spoken passphrase keeps honest people out, and not somebody who heard it said.
public final class Unlock: Sendable {
  /// Where a passphrase is given: nothing is open anywhere else.
  struct Scope: Hashable, Sendable {
    let source: IntentSource
    let session: String
  }

  /// The smallest confidence, from 0 to 1, at which a spoken passphrase is believed.
  ///
  /// An ordinary command is believed at 0.3, as a mistake is heard and corrected there.
  static let minConfidence = 0.6

  /// The passphrase as it is said; empty when there is none, and private intents stay refused.
  let passphrase: [String]
  private let duration: TimeInterval
  private let isAlwaysUnlocked: Bool
  private let openedAt = Mutex<[Scope: Date]>([:])
  private let counted = Mutex(PassphraseAttempts())

  /// Locked until the passphrase is given, and unlocked for `duration` seconds from then on.
  ///
  /// - Parameter isAlwaysUnlocked: Whether the owner has said in the configuration that nobody is asked.
  public init(passphrase: String? = nil, duration: TimeInterval = 120, isAlwaysUnlocked: Bool = false) {
    self.passphrase = SpokenText.words(of: passphrase ?? "")
    self.duration = duration
    self.isAlwaysUnlocked = isAlwaysUnlocked
  }

  /// The wrong guesses so far.
  var attempts: PassphraseAttempts { counted.withLock { $0 } }

  /// Whether private requests of a scope are performed.
  func isUnlocked(_ scope: Scope, at now: Date) -> Bool {
    guard !isAlwaysUnlocked else { return true }
    guard let since = openedAt.withLock({ $0[scope] }) else { return false }
    return isOpen(since: since, at: now)
  }

  func unlock(_ scope: Scope, at now: Date) {
    openedAt.withLock { opened in
      opened = opened.filter { isOpen(since: $0.value, at: now) }
      opened[scope] = now
    }
  }

  // A clock that is put back must not leave it open for longer.
  private func isOpen(since: Date, at now: Date) -> Bool { (0..<duration).contains(now.timeIntervalSince(since)) }

  /// Locks again at once, whoever has unlocked.
  public func lock() { openedAt.withLock { $0 = [:] } }

  /// Goes on with the wrong guesses of another, as when the configuration is read anew; another passphrase starts with none.
  package func continueAttempts(of former: Unlock) {
    guard former !== self, former.passphrase == passphrase else { return }
    let attempts = former.attempts
    counted.withLock { $0 = attempts }
  }
}

extension IntentSource {
  /// Whether the passphrase opens more than the request it was asked for: a person at the box is asked once for a while.
  var keepsUnlock: Bool {
    switch self {
    case .voice, .text: true
    case .shortcut, .activity, .api: false
    }
  }
}
