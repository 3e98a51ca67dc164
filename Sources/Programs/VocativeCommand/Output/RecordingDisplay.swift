import Foundation
import Synchronization
import Vocative
import VocativeTuning

/// The output of `tune` while it records: prompts, results, and in a terminal one live line with the level.
final class RecordingDisplay: Sendable {
  private struct State {
    var meter = LevelMeter()
    var clipHold = 0
    var isLineDrawn = false
    var isRoom = false
  }

  private let state = Mutex(State())
  private let showsLevel: Bool
  private let write: @Sendable (String) -> Void

  /// The number of frames for which clipping stays visible: one second.
  private static let clipHold = 50
  /// The level in dBFS of clear speech.
  private static let good = -45.0

  /// - Parameter isJSON: Whether standard output carries JSON; prompts then go to standard error.
  init(isJSON: Bool) {
    write = isJSON ? StandardError.write : StandardOutput.write
    showsLevel = isatty(isJSON ? STDERR_FILENO : STDOUT_FILENO) == 1
  }

  /// Shows the events of the recording session.
  @Sendable func show(_ notice: RecordingNotice) {
    switch notice {
    case .say(let phrase, let repetition, let count): line("say \"\(phrase)\" (\(repetition) of \(count))")
    case .taken(_, _, let level): line(String(format: "  recorded: %.0f dBFS, peak %.0f dBFS", level.rms, level.peak))
    case .again(let fault): line("  again: \(fault)")
    case .room(let seconds):
      state.withLock { $0.isRoom = true }
      line(
        "now recording the room for \(Int(seconds)) s: do not say the phrases; a television, a radio or other talk helps"
      )
    case .roomDone(let seconds, let level):
      let clipped = level.clippedSamples > 0 ? ", \(level.clippedSamples) samples at full scale" : ""
      line(String(format: "  %.0f s of the room at %.0f dBFS", seconds, level.rms) + clipped)
    case .level(let level): show(level)
    }
  }

  /// Clears the live line.
  func finish() { clear() }

  private func line(_ text: String) {
    clear()
    write(text + "\n")
  }

  private func clear() {
    let wasDrawn = state.withLock { state in
      defer { state.isLineDrawn = false }
      return state.isLineDrawn
    }
    if wasDrawn { write(LevelMeter.clearing) }
  }

  private func show(_ level: InputLevel) {
    guard showsLevel else { return }
    let text: String? = state.withLock { state in
      state.clipHold = level.clippedSamples > 0 ? Self.clipHold : max(state.clipHold - 1, 0)
      guard state.meter.receive(level) else { return nil }
      state.isLineDrawn = true
      let verdict =
        state.clipHold > 0 ? "CLIPPING: step back" : state.isRoom ? "room" : state.meter.level < Self.good ? "quiet" : "good"
      return state.meter.line(verdict)
    }
    if let text { write(text) }
  }
}
