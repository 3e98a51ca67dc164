import Synchronization
import Vocative

/// A synthesizer that speaks its first text, or each one, until it is interrupted or released, and finishes all other sounds
/// immediately.
final class InterruptibleSynthesizer: Synthesizer {
  private struct State {
    var texts: [String] = []
    var interrupted: [String] = []
    var earcons = 0
    var isReleased = false
    var ending: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())
  private let holdsEach: Bool
  private let onBeginning: @Sendable () -> Void

  init(holdsEach: Bool = false, onBeginning: @escaping @Sendable () -> Void = {}) {
    self.holdsEach = holdsEach
    self.onBeginning = onBeginning
  }

  var texts: [String] { state.withLock { $0.texts } }
  var interrupted: [String] { state.withLock { $0.interrupted } }
  var earcons: Int { state.withLock { $0.earcons } }

  func speak(_ text: String) async throws(SpeechError) {
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let isHeld = state.withLock { state in
      state.texts.append(text)
      guard holdsEach || (state.texts.count == 1 && !state.isReleased) else { return false }
      state.ending = ending
      return true
    }
    guard isHeld else { return }
    onBeginning()
    for await _ in end {}
    if Task.isCancelled { state.withLock { $0.interrupted.append(text) } }
  }

  func play(_ earcon: Earcon) async throws(SpeechError) { state.withLock { $0.earcons += 1 } }

  /// Ends the text that is spoken, or the first one as soon as it is.
  func release() {
    let ending = state.withLock { state in
      state.isReleased = true
      return state.ending
    }
    ending?.finish()
  }
}
