import VocativeIntents

/// Draws the views of a card that show parameters.
final class CardViewPresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    let views = interaction.response.card?.views ?? []
    guard let view = views.first(where: { $0.parameters.isSuperset(of: parameters) }) else { return .none }
    return Presentation(view.view, showing: view.parameters, size: view.size)
  }
}

/// Draws the views of a card that are added to the default.
final class CardViewAugmenter: AugmentingPresenter {
  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation {
    let added = interaction.response.card?.views.filter(\.parameters.isEmpty) ?? []
    guard let first = added.first else { return .none }
    return Presentation(added.count == 1 ? first.view : .stack(added.map(\.view)), size: added.count == 1 ? first.size : nil)
  }
}
