import Dispatch
import Synchronization
public import Vocative

/// A synthesizer that speaks until a test releases it.
public final class HeldSynthesizer: Synthesizer {
  private struct State {
    var texts: [String] = []
    var isReleased = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let beginning = AsyncStream.makeStream(of: Void.self)
  private let started = DispatchSemaphore(value: 0)

  /// The texts so far, in order.
  public var texts: [String] { state.withLock { $0.texts } }

  /// Creates a synthesizer that holds its first text.
  public init() {}

  /// Speaks a text until it is released.
  public func speak(_ text: String) async throws(SpeechError) {
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
  public func waitUntilSpeaking() { started.wait() }

  /// Waits until speaking starts.
  public func begun() async { for await _ in beginning.stream { return } }

  /// Ends the current text, and every later one immediately.
  public func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
