import Synchronization

/// A clock that only advances when a test advances it, and then wakes the tasks that are due.
public final class ManualClock: Clock, Sendable {
  /// A time on this clock.
  public struct Instant: InstantProtocol {
    var offset = Duration.zero

    /// Returns the instant later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether an instant is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [(length: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Creates a clock at its start.
  public init() {}

  /// The time since the start.
  public var elapsed: Duration { now.offset }
  /// The number of tasks that sleep.
  public var sleeperCount: Int { state.withLock(\.sleepers.count) }
  /// The current time.
  public var now: Instant { state.withLock { $0.now } }
  /// The minimum resolution: zero.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has advanced to an instant.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in begin(number, deadline, continuation) }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ number: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
    let (end, watchers) = state.withLock { state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
      guard state.cancelled.remove(number) == nil else { return (.failure(CancellationError()), []) }
      guard deadline > state.now else { return (.success(()), []) }
      state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
      let length = state.now.duration(to: deadline)
      defer { state.watchers.removeAll { $0.length == length } }
      return (nil, state.watchers.filter { $0.length == length }.map(\.continuation))
    }
    if let end { continuation.resume(with: end) }
    for watcher in watchers { watcher.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil as Sleeper?
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Waits until a task sleeps for this duration.
  public func sleeper(for length: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.sleepers.contains { state.now.duration(to: $0.deadline) == length }
        if !isThere { state.watchers.append((length, continuation)) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Advances the time and wakes the tasks that are due.
  public func advance(by time: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: time)
      let woken = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
