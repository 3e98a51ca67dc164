import VocativeIntents

/// Queries presenters for an interaction's parameters, in order, and assembles their views and the defaults.
struct InterfaceComposition: Sendable {
  let interaction: Interaction
  let presenters: [any ResponsePresenter.Type]
  let context: InterfaceContext
  /// The presenters that already show this interaction.
  let earlier: [PresentedInteraction.View]

  /// Presenters take precedence over the views of the card itself.
  init(
    interaction: Interaction, presenters: [any ResponsePresenter.Type], context: InterfaceContext,
    earlier: [PresentedInteraction.View]
  ) {
    (self.interaction, self.context, self.earlier) = (interaction, context, earlier)
    let hasViews = interaction.response.card?.views.isEmpty == false
    self.presenters = presenters + (hasViews ? [CardViewPresenter.self, CardViewAugmenter.self] : [])
  }

  private struct Asked {
    let presenter: any ResponsePresenter
    let shown: Set<InterfaceParameter>
    let presentation: Presentation
    let hasAppeared: Bool
  }

  func composed() async -> PresentedInteraction {
    let parameters = interaction.interfaceParameters
    var result = PresentedInteraction(interaction: interaction)
    result.card.elements = []
    var remaining = Set(parameters)
    var hasReplaced = false
    let added = await augmentation()
    let hidden = await (added?.hiding ?? []).union(interaction.response.card?.hiddenParts ?? [])
    for parameter in parameters where remaining.contains(parameter) {
      if let asked = await replacement(of: parameter, among: remaining) {
        remaining.subtract(asked.shown)
        hasReplaced = true
        result.add(asked.presentation, by: asked.presenter, of: asked.shown, hasAppeared: asked.hasAppeared, in: context)
      } else {
        remaining.remove(parameter)
        guard !hidden.contains(parameter.part), let element = InterfaceCard.Element(defaultFor: parameter, of: interaction) else {
          continue
        }
        result.card.elements.append(element)
      }
    }
    if hidden.contains(.title) { result.card.title = nil }
    if hidden.contains(.dialog) { result.card.dialog = nil }
    if let added {
      result.add(added.presentation, by: added.presenter, of: [], hasAppeared: added.hasAppeared, in: context)
    }
    if hasReplaced || added != nil { result.card.isDialogOnly = false }
    return result
  }

  // MARK: Replacing

  /// Returns the presenter that shows a parameter, and the other remaining parameters it shows; nil if there is none.
  private func replacement(of parameter: InterfaceParameter, among remaining: Set<InterfaceParameter>) async -> Asked? {
    if let view = earlier.first(where: { $0.parameters.contains(parameter) }),
      let presenter = view.presenter as? any ReplacingPresenter
    {
      let wanted = view.parameters.intersection(remaining)
      if let asked = await ask(presenter, for: wanted, among: remaining, hasAppeared: view.hasAppeared) { return asked }
    }
    for type in presenters {
      guard let presenter = (type as? any ReplacingPresenter.Type)?.init() else { continue }
      if let asked = await ask(presenter, for: [parameter], among: remaining, hasAppeared: false) { return asked }
    }
    return nil
  }

  private func ask(
    _ presenter: any ReplacingPresenter, for wanted: Set<InterfaceParameter>, among remaining: Set<InterfaceParameter>,
    hasAppeared: Bool
  ) async -> Asked? {
    guard !Task.isCancelled else { return nil }
    let presentation = await presenter.configure(
      parameters: wanted, of: interaction, interactiveBehavior: interaction.response.activity == nil ? .none : .launch,
      context: context)
    let shown = presentation.parameters.intersection(remaining)
    // Additional parameters do not count without the requested ones.
    guard shown.isSuperset(of: wanted) || hasAppeared && !shown.isEmpty else { return nil }
    return Asked(presenter: presenter, shown: shown, presentation: presentation, hasAppeared: hasAppeared)
  }

  // MARK: Augmenting

  private struct Augmentation {
    let presenter: any AugmentingPresenter
    let presentation: Presentation
    let hasAppeared: Bool

    var hiding: Set<InterfacePart> { get async { await presenter.displays } }
  }

  /// Returns the view to add: the first that is not hidden.
  private func augmentation() async -> Augmentation? {
    for view in earlier {
      guard let presenter = view.presenter as? any AugmentingPresenter, !(presenter is any ReplacingPresenter) else { continue }
      let presentation = await presenter.configure(with: interaction, context: context)
      if !presentation.isHidden {
        return Augmentation(presenter: presenter, presentation: presentation, hasAppeared: view.hasAppeared)
      }
    }
    for type in presenters where !(type is any ReplacingPresenter.Type) {
      guard !Task.isCancelled, let presenter = (type as? any AugmentingPresenter.Type)?.init() else { continue }
      let presentation = await presenter.configure(with: interaction, context: context)
      if !presentation.isHidden { return Augmentation(presenter: presenter, presentation: presentation, hasAppeared: false) }
    }
    return nil
  }
}

extension PresentedInteraction {
  /// Adds a presenter's view; a hidden presenter is released immediately.
  fileprivate mutating func add(
    _ presentation: Presentation, by presenter: any ResponsePresenter, of parameters: Set<InterfaceParameter>, hasAppeared: Bool,
    in context: InterfaceContext
  ) {
    guard !presentation.isHidden else { return }
    views.append(View(presenter: presenter, parameters: parameters, place: card.elements.count, hasAppeared: hasAppeared))
    card.elements.append(
      InterfaceCard.Element(
        view: presentation.view, size: presentation.size?.limited(to: context.maximumSize), isDefault: false))
  }
}
