import Dispatch
import Foundation

/// Pauses a source's thread until a task has done some work.
final class Steps: Sendable {
  private let arrived = AsyncStream.makeStream(of: Void.self)
  private let departure = DispatchSemaphore(value: 0)

  /// Blocks the calling thread until `goOn`.
  func waitHere() {
    arrived.continuation.yield()
    arrived.continuation.finish()
    departure.wait()
  }

  /// Waits until a thread is blocked.
  func reached() async { for await _ in arrived.stream { return } }

  /// Blocks the calling thread until a condition holds, or until a generous timeout.
  static func block(until condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(300)
    while !condition(), ContinuousClock.now < deadline { sched_yield() }
  }

  func goOn() { departure.signal() }
}
