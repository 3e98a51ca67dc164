public import VocativeIntents

/// Shows interactions on a surface: asks presenters, fills the rest with the default, and tells presenters when they are seen.
///
/// Nothing is asked of anybody until somebody presents, so that a surface that nobody looks at costs nothing.
public actor ResponseInterface {
  /// How long presenters may take together before the default card is shown.
  public static let usualBudget = Duration.milliseconds(500)

  let presenters: [any ResponsePresenter.Type]
  let context: InterfaceContext
  private let budget: Duration
  private let clock: any Clock<Duration>
  private let redraw: @Sendable (InterfaceCard) -> Void
  private var presented: PresentedInteraction?
  /// Counts what was presented, so that a slow answer to an earlier call is not taken for the latest.
  private var turn = 0

  /// A surface.
  ///
  /// - Parameters:
  ///   - presenters: The presenters, in the order they are asked.
  ///   - budget: How long they may take together.
  ///   - redraw: Called when a card that is on the screen has changed.
  public init(
    presenters: [any ResponsePresenter.Type], context: InterfaceContext, budget: Duration = usualBudget,
    clock: any Clock<Duration> = ContinuousClock(), redraw: @escaping @Sendable (InterfaceCard) -> Void = { _ in }
  ) {
    self.presenters = presenters
    self.context = context
    self.budget = budget
    self.clock = clock
    self.redraw = redraw
  }

  /// Puts together what is shown for an interaction; what was shown before is dismissed, unless this is news of it.
  public func present(_ interaction: Interaction) async -> InterfaceCard {
    turn += 1
    let turn = turn
    if presented?.interaction.dispatch.id != interaction.dispatch.id { await dismissPresented() }
    let composition = InterfaceComposition(
      interaction: interaction, presenters: presenters, context: context, earlier: presented?.views ?? [])
    let composed = await withTimeLimit(budget, clock: clock) { await composition.composed() }
    guard turn == self.turn else { return composed?.card ?? InterfaceCard(defaultFor: interaction) }
    let former = presented
    var latest = composed ?? PresentedInteraction(interaction: interaction)
    latest.isVisible = former?.isVisible ?? false
    for index in latest.views.indices {
      let earlier = former?.views.first { $0.presenter === latest.views[index].presenter }
      latest.views[index].hasAppeared = earlier?.hasAppeared ?? false
    }
    presented = latest
    for view in former?.views ?? [] where !latest.views.contains(where: { $0.presenter === view.presenter }) {
      if view.hasAppeared { await view.presenter.didDisappear() }
    }
    if presented?.isVisible == true { await appear() }
    return latest.card
  }

  /// Tells the presenters that what was put together last is on the screen.
  public func didAppear() async {
    presented?.isVisible = true
    await appear()
  }

  /// Tells the presenters that they are on the screen no more, and lets go of them.
  public func dismiss() async {
    turn += 1
    await dismissPresented()
  }

  private func dismissPresented() async {
    let former = presented
    presented = nil
    for view in former?.views ?? [] where view.hasAppeared { await view.presenter.didDisappear() }
  }

  private func appear() async {
    guard let id = presented?.card.id else { return }
    for view in presented?.views ?? [] where !view.hasAppeared {
      // Others may have been told, or the interaction dismissed, while one was.
      guard presented?.card.id == id,
        let index = presented?.views.firstIndex(where: { $0.presenter === view.presenter && !$0.hasAppeared })
      else { continue }
      presented?.views[index].hasAppeared = true
      let presenter = ObjectIdentifier(view.presenter)
      await view.presenter.didAppear(
        on: InterfaceDisplay { [weak self] in await self?.show($0, size: $1, of: presenter, in: id) ?? false })
    }
  }

  private func show(_ view: InterfaceView, size: InterfaceSize?, of presenter: ObjectIdentifier, in id: String) -> Bool {
    guard let former = presented, former.card.id == id,
      let place = former.views.first(where: { ObjectIdentifier($0.presenter) == presenter })?.place
    else { return false }
    presented?.card.elements[place].view = size?.isZero == true ? .stack([]) : view
    presented?.card.elements[place].size = size?.limited(to: context.maximumSize)
    if let card = presented?.card, card != former.card { redraw(card) }
    return true
  }
}

/// An interaction that is shown, and who draws it.
struct PresentedInteraction: Sendable {
  /// A presenter with what it draws.
  struct View: Sendable {
    let presenter: any ResponsePresenter
    let parameters: Set<InterfaceParameter>
    /// Which of the card's elements is its own.
    let place: Int
    var hasAppeared = false
  }

  let interaction: Interaction
  var card: InterfaceCard
  var views: [View] = []
  var isVisible = false

  /// The default card, which nobody draws.
  init(interaction: Interaction) {
    self.interaction = interaction
    card = InterfaceCard(defaultFor: interaction)
  }
}
