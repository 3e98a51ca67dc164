public import VocativeIntents
public import VocativeResponse

/// Shows the lines of a note with the date below them.
public final class NotePresenter: ReplacingPresenter {
  /// Creates a presenter that has nothing to show yet.
  public init() {}

  /// Shows the whole note; in a kiosk, lines are as large as headings.
  public func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    guard [ReadNote.name, NewestNote.name].contains(interaction.dispatch.intent), let card = interaction.response.card,
      let written = card.value("Written")?.written
    else { return .none }
    let rows = card.rowsByParameter
    let lines = rows.filter { $0.row.label.isEmpty }.map { row in
      InterfaceView.text(row.row.value.written, context.surface == .kiosk ? .heading : .body)
    }
    let body: InterfaceView = lines.count > 1 ? .list(lines) : .stack(lines)
    return Presentation(.stack([body, .text("Written \(written)", .caption)]), showing: Set(rows.map(\.parameter)))
  }
}
