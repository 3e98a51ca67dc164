public import VocativeIntents
public import VocativeResponse

/// Shows the progress of a goal: the saved and the missing amount.
public final class GoalPresenter: ReplacingPresenter {
  private static let shown: Set<InterfaceParameter> = [
    .progress, .response("Saved"), .response("Target"), .response("To go"),
  ]

  /// Creates a presenter that has nothing to show yet.
  public init() {}

  /// Shows the values that every goal card has; the default presentation shows the transfers.
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
