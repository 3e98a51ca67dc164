public import Foundation
import Synchronization

/// A wall clock that only a test changes.
public final class ManualTime: Sendable {
  private let date: Mutex<Date>

  /// Creates a clock that shows a date.
  public init(_ date: Date) { self.date = Mutex(date) }

  /// The date that it shows.
  public var now: Date { date.withLock { $0 } }

  /// Sets it to another date.
  public func set(_ now: Date) { date.withLock { $0 = now } }

  /// Moves it by seconds.
  public func pass(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}
