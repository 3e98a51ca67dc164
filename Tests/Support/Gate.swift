import Dispatch
import Foundation

/// A gate at which a thread waits until it is opened.
public final class Gate: Sendable {
  private let arrival = AsyncStream.makeStream(of: Void.self)
  private let departure = DispatchSemaphore(value: 0)

  /// Creates a closed gate.
  public init() {}

  /// Blocks the calling thread until the gate is opened.
  public func wait() {
    arrival.continuation.finish()
    departure.wait()
  }

  /// Waits until a thread has arrived at the gate.
  public func arrived() async { for await _ in arrival.stream { return } }

  /// Blocks the calling thread until a condition holds, or until a generous timeout.
  public static func block(until condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(300)
    while !condition(), ContinuousClock.now < deadline { sched_yield() }
  }

  /// Opens the gate for one thread.
  public func open() { departure.signal() }
}
