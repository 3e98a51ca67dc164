import Synchronization
public import VocativeIntents

/// Shows interactions on a surface: queries presenters, adds defaults, and notifies presenters when their views appear.
///
/// Presenters are only queried when an interaction is presented, so an unused surface costs nothing.
public actor ResponseInterface {
  /// The default total time for presenters before the default card is shown.
  public static let defaultBudget = Duration.milliseconds(500)

  let presenters: [any ResponsePresenter.Type]
  let context: InterfaceContext
  private let budget: Duration
  private let clock: any Clock<Duration>
  private let redraw: @Sendable (InterfaceCard) -> Void
  private var presented: PresentedInteraction? {
    didSet { latest.withLock { [card = presented?.card] in $0 = card } }
  }
  private let latest = Mutex<InterfaceCard?>(nil)
  /// The number of presentations, so that a slow answer to an earlier call is not mistaken for the latest one.
  private var turn = 0

  /// Creates a surface.
  ///
  /// - Parameters:
  ///   - presenters: The presenters, in query order.
  ///   - budget: The total time for all presenters.
  ///   - redraw: Called when a displayed card has changed.
  public init(
    presenters: [any ResponsePresenter.Type], context: InterfaceContext, budget: Duration = defaultBudget,
    clock: any Clock<Duration> = ContinuousClock(), redraw: @escaping @Sendable (InterfaceCard) -> Void = { _ in }
  ) {
    self.presenters = presenters
    self.context = context
    self.budget = budget
    self.clock = clock
    self.redraw = redraw
  }

  /// The card that is shown now, with its last change; nil if there is none.
  ///
  /// Redrawing in a task takes this one, because tasks may begin in another order than the changes.
  package nonisolated var card: InterfaceCard? { latest.withLock { $0 } }

  /// Returns the card of an interaction; the previous interaction is dismissed, unless this is an update of it.
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

  /// Notifies the presenters that the latest card is on the screen.
  public func didAppear() async {
    presented?.isVisible = true
    await appear()
  }

  /// Notifies the presenters that they have left the screen, and releases them.
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
      // During a notification, other presenters may have been notified or the interaction may have been dismissed.
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

/// A displayed interaction with its presenters.
struct PresentedInteraction: Sendable {
  /// A presenter with its view.
  struct View: Sendable {
    let presenter: any ResponsePresenter
    let parameters: Set<InterfaceParameter>
    /// The index of its element on the card.
    let place: Int
    var hasAppeared = false
  }

  let interaction: Interaction
  var card: InterfaceCard
  var views: [View] = []
  var isVisible = false

  /// Creates the default card, without presenters.
  init(interaction: Interaction) {
    self.interaction = interaction
    card = InterfaceCard(defaultFor: interaction)
  }
}
