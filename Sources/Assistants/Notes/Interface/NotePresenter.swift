public import VocativeIntents
public import VocativeResponse

/// Shows a note as it was written: its lines, and when below them.
public final class NotePresenter: ReplacingPresenter {
  /// A presenter that was not configured yet.
  public init() {}

  /// Shows the whole note; in a kiosk its lines are as large as headings.
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
