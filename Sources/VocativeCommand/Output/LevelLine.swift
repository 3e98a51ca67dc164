import Foundation
import Synchronization
import Vocative

/// The live line of level and state under what a terminal shows, out of the way of whatever is written.
final class LevelLine: Sendable {
  private struct State {
    var turn = TurnState.idle
    var level = InputLevel.floor
    var framesSinceDrawn = 0
    var isDrawn = false
  }

  private let isShown: Bool
  private let state = Mutex(State())

  /// Frames between two drawings of the level: ten a second.
  private static let drawingInterval = 5
  private static let meterWidth = 24
  private static let clearing = "\r\u{1B}[K"

  init(isShown: Bool) { self.isShown = isShown }

  func show(_ turn: TurnState) {
    state.withLock { state in
      state.turn = turn
      draw(&state)
    }
  }

  func show(_ level: InputLevel) {
    state.withLock { state in
      state.level = max(level.rms, state.level - 2)
      state.framesSinceDrawn += 1
      if state.framesSinceDrawn >= Self.drawingInterval { draw(&state) }
    }
  }

  /// Writes text with its line ends where the line was.
  func write(_ text: String) {
    state.withLock { state in
      StandardOutput.write((state.isDrawn ? Self.clearing : "") + text)
      state.isDrawn = false
    }
  }

  private func draw(_ state: inout State) {
    guard isShown else { return }
    state.framesSinceDrawn = 0
    state.isDrawn = true
    let filled = max(Int((state.level - InputLevel.floor) / -InputLevel.floor * Double(Self.meterWidth)), 0)
    let meter = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.meterWidth - filled)
    StandardOutput.write("\(Self.clearing)\(meter) \(String(format: "%4.0f", state.level)) dB  \(state.turn.rawValue)")
  }
}
