import Synchronization
import Vocative

/// A synthesizer that speaks its first text until it is interrupted or released, and finishes all later sounds immediately.
final class InterruptibleSynthesizer: Synthesizer {
  private struct State {
    var texts: [String] = []
    var interrupted: [String] = []
    var earcons = 0
  }

  private let state = Mutex(State())
  private let ending = AsyncStream.makeStream(of: Void.self)
  private let onBeginning: @Sendable () -> Void

  init(onBeginning: @escaping @Sendable () -> Void = {}) { self.onBeginning = onBeginning }

  var texts: [String] { state.withLock { $0.texts } }
  var interrupted: [String] { state.withLock { $0.interrupted } }
  var earcons: Int { state.withLock { $0.earcons } }

  func speak(_ text: String) async throws(SpeechError) {
    let isFirst = state.withLock { state in
      state.texts.append(text)
      return state.texts.count == 1
    }
    guard isFirst else { return }
    onBeginning()
    for await _ in ending.stream {}
    if Task.isCancelled { state.withLock { $0.interrupted.append(text) } }
  }

  func play(_ earcon: Earcon) async throws(SpeechError) { state.withLock { $0.earcons += 1 } }

  func release() { ending.continuation.finish() }
}
