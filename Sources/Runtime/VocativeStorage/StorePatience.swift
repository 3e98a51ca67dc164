import Foundation
import GRDB
import Synchronization

/// The time for which a store waits for another program that has locked it.
///
/// The program waits once for a lock that lasts. Further requests fail soon, until a write succeeds: a person who waits for an answer would
/// otherwise wait for each of several writes.
final class StorePatience: Sendable {
  /// The maximum wait; an SD card that is busy can need more than a second for each write.
  private static let usual = 5.0
  /// The maximum wait for a lock that has lasted longer than the usual one.
  private static let short = 0.1
  /// The pause between two attempts.
  private static let step = 0.01

  private let isSpent = Atomic(false)

  /// The configuration of a database that waits for so long.
  var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { [self] attempts in
      guard Double(attempts) * Self.step < (isSpent.load(ordering: .relaxed) ? Self.short : Self.usual) else { return false }
      Thread.sleep(forTimeInterval: Self.step)
      return true
    }
    return configuration
  }

  /// Notes whether a request found the database locked for the whole time; one that was only reading may pass a lock.
  func end(isLocked: Bool) { isSpent.store(isLocked, ordering: .relaxed) }
}
