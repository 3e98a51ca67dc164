public import VocativeIntents
public import VocativeResponse

/// Shows an expense as what is left of it.
public final class ExpensePresenter: ReplacingPresenter {
  private static let shown: Set<InterfaceParameter> = [
    .progress, .response("Left"), .response("Set aside"), .response("Spent"),
  ]

  /// A presenter that was not configured yet.
  public init() {}

  /// Shows what is left, large, and how much of what was set aside is spent.
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
