import Foundation
import ProgramOutput
package import Vocative

/// Writes what happens in a conversation, for people or as JSON.
package struct EventPrinter: Sendable {
  /// How events are printed.
  package enum Style: Sendable {
    /// One JSON object a line.
    case json
    /// A few words a line, and cards.
    case text(TerminalStyle)
  }

  let style: Style
  /// How a time is written for people: seconds, or turns.
  let timeFormat: String

  /// JSON where it is wanted, else text in the style that standard output has.
  init(json: Bool, timeFormat: String = "%6.2f s") {
    self.init(style: json ? .json : .text(Self.terminalStyle), timeFormat: timeFormat)
  }

  /// Prints in a style, with the time as people read it.
  package init(style: Style, timeFormat: String = "%6.2f s") {
    self.style = style
    self.timeFormat = timeFormat
  }

  /// The lines for an event.
  ///
  /// - Parameter card: What is shown for it; nil for nothing.
  func lines(for event: TurnEvent, card: InterfaceCard?) -> [String] {
    switch style {
    case .json: [event.json]
    case .text(let style): textLines(for: event, card: card, style: style)
    }
  }

  private func textLines(for event: TurnEvent, card: InterfaceCard?, style terminal: TerminalStyle) -> [String] {
    let time = String(format: timeFormat, event.time)
    let indent = String(repeating: " ", count: time.count + 2)
    // What was said, asked or answered may come from a broker, a satellite or an imported file.
    let clean = { (text: String) in PrintableText.line(text) }
    switch event.kind {
    case .spotted(let phrase, _, _, let score):
      return ["\(time)  heard \"\(clean(phrase))\" (\(String(format: "%.1f", score)) decades over its threshold)"]
    case .understood(let text, let intent, let slots, let confidence):
      let filled = slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      let call = clean("\(intent)(\(filled))")
      return ["\(time)  understood \"\(clean(text))\" as \(call), confidence \(String(format: "%.2f", confidence))"]
    case .rejected(let reason, let best, let dialog):
      let nearest = best.map { ", the nearest phrase is \"\(clean($0))\"" } ?? ""
      return ["\(time)  rejected: \(clean(reason))\(nearest)"] + (dialog.map { ["\(indent)> \(clean($0))"] } ?? [])
    case .asked(let dialog, _):
      return ["\(indent)> \(clean(dialog))"]
    case .responded(_, _, let dialog, _):
      return ["\(indent)> \(clean(dialog))"] + (card.map { lines(for: $0, indent: indent + "  ", style: terminal) } ?? [])
    case .error(_, let message):
      return ["\(time)  error: \(clean(message))"]
    }
  }

  /// The lines of a card under the line of its event.
  private func lines(for card: InterfaceCard, indent: String, style: TerminalStyle) -> [String] {
    let room = TerminalStyle(columns: style.columns - indent.count, isColored: style.isColored)
    return TerminalCard.lines(for: card, style: room).map { indent + $0 }
  }

  /// How cards are drawn on standard output.
  static var terminalStyle: TerminalStyle {
    TerminalStyle(
      columns: terminalWidth, isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment)
  }

  /// Columns of the terminal; 80 when standard output is none.
  static var terminalWidth: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
