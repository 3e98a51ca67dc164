public import VocativeIntents
public import VocativeResponse

/// Shows a goal as progress: how much of it is saved, and what is left to go.
public final class GoalPresenter: ReplacingPresenter {
  private static let shown: Set<InterfaceParameter> = [
    .progress, .response("Saved"), .response("Target"), .response("To go"),
  ]

  /// A presenter that was not configured yet.
  public init() {}

  /// Shows what every card of a goal has; what was moved in and out of it stays the default's.
  public func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    guard !parameters.isDisjoint(with: Self.shown), let card = interaction.response.card, let progress = card.progress,
      let saved = card.amount("Saved"), let target = card.amount("Target"), let left = card.amount("To go")
    else { return .none }
    let caption = "\(saved.written) of \(target.written) saved"
    let view = InterfaceView.stack([
      .progress(progress, caption: caption),
      left.cents > 0 ? .amount(left, caption: "to go") : .text("Reached", .heading),
    ])
    return Presentation(view, showing: Self.shown)
  }
}
