public import Foundation
import VocativeIntents

/// Draws a card as lines of text.
public enum TerminalCard {
  /// Returns the card's lines, limited to the style's columns: the title and the views.
  ///
  /// Empty if the card shows only the dialog, which a terminal has already printed.
  ///
  /// - Parameter now: The time for countdowns.
  public static func lines(for card: InterfaceCard, style: TerminalStyle, now: Date = Date()) -> [String] {
    guard !card.isDialogOnly else { return [] }
    let title = card.title.map { [style.draw(TerminalText.clipped($0, to: style.columns), .bold)] } ?? []
    return title
      + card.sections.flatMap { section in
        guard let size = section.size else { return TerminalDrawing(style: style, now: now).lines(for: section.view) }
        return limited(
          TerminalDrawing(style: style.narrowed(to: size.columns), now: now).lines(for: section.view), to: size.lines)
      }
  }

  private static func limited(_ lines: [String], to limit: Int) -> [String] {
    lines.count <= limit ? lines : lines.prefix(max(limit - 1, 0)) + ["…"]
  }
}
