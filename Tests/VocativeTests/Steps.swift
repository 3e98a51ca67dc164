import Dispatch
import Foundation

/// Lets a source's thread stand still until a task has done something.
final class Steps: Sendable {
  private let arrived = AsyncStream.makeStream(of: Void.self)
  private let departure = DispatchSemaphore(value: 0)

  /// Blocks the thread that calls it until `goOn`.
  func waitHere() {
    arrived.continuation.yield()
    arrived.continuation.finish()
    departure.wait()
  }

  /// Waits until a thread waits.
  func reached() async { for await _ in arrived.stream { return } }

  /// Blocks the thread that calls it until something holds that others bring about, or so long that it never will.
  static func block(until condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(300)
    while !condition(), ContinuousClock.now < deadline { sched_yield() }
  }

  func goOn() { departure.signal() }
}
