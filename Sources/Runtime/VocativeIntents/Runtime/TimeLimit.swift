import Synchronization

/// Runs an operation for at most `limit` and returns its result, or nil after a timeout.
///
/// After a timeout, the operation is cancelled but not awaited: an operation that ignores cancellation must not block a
/// conversation.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration>, operation: @escaping @Sendable () async -> Value
) async -> Value? {
  let race = Race<Value>()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      race.start(continuation)
      let work = Task { race.finish(await operation()) }
      let timer = Task {
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        race.finish(nil)
      }
      race.onFinish {
        work.cancel()
        timer.cancel()
      }
    }
  } onCancel: {
    race.finish(nil)
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

  func start(_ continuation: CheckedContinuation<Value?, Never>) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.continuation = continuation }
      return state.isFinished
    }
    if isFinished { continuation.resume(returning: nil) }
  }

  func finish(_ value: Value?) {
    let (continuation, stop) = state.withLock { state in
      state.isFinished = true
      defer { state.continuation = nil }
      return (state.continuation, state.stop)
    }
    continuation?.resume(returning: value)
    stop()
  }

  func onFinish(_ stop: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      state.stop = stop
      return state.isFinished
    }
    if isFinished { stop() }
  }
}
