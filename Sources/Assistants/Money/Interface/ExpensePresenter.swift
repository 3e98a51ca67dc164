public import VocativeIntents
public import VocativeResponse

/// Shows an expense by its remaining budget.
public final class ExpensePresenter: ReplacingPresenter {
  private static let shown: Set<InterfaceParameter> = [
    .progress, .response("Left"), .response("Set aside"), .response("Spent"),
  ]

  /// Creates a presenter that has nothing to show yet.
  public init() {}

  /// Shows the remaining budget in large type, and the share that is spent.
  public func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    guard !parameters.isDisjoint(with: Self.shown), let card = interaction.response.card, let left = card.amount("Left"),
      let budget = card.amount("Set aside"), let spent = card.amount("Spent")
    else { return .none }
    var views = [InterfaceView.amount(left, caption: "left of \(budget.written)")]
    if let progress = card.progress { views.append(.progress(progress, caption: "\(spent.written) spent")) }
    return Presentation(.stack(views), showing: Self.shown)
  }
}
