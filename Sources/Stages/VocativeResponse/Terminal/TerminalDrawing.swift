import Foundation
import VocativeIntents

/// Draws views as lines of text.
struct TerminalDrawing {
  let style: TerminalStyle
  /// The time for countdowns.
  let now: Date

  private static let maxBarColumns = 40

  func lines(for view: InterfaceView) -> [String] {
    switch view {
    case .text(let text, let role): text.split(whereSeparator: \.isNewline).flatMap { lines(for: String($0), role) }
    case .amount(let amount, let caption):
      lines(for: amount.written, caption, look: amount.cents < 0 ? .red : .bold)
    case .countdown(let countdown, let caption):
      lines(for: countdown.remaining(at: now), caption.isEmpty ? countdown.text : caption, look: .bold)
    case .progress(let share, let caption): [bar(share)] + lines(for: caption, .caption)
    case .labelled: lines(forNeighbours: [view])
    case .list(let views): views.flatMap(item)
    case .image(let image): TerminalText.wrapped(words(for: image), to: style.columns)
    case .chart(let chart): lines(for: chart)
    case .stack(let views): lines(forNeighbours: views)
    }
  }

  private func lines(for text: String, _ role: InterfaceView.TextRole) -> [String] {
    let lines = TerminalText.wrapped(text, to: style.columns)
    switch role {
    case .heading: return lines.map { style.draw($0, .bold) }
    case .body: return lines
    case .caption: return lines.map { style.draw($0, .faint) }
    }
  }

  /// Returns a number with its caption beside it, or below it if the line is too short.
  private func lines(for number: String, _ caption: String, look: TerminalStyle.Look) -> [String] {
    let drawn = style.draw(TerminalText.clipped(number, to: style.columns), look)
    let caption = TerminalText.plain(caption)
    guard TerminalText.columns(of: number) + 1 + TerminalText.columns(of: caption) <= style.columns else {
      return [drawn] + lines(for: caption, .caption)
    }
    return [caption.isEmpty ? drawn : "\(drawn) \(style.draw(caption, .faint))"]
  }

  // MARK: Labelled values

  /// Returns the lines of stacked views; the values of neighbouring labelled views are aligned.
  private func lines(forNeighbours views: [InterfaceView]) -> [String] {
    InterfaceView.groups(of: views).flatMap { group in
      switch group {
      case .labelled(let rows): lines(for: rows)
      case .view(let view): lines(for: view)
      }
    }
  }

  private func lines(for rows: [InterfaceView.LabelledValue]) -> [String] {
    let labels = rows.map { TerminalText.plain($0.label) }
    let labelColumns = min(labels.map { TerminalText.columns(of: $0) }.max() ?? 0, style.columns / 2)
    return zip(labels, rows).flatMap { label, row -> [String] in
      let label = TerminalText.padded(TerminalText.clipped(label, to: labelColumns), to: labelColumns)
      let indent = String(repeating: " ", count: labelColumns + 2)
      let values = TerminalDrawing(style: style.narrowed(to: style.columns - labelColumns - 2, atLeast: 1), now: now).lines(
        for: row.value)
      guard let first = values.first else { return [style.draw(label, .faint)] }
      return [style.draw(label, .faint) + "  " + first] + values.dropFirst().map { indent + $0 }
    }
  }

  private func item(_ view: InterfaceView) -> [String] {
    let lines = TerminalDrawing(style: style.narrowed(to: style.columns - 2, atLeast: 1), now: now).lines(for: view)
    return lines.enumerated().map { ($0 == 0 ? "• " : "  ") + $1 }
  }

  // MARK: Pictures

  private func bar(_ share: Double) -> String {
    let share = share.isFinite ? min(max(share, -0.99), 9.99) : 0
    let columns = max(min(style.columns - 6, Self.maxBarColumns), 1)
    let filled = Int((min(max(share, 0), 1) * Double(columns)).rounded())
    let full = style.draw(String(repeating: "█", count: filled), share > 1 ? .red : .green)
    return full + style.draw(String(repeating: "░", count: columns - filled), .faint) + " \(Int((share * 100).rounded()))%"
  }

  private func words(for image: InterfaceImage) -> String {
    switch image.source {
    case .symbol(let symbol): "\(symbol) \(image.description)"
    case .file: "[picture: \(image.description)]"
    }
  }

  private func lines(for chart: InterfaceChart) -> [String] {
    let labelColumns = min(
      chart.bars.map { TerminalText.columns(of: TerminalText.plain($0.label)) }.max() ?? 0, style.columns / 3)
    let numberColumns = min(chart.bars.map { TerminalText.columns(of: $0.written) }.max() ?? 0, style.columns / 3)
    let columns = min(max(style.columns - labelColumns - numberColumns - 4, 1), Self.maxBarColumns)
    return lines(for: chart.title, .heading)
      + chart.bars.map { bar in
        let label = TerminalText.padded(TerminalText.clipped(bar.label, to: labelColumns), to: labelColumns)
        let filled = Int((chart.share(of: bar) * Double(columns)).rounded())
        let drawn = style.draw(String(repeating: "█", count: filled), bar.value < 0 ? .red : .green)
        return
          "\(label)  \(drawn)\(String(repeating: " ", count: columns - filled))  \(TerminalText.clipped(bar.written, to: numberColumns))"
      }
  }
}
