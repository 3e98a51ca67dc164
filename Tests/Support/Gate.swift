import Dispatch

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

  /// Opens the gate for one thread.
  public func open() { departure.signal() }
}
