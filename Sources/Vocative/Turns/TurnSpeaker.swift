import Synchronization
import VocativeIntents
package import VocativeResponse

/// Speaks the sentences of a turn one after another, until a stop word silences the turn.
package final class TurnSpeaker: Sendable {
  private typealias Sound = @Sendable () async throws(SpeechError) -> Void

  private struct State {
    /// Whether a stop word was heard in this turn.
    var isStopped = false
    /// The end of the last sentence in the queue.
    var last: Task<SpeechError?, Never>?
    /// The sentence that is heard now.
    var current: Task<SpeechError?, Never>?
  }

  private let synthesizer: any Synthesizer
  private let limit: Duration
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// - Parameter limit: The maximum duration of a sentence.
  package init(synthesizer: any Synthesizer, limit: Duration, clock: any Clock<Duration>) {
    self.synthesizer = synthesizer
    self.limit = limit
    self.clock = clock
  }

  /// Whether a sentence is heard now.
  package var isSpeaking: Bool { state.withLock { $0.current != nil } }

  /// Whether the rest of the turn stays silent.
  package var isStopped: Bool { state.withLock(\.isStopped) }

  /// Begins another turn, which may speak.
  package func beginTurn() { state.withLock { $0.isStopped = false } }

  /// Stops the current sentence, and drops those that wait and the rest of the turn's speech.
  package func stop() {
    let current = state.withLock { state in
      state.isStopped = true
      return state.current
    }
    current?.cancel()
  }

  /// Speaks a text after the sentences before it; returns a failure, and nil if it was spoken or stopped.
  package func speak(_ text: String) async -> SpeechError? {
    await sound { [synthesizer] () throws(SpeechError) in try await synthesizer.speak(text) }
  }

  /// Plays finished speech, as `speak(_:)` speaks a text.
  package func play(_ speech: SpeechEngine.Speech) async -> SpeechError? {
    await sound { [synthesizer] () throws(SpeechError) in try await synthesizer.play(speech) }
  }

  /// Plays a tone, as `speak(_:)` speaks a text.
  package func play(_ earcon: Earcon) async -> SpeechError? {
    await sound { [synthesizer] () throws(SpeechError) in try await synthesizer.play(earcon) }
  }

  private func sound(_ sound: @escaping Sound) async -> SpeechError? {
    let sentence = state.withLock { state in
      let previous = state.last
      let sentence = Task {
        _ = await previous?.value
        return Task.isCancelled ? .cancelled : await self.hear(sound)
      }
      state.last = sentence
      return sentence
    }
    return await withTaskCancellationHandler {
      await sentence.value
    } onCancel: {
      sentence.cancel()
    }
  }

  private func hear(_ sound: @escaping Sound) async -> SpeechError? {
    let current = state.withLock { state -> Task<SpeechError?, Never>? in
      guard !state.isStopped else { return nil }
      let current = Task { () -> SpeechError? in
        do throws(SpeechError) {
          try await sound()
          return nil
        } catch {
          return error
        }
      }
      state.current = current
      return current
    }
    guard let current else { return nil }
    let ended = await withTimeLimit(limit, clock: clock) { await current.value }
    current.cancel()
    let isStopped = state.withLock { state in
      state.current = nil
      return state.isStopped
    }
    guard !isStopped else { return nil }
    guard !Task.isCancelled else { return .cancelled }
    let tooLong = SpeechError(code: .playbackFailed, reason: "speaking exceeded the limit of \(limit) and was stopped")
    return ended ?? tooLong
  }
}
