import Vocative

/// Renders the last card on demand, once for each kind of page.
actor PageCards {
  /// A composed card and the event that it is shown for, if there is one.
  struct Composed: Sendable {
    /// A number that differs for each composition.
    let number: Int
    let version: Int
    let event: TurnEvent?
    let card: InterfaceCard?
  }

  private let hub: PageHub
  private let presenters: @Sendable (_ assistant: String) -> [any ResponsePresenter.Type]
  private var interfaces: [Bool: (assistant: String, interface: ResponseInterface)] = [:]
  private var composed: [Bool: Composed] = [:]
  /// The number of compositions.
  private var count = 0
  /// How often the last viewer of a kind of page has left.
  private var departures: [Bool: Int] = [:]

  init(hub: PageHub, presenters: @escaping @Sendable (_ assistant: String) -> [any ResponsePresenter.Type]) {
    self.hub = hub
    self.presenters = presenters
  }

  /// The current card.
  func card(isKiosk: Bool) async -> Composed {
    let snapshot = hub.snapshot
    let version = snapshot.versions[.card, default: 0]
    if let composed = composed[isKiosk], composed.version == version { return composed }
    let departure = departures[isKiosk]
    let (event, card) = (snapshot.shown?.event, await compose(snapshot.shown?.event, isKiosk: isKiosk))
    let latest = composition(of: card, for: event, version: version)
    // The presenters of a card that was composed while the last viewer left are dismissed already.
    if departure == departures[isKiosk] { composed[isKiosk] = latest }
    return latest
  }

  /// Updates whether a page is being watched.
  func audienceChanged(isKiosk: Bool) async {
    if hub.isWatched(isKiosk: isKiosk) {
      if composed[isKiosk] != nil { await interfaces[isKiosk]?.interface.didAppear() }
    } else {
      // The next viewer, who may arrive during the dismissal, receives a card of new presenters.
      let former = interfaces.removeValue(forKey: isKiosk)
      composed[isKiosk] = nil
      departures[isKiosk, default: 0] += 1
      await former?.interface.dismiss()
    }
  }

  private func compose(_ event: TurnEvent?, isKiosk: Bool) async -> InterfaceCard? {
    guard let event else { return nil }
    guard let interaction = event.interaction, !event.isPrivate else {
      await interfaces[isKiosk]?.interface.dismiss()
      return InterfaceCard(event)
    }
    let interface = interface(for: interaction.dispatch.assistant, isKiosk: isKiosk)
    let card = await interface.present(interaction)
    if hub.isWatched(isKiosk: isKiosk) { await interface.didAppear() }
    return card
  }

  private func interface(for assistant: String, isKiosk: Bool) -> ResponseInterface {
    if let known = interfaces[isKiosk], known.assistant == assistant { return known.interface }
    let interface = ResponseInterface(presenters: presenters(assistant), context: isKiosk ? .kiosk : .page) { [weak self] _ in
      Task { await self?.redraw(isKiosk: isKiosk) }
    }
    interfaces[isKiosk] = (assistant, interface)
    return interface
  }

  private func redraw(isKiosk: Bool) {
    guard let card = interfaces[isKiosk]?.interface.card, let former = composed[isKiosk], former.card?.id == card.id,
      former.card != card, let version = hub.cardChanged(since: former.version)
    else { return }
    composed[isKiosk] = composition(of: card, for: former.event, version: version)
  }

  private func composition(of card: InterfaceCard?, for event: TurnEvent?, version: Int) -> Composed {
    count += 1
    return Composed(number: count, version: version, event: event, card: card)
  }
}

extension InterfaceCard {
  /// The content for an event without a performed request, or a private one.
  fileprivate init?(_ event: TurnEvent) {
    let nothing = ResponseCard(title: "", rows: [])
    switch event.kind {
    case .responded(_, let code, _, _) where event.isPrivate:
      self.init(ResponseCard(title: "Private", rows: []), intent: "", dialog: "This answer is spoken and not shown.", code: code)
    case _ where event.isPrivate: self.init(nothing, intent: "", dialog: "This question is private.", code: .ready)
    case .responded(let intent, let code, let dialog, let card):
      self.init(card ?? nothing, intent: intent, dialog: dialog, code: code)
    case .updated(let intent, let card): self.init(card, intent: intent, dialog: "", code: .success)
    case .asked(let dialog, _): self.init(nothing, intent: "", dialog: dialog, code: .ready)
    case .rejected(_, _, let dialog?): self.init(nothing, intent: "", dialog: dialog, code: .failure)
    case .rejected, .spotted, .understood, .error: return nil
    }
  }
}
