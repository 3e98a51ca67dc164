/// Draws a card as lines of text.
public enum TerminalCard {
  /// The card's lines, none wider than the style has columns: the title and what is drawn; none where there is no more than what is
  /// said, which a terminal has printed before.
  public static func lines(for card: InterfaceCard, style: TerminalStyle) -> [String] {
    guard !card.isDialogOnly else { return [] }
    var lines = card.title.map { [style.draw(TerminalText.clipped($0, to: style.columns), .bold)] } ?? []
    // Labelled values of neighbours are aligned with each other, unless one has room of its own.
    var run: [InterfaceView] = []
    func drawRun() {
      lines += TerminalDrawing(style: style).lines(for: .stack(run))
      run = []
    }
    for element in card.elements {
      guard let size = element.size else {
        run.append(element.view)
        continue
      }
      drawRun()
      lines += limited(TerminalDrawing(style: style.narrowed(to: size.columns)).lines(for: element.view), to: size.lines)
    }
    drawRun()
    return lines
  }

  private static func limited(_ lines: [String], to most: Int) -> [String] {
    lines.count <= most ? lines : lines.prefix(max(most - 1, 0)) + ["…"]
  }
}
