import Synchronization

/// Runs an operation for at most `limit` and returns its result, or nil after a timeout.
///
/// After a timeout, the operation is cancelled but not awaited: an operation that ignores cancellation must not block a
/// conversation.
///
/// - Parameter pause: Suspends the limit; when it ends, the time begins again.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration>, pause: TimeLimitPause? = nil,
  operation: @escaping @Sendable () async -> Value
) async -> Value? {
  let race = Race<Value>()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      guard race.start(continuation) else { return }
      let work = Task { race.finish(await operation()) }
      let pause = pause ?? TimeLimitPause()
      let timer = pause.begin {
        Task {
          guard (try? await clock.sleep(for: limit)) != nil else { return }
          race.finish(nil)
        }
      }
      race.onFinish {
        work.cancel()
        pause.end(timer)
      }
    }
  } onCancel: {
    race.finish(nil)
  }
}

/// Suspends timers, as long as a person is asked; several pauses may overlap.
package final class TimeLimitPause: Sendable {
  private struct State {
    var pauses = 0
    var timers: [Int: (make: @Sendable () -> Task<Void, Never>, task: Task<Void, Never>?)] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Creates a pause without timers.
  package init() {}

  /// Starts a timer and returns its number.
  func begin(_ make: @escaping @Sendable () -> Task<Void, Never>) -> Int {
    state.withLock { state in
      state.next += 1
      state.timers[state.next] = (make, state.pauses > 0 ? nil : make())
      return state.next
    }
  }

  /// Ends a timer.
  func end(_ timer: Int) { state.withLock { $0.timers.removeValue(forKey: timer) }?.task?.cancel() }

  /// Stops all timers.
  func pause() {
    state.withLock { state in
      state.pauses += 1
      for timer in state.timers.keys {
        state.timers[timer]?.task?.cancel()
        state.timers[timer]?.task = nil
      }
    }
  }

  /// Ends a pause; after the last one, all timers start from the beginning.
  func resume() {
    state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0 else { return }
      for (timer, entry) in state.timers { state.timers[timer]?.task = entry.make() }
    }
  }
}

/// The first of several results wins; the other operations are cancelled.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var isFinished = false
    var stop: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())

  /// Returns whether the race begins: a task that is cancelled already has its result.
  func start(_ continuation: CheckedContinuation<Value?, Never>) -> Bool {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.continuation = continuation }
      return state.isFinished
    }
    if isFinished { continuation.resume(returning: nil) }
    return !isFinished
  }

  func finish(_ value: Value?) {
    let (continuation, stop) = state.withLock { state in
      state.isFinished = true
      defer { state.continuation = nil }
      return (state.continuation, state.stop)
    }
    // The caller must not find the other operations running.
    stop()
    continuation?.resume(returning: value)
  }

  func onFinish(_ stop: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      state.stop = stop
      return state.isFinished
    }
    if isFinished { stop() }
  }
}
