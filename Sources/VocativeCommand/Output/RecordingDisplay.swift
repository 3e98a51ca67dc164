import Foundation
import Synchronization
import Vocative
import VocativeTuning

/// What `tune` shows while it records: what to say, what became of it, and in a terminal one live line with the level.
final class RecordingDisplay: Sendable {
  private struct State {
    var level = InputLevel.floor
    var clipHold = 0
    var framesSinceDrawn = 0
    var isLineDrawn = false
    var isRoom = false
  }

  private let state = Mutex(State())
  private let showsLevel: Bool
  private let write: @Sendable (String) -> Void

  /// Frames between two drawings of the level, and for which clipping stays on show: a tenth of a second and a second.
  private static let (drawingInterval, clipHold) = (5, 50)
  private static let meterWidth = 24
  /// dBFS at which speech is well heard.
  private static let good = -45.0

  /// - Parameter isJSON: Whether standard output is another program's, and the person is told on standard error.
  init(isJSON: Bool) {
    write = isJSON ? StandardError.write : StandardOutput.write
    showsLevel = isatty(isJSON ? STDERR_FILENO : STDOUT_FILENO) == 1
  }

  /// Shows what the recording session tells.
  @Sendable func show(_ notice: RecordingNotice) {
    switch notice {
    case .say(let phrase, let repetition, let count): line("say \"\(phrase)\" (\(repetition) of \(count))")
    case .taken(_, _, let level): line(String(format: "  taken: %.0f dBFS, peak %.0f dBFS", level.rms, level.peak))
    case .again(let fault): line("  again: \(fault)")
    case .room(let seconds):
      state.withLock { $0.isRoom = true }
      line(
        "now leave the room as it is for \(Int(seconds)) s, without the phrases; a television, a radio or talk of other things is best"
      )
    case .roomDone(let seconds, let level):
      let clipped = level.clippedSamples > 0 ? ", \(level.clippedSamples) samples at full scale" : ""
      line(String(format: "  %.0f s of the room at %.0f dBFS", seconds, level.rms) + clipped)
    case .level(let level): show(level)
    }
  }

  /// Leaves the terminal with a clean line.
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
    if wasDrawn { write("\r\u{1B}[K") }
  }

  private func show(_ level: InputLevel) {
    guard showsLevel else { return }
    let text: String? = state.withLock { state in
      state.level = max(level.rms, state.level - 2)
      state.clipHold = level.clippedSamples > 0 ? Self.clipHold : max(state.clipHold - 1, 0)
      state.framesSinceDrawn += 1
      guard state.framesSinceDrawn >= Self.drawingInterval else { return nil }
      state.framesSinceDrawn = 0
      state.isLineDrawn = true
      let verdict =
        state.clipHold > 0 ? "CLIPPING: step back" : state.isRoom ? "room" : state.level < Self.good ? "quiet" : "good"
      let filled = max(Int((state.level - InputLevel.floor) / -InputLevel.floor * Double(Self.meterWidth)), 0)
      let meter = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.meterWidth - filled)
      return "\r\u{1B}[K\(meter) \(String(format: "%4.0f", state.level)) dB  \(verdict)"
    }
    if let text { write(text) }
  }
}
