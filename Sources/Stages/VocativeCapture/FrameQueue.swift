import Foundation
import Synchronization

/// A bounded queue from a capture thread, which may block, to a task, which must not.
final class FrameQueue: Sendable {
  private enum Step: Sendable {
    case frame(AudioFrame)
    case end(CaptureError?)
  }

  private struct State {
    var frames: [AudioFrame] = []
    var head = 0
    var end: CaptureError??
    var isCancelled = false
    var waiting: CheckedContinuation<Step, Never>?

    /// Removes the first frame; storage is released in blocks, so that each removal has the same cost.
    mutating func removeFirst() -> AudioFrame {
      let frame = frames[head]
      head += 1
      if head == frames.count || head >= 256 {
        frames.removeFirst(head)
        head = 0
      }
      return frame
    }
  }

  private let state = Mutex(State())
  private let space: DispatchSemaphore
  private let overflow: AudioFrames.Overflow
  private let statistics: CaptureStatistics

  init(capacity: Int, overflow: AudioFrames.Overflow, statistics: CaptureStatistics) {
    // A semaphore must not be deallocated below its initial value, and a reader that leaves early leaves frames in the queue.
    space = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { space.signal() }
    self.overflow = overflow
    self.statistics = statistics
  }

  // MARK: Thread side

  /// Passes on a frame; returns false if the frames are no longer wanted.
  func send(_ frame: AudioFrame) -> Bool {
    guard !isCancelled else { return false }
    switch overflow {
    case .wait:
      space.wait()
    case .drop:
      guard space.wait(timeout: .now()) == .success else {
        statistics.update { $0.droppedFrames += 1 }
        return true
      }
    }
    statistics.update { $0.frames += 1 }
    let waiting = state.withLock { state -> CheckedContinuation<Step, Never>? in
      if let waiting = state.waiting {
        state.waiting = nil
        return waiting
      }
      state.frames.append(frame)
      return nil
    }
    if let waiting {
      space.signal()
      waiting.resume(returning: .frame(frame))
    }
    return !isCancelled
  }

  /// Whether the thread should stop.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Blocks for a duration, or until the thread should stop.
  ///
  /// Waits in short steps by the monotonic clock: semaphores wait by the date, and would wait longer if it is set back.
  func wait(for duration: Duration) {
    let end = SuspendingClock.now + duration
    while !isCancelled {
      let milliseconds = (end - SuspendingClock.now) / .milliseconds(1)
      guard milliseconds > 0 else { return }
      poll(nil, 0, Int32(min(milliseconds.rounded(.up), 50)))
    }
  }

  func finish(_ error: CaptureError?) {
    let waiting = state.withLock { state in
      state.end = .some(error)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: .end(error))
  }

  // MARK: Task side

  func next(isolation: isolated (any Actor)?) async throws(CaptureError) -> AudioFrame? {
    let step = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { (continuation: CheckedContinuation<Step, Never>) in
        let ready = state.withLock { state -> Step? in
          if state.isCancelled { return .end(nil) }
          if state.head < state.frames.count { return .frame(state.removeFirst()) }
          if let end = state.end { return .end(end) }
          state.waiting = continuation
          return nil
        }
        guard let ready else { return }
        if case .frame = ready { space.signal() }
        continuation.resume(returning: ready)
      }
    } onCancel: {
      cancel()
    }
    switch step {
    case .frame(let frame): return frame
    case .end(nil): return nil
    case .end(let error?): throw error
    }
  }

  func cancel() {
    let waiting = state.withLock { state in
      state.isCancelled = true
      defer { state.waiting = nil }
      return state.waiting
    }
    // Wakes the thread if it is waiting for space, so that it stops.
    space.signal()
    waiting?.resume(returning: .end(nil))
  }
}
