import Foundation
import Vocative

/// Prints what happens in a conversation, for people or as JSON.
struct EventPrinter: Sendable {
  /// How events are printed.
  enum Style: Sendable {
    /// One JSON object a line.
    case json
    /// A few words a line, and cards.
    case text(width: Int)
  }

  let style: Style
  /// How a time is written for people: seconds, or turns.
  var timeFormat = "%6.2f s"

  func print(_ event: TurnEvent) {
    switch style {
    case .json: StandardOutput.line(event.json)
    case .text(let width): lines(for: event, width: width).forEach(StandardOutput.line)
    }
  }

  private func lines(for event: TurnEvent, width: Int) -> [String] {
    let time = String(format: timeFormat, event.time)
    let indent = String(repeating: " ", count: time.count + 2)
    switch event.kind {
    case .spotted(let phrase, _, _, let score):
      return ["\(time)  heard \"\(phrase)\" (\(String(format: "%.1f", score)) decades over its threshold)"]
    case .understood(let text, let intent, let slots, let confidence):
      let filled = slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      return ["\(time)  understood \"\(text)\" as \(intent)(\(filled)), confidence \(String(format: "%.2f", confidence))"]
    case .rejected(let reason, let best, let dialog):
      let nearest = best.map { ", the nearest phrase is \"\($0)\"" } ?? ""
      return ["\(time)  rejected: \(reason)\(nearest)"] + (dialog.map { ["\(indent)> \($0)"] } ?? [])
    case .asked(let dialog, _):
      return ["\(indent)> \(dialog)"]
    case .responded(_, _, let dialog, let card):
      let cardLines = card.map { TerminalCard.lines(for: $0, width: width - indent.count) } ?? []
      return ["\(indent)> \(dialog)"] + cardLines.map { indent + "  " + $0 }
    case .error(_, let message):
      return ["\(time)  error: \(message)"]
    }
  }

  /// Columns of the terminal; 80 when standard output is none.
  static var terminalWidth: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
