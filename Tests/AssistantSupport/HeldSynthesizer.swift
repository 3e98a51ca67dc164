import Dispatch
import Synchronization
import Vocative

/// A synthesizer that speaks until a test releases it.
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

  /// Blocks the thread, not a task, until speaking starts.
  func waitUntilSpeaking() { started.wait() }

  /// Waits until speaking starts.
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
