public import Foundation
import Synchronization
import VocativeUnderstanding

/// Tracks which private requests are unlocked, and for how long.
///
/// The passphrase unlocks requests only from the source and in the session in which it is given. A person at the device unlocks
/// them for a while. Another program unlocks a single request, and must give the passphrase again for the next one.
///
/// A spoken passphrase does not protect against a person who overheard it.
public final class Unlock: Sendable {
  /// The scope of an unlock; it does not apply anywhere else.
  struct Scope: Hashable, Sendable {
    let source: IntentSource
    let session: String
  }

  /// The minimum confidence, from 0 to 1, at which a spoken passphrase is accepted.
  ///
  /// Ordinary commands are accepted at 0.3, because the person notices a mistake and corrects it. "Seven green bottles" of four
  /// synthetic voices has at least 0.997. A higher minimum hardly rejects more sentences in which one word differs.
  static let minConfidence = 0.9

  /// The words of the passphrase; empty if there is none, in which case private intents are refused.
  let passphrase: [String]
  private let duration: Duration
  private let isAlwaysUnlocked: Bool
  /// The times since the unlocks, on clocks that cannot be set: setting the time must neither extend nor repeat an unlock.
  private let opened = Mutex<[Scope: @Sendable () -> Duration]>([:])
  private let counted = Mutex(PassphraseAttempts())

  /// Creates a locked state that the passphrase unlocks for `duration` seconds.
  ///
  /// - Parameter isAlwaysUnlocked: Whether the configuration disables the passphrase.
  public init(passphrase: String? = nil, duration: TimeInterval = 120, isAlwaysUnlocked: Bool = false) {
    self.passphrase = SpokenText.words(of: passphrase ?? "")
    self.duration = .seconds(duration)
    self.isAlwaysUnlocked = isAlwaysUnlocked
  }

  /// The wrong guesses so far.
  var attempts: PassphraseAttempts { counted.withLock { $0 } }

  /// Returns whether private requests of a scope are unlocked.
  func isUnlocked(_ scope: Scope) -> Bool {
    guard !isAlwaysUnlocked else { return true }
    return opened.withLock { opened in
      opened = opened.filter { $0.value() < duration }
      return opened[scope] != nil
    }
  }

  /// Unlocks private requests of a scope.
  ///
  /// - Parameter clock: The monotonic clock that measures the unlock.
  func unlock(_ scope: Scope, clock: any Clock<Duration>) {
    let elapsed = clock.stopwatch()
    opened.withLock { $0[scope] = elapsed }
  }

  /// Locks all scopes immediately.
  public func lock() { opened.withLock { $0 = [:] } }

  /// Takes over the wrong guesses of a former state, as after a reload of the configuration; a different passphrase starts at
  /// zero.
  package func continueAttempts(of former: Unlock) {
    guard former !== self, former.passphrase == passphrase else { return }
    let attempts = former.attempts
    counted.withLock { $0 = attempts }
  }
}

extension IntentSource {
  /// Whether the passphrase unlocks more than one request; true for a person at the device.
  var keepsUnlock: Bool {
    switch self {
    case .voice, .text: true
    case .shortcut, .activity, .api: false
    }
  }
}
