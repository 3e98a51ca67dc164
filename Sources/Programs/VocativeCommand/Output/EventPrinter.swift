import Foundation
import ProgramOutput
package import Vocative

/// Prints the events of a conversation, as text or as JSON.
package struct EventPrinter: Sendable {
  /// The output style of events.
  package enum Style: Sendable {
    /// One JSON object per line.
    case json
    /// Short lines of text, and cards.
    case text(TerminalStyle)
  }

  let style: Style
  /// The format of a time: seconds, or turns.
  let timeFormat: String
  /// Whether a keyphrase is printed with its score, in decades above its threshold.
  let showsScores: Bool
  /// Whether activities are stored, so that another command can continue them.
  let storesActivities: Bool

  /// Creates a printer for JSON, or for text in the style that standard output supports.
  init(json: Bool, timeFormat: String = "%6.2f s", showsScores: Bool = false, storesActivities: Bool = true) {
    self.init(
      style: json ? .json : .text(Self.terminalStyle), timeFormat: timeFormat, showsScores: showsScores,
      storesActivities: storesActivities)
  }

  /// Creates a printer with a style and a format for times.
  package init(style: Style, timeFormat: String = "%6.2f s", showsScores: Bool = false, storesActivities: Bool = true) {
    self.style = style
    self.timeFormat = timeFormat
    self.showsScores = showsScores
    self.storesActivities = storesActivities
  }

  /// Returns the lines for an event.
  ///
  /// - Parameter card: The card to show with the event; nil for none.
  package func lines(for event: TurnEvent, card: InterfaceCard?) -> [String] {
    switch style {
    case .json: [event.json]
    case .text(let style): textLines(for: event, card: card, style: style)
    }
  }

  private func textLines(for event: TurnEvent, card: InterfaceCard?, style terminal: TerminalStyle) -> [String] {
    let time = String(format: timeFormat, event.time)
    let indent = String(repeating: " ", count: time.count + 2)
    // Texts may come from a broker, a satellite or an imported file.
    let clean = { (text: String) in PrintableText.line(text) }
    switch event.kind {
    case .spotted(let phrase, _, _, let score):
      let number = showsScores ? String(format: ", score %.1f", score) : ""
      return ["\(time)  heard \"\(clean(phrase))\" (\(KeyphraseStrength(score: score).rawValue)\(number))"]
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
      return (dialog.isEmpty ? [] : ["\(indent)> \(clean(dialog))"]) + lines(for: card, indent: indent + "  ", style: terminal)
        + hint(to: event.destination, indent: indent)
    case .updated: return lines(for: card, indent: indent + "  ", style: terminal)
    case .error(_, let message):
      return ["\(time)  error: \(clean(message))"]
    }
  }

  /// Returns the line that says how to continue where a card leads; only a remembered activity can be continued.
  private func hint(to destination: Activity?, indent: String) -> [String] {
    guard storesActivities, let destination, !destination.type.eligibility.isEmpty else { return [] }
    let words = SpokenText.sentence(of: destination.title)
    guard !words.isEmpty else { return [] }
    return ["\(indent)  \(PrintableText.line(destination.title)): vocative activities continue \"\(words)\""]
  }

  /// Returns the lines of a card below the line of its event.
  private func lines(for card: InterfaceCard?, indent: String, style: TerminalStyle) -> [String] {
    guard let card else { return [] }
    let room = TerminalStyle(columns: style.columns - indent.count, isColored: style.isColored)
    return TerminalCard.lines(for: card, style: room).map { indent + $0 }
  }

  /// The drawing style of cards on standard output.
  static var terminalStyle: TerminalStyle {
    TerminalStyle(
      columns: terminalWidth, isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment)
  }

  /// The terminal's width in columns; 80 if standard output is not a terminal.
  static var terminalWidth: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
