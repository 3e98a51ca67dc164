public import VocativeIntents

/// Draws a card as lines of text.
public enum TerminalCard {
  /// The card's lines, at most `width` characters wide: the title, a bar for progress, and a row a line.
  public static func lines(for card: ResponseCard, width: Int) -> [String] {
    let width = max(width, 20)
    let labelWidth = min(card.rows.map(\.label.count).max() ?? 0, width / 2)
    var lines = [String(card.title.prefix(width))]
    if let progress = card.progress {
      let barWidth = min(width - 6, 40)
      let filled = Int((min(max(progress, 0), 1) * Double(barWidth)).rounded())
      let percent = "\(Int((progress * 100).rounded()))%"
      lines.append(String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled) + " " + percent)
    }
    for row in card.rows {
      let label = row.label.prefix(labelWidth)
      let padding = String(repeating: " ", count: labelWidth - label.count)
      lines.append(String("\(label)\(padding)  \(row.value)".prefix(width)))
    }
    return lines
  }
}
