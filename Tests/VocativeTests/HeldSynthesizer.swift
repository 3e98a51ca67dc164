import Synchronization
import Vocative

/// A synthesizer that speaks each text until it is interrupted or released.
final class HeldSynthesizer: Synthesizer {
  private struct State {
    var texts: [String] = []
    var interrupted: [String] = []
    var ending: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())
  private let onBeginning: @Sendable () -> Void

  init(onBeginning: @escaping @Sendable () -> Void) { self.onBeginning = onBeginning }

  var texts: [String] { state.withLock { $0.texts } }
  var interrupted: [String] { state.withLock { $0.interrupted } }

  func speak(_ text: String) async throws(SpeechError) {
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    state.withLock { state in
      state.texts.append(text)
      state.ending = ending
    }
    onBeginning()
    for await _ in end {}
    if Task.isCancelled { state.withLock { $0.interrupted.append(text) } }
  }

  func release() { state.withLock { $0.ending }?.finish() }
}
