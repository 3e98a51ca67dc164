import Dispatch
import Synchronization
import Vocative

/// Speaks for as long as a test wants.
final class HeldSynthesizer: Synthesizer {
  private struct State {
    var texts: [String] = []
    var isReleased = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let beginning = AsyncStream.makeStream(of: Void.self)
  private let started = DispatchSemaphore(value: 0)

  var texts: [String] { state.withLock { $0.texts } }

  func speak(_ text: String) async throws(SpeechError) {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        state.texts.append(text)
        if !state.isReleased { state.waiting = continuation }
        return state.isReleased
      }
      started.signal()
      beginning.continuation.yield()
      if isReleased { continuation.resume() }
    }
  }

  /// Blocks a thread, not a task, until speaking has begun.
  func waitUntilSpeaking() { started.wait() }

  /// Waits until speaking has begun.
  func begun() async { for await _ in beginning.stream { return } }

  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
