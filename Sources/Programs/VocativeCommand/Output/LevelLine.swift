import Foundation
import Synchronization
import Vocative

/// The live line of level and state at the bottom of a terminal.
final class LevelLine: Sendable {
  private struct State {
    var turn = TurnState.idle
    var meter = LevelMeter()
    var isDrawn = false
  }

  private let isShown: Bool
  private let state = Mutex(State())

  init(isShown: Bool) { self.isShown = isShown }

  func show(_ turn: TurnState) {
    state.withLock { state in
      state.turn = turn
      draw(&state)
    }
  }

  func show(_ level: InputLevel) {
    state.withLock { state in
      if state.meter.receive(level) { draw(&state) }
    }
  }

  /// Writes text with its line ends instead of the live line.
  func write(_ text: String) {
    state.withLock { state in
      StandardOutput.write((state.isDrawn ? LevelMeter.clearing : "") + text)
      state.isDrawn = false
    }
  }

  /// Writes text with its line ends to standard error, without the live line.
  func writeError(_ text: String) {
    write("")
    StandardError.write(text)
  }

  private func draw(_ state: inout State) {
    guard isShown else { return }
    state.isDrawn = true
    StandardOutput.write(state.meter.line(state.turn.rawValue))
  }
}
