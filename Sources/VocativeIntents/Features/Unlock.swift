public import Foundation
import Synchronization
import VocativeUnderstanding

/// Whether private intents may be performed now: they may for a while after the passphrase was said.
///
/// A spoken passphrase keeps honest people out, and not somebody who heard it said.
public final class Unlock: Sendable {
  /// The passphrase as it is said; empty when there is none, and private intents stay refused.
  let passphrase: [String]
  private let duration: TimeInterval
  private let isAlwaysUnlocked: Bool
  private let unlockedSince = Mutex<Date?>(nil)

  /// Locked until the passphrase was said, and unlocked for `duration` seconds from then on.
  ///
  /// - Parameter isAlwaysUnlocked: Whether the owner has said in the configuration that nobody is asked.
  public init(passphrase: String? = nil, duration: TimeInterval = 120, isAlwaysUnlocked: Bool = false) {
    self.passphrase = SpokenText.words(of: passphrase ?? "")
    self.duration = duration
    self.isAlwaysUnlocked = isAlwaysUnlocked
  }

  func isUnlocked(at now: Date) -> Bool {
    guard !isAlwaysUnlocked else { return true }
    guard let since = unlockedSince.withLock({ $0 }) else { return false }
    // A clock that was put back must not leave it open for longer.
    return (0..<duration).contains(now.timeIntervalSince(since))
  }

  func unlock(at now: Date) { unlockedSince.withLock { $0 = now } }

  /// Locks again at once.
  public func lock() { unlockedSince.withLock { $0 = nil } }
}
