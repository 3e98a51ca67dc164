import Foundation
import Synchronization
import Vocative

/// What `listen` shows: events as they happen, and in a terminal one live line of level and state under them.
final class ListeningDisplay: Sendable {
  private struct State {
    var turn = TurnState.idle
    var level = InputLevel.floor
    var framesSinceDrawn = 0
    var isLineDrawn = false
    var greeting: String?
  }

  private let printer: EventPrinter
  private let showsLevel: Bool
  private let state: Mutex<State>

  /// Frames between two drawings of the level: ten a second.
  private static let drawingInterval = 5
  private static let meterWidth = 24

  /// - Parameter greeting: A line for when the first audio is there.
  init(greeting: String?, printer: EventPrinter, showsLevel: Bool) {
    state = Mutex(State(greeting: greeting))
    self.printer = printer
    self.showsLevel = showsLevel
  }

  /// Shows what the turn loop tells.
  func show(_ notice: TurnNotice) {
    switch notice {
    case .event(let event):
      clearLine()
      printer.print(event)
    case .state(let turn):
      state.withLock { $0.turn = turn }
      drawLine()
    case .level(let level):
      if let greeting = state.withLock({ $0.greeting.take() }) {
        clearLine()
        StandardOutput.line(greeting)
      }
      let isDue = state.withLock { state in
        state.level = max(level.rms, state.level - 2)
        state.framesSinceDrawn += 1
        return state.framesSinceDrawn >= Self.drawingInterval
      }
      if isDue { drawLine() }
    }
  }

  /// Leaves the terminal with a clean line.
  func finish() { clearLine() }

  private func clearLine() {
    guard
      state.withLock({ state in
        defer { state.isLineDrawn = false }
        return state.isLineDrawn
      })
    else { return }
    FileHandle.standardOutput.write(Data("\r\u{1B}[K".utf8))
  }

  private func drawLine() {
    guard showsLevel else { return }
    let (turn, level) = state.withLock { state in
      state.framesSinceDrawn = 0
      state.isLineDrawn = true
      return (state.turn, state.level)
    }
    let filled = Int((level - InputLevel.floor) / -InputLevel.floor * Double(Self.meterWidth))
    let meter = String(repeating: "█", count: max(filled, 0)) + String(repeating: "░", count: Self.meterWidth - max(filled, 0))
    FileHandle.standardOutput.write(Data("\r\u{1B}[K\(meter) \(String(format: "%4.0f", level)) dB  \(turn.rawValue)".utf8))
  }
}
