import Vocative

/// Renders the last card on demand, once for each kind of page.
actor PageCards {
  private struct Composed {
    let version: Int
    var card: InterfaceCard?
  }

  private let hub: PageHub
  private let presenters: @Sendable (_ assistant: String) -> [any ResponsePresenter.Type]
  private var interfaces: [Bool: (assistant: String, interface: ResponseInterface)] = [:]
  private var composed: [Bool: Composed] = [:]

  init(hub: PageHub, presenters: @escaping @Sendable (_ assistant: String) -> [any ResponsePresenter.Type]) {
    self.hub = hub
    self.presenters = presenters
  }

  /// The current card; nil if there was none yet.
  func card(isKiosk: Bool) async -> InterfaceCard? {
    let snapshot = hub.snapshot
    let version = snapshot.versions[.card, default: 0]
    if let composed = composed[isKiosk], composed.version == version { return composed.card }
    let card = await compose(snapshot.shown?.event, isKiosk: isKiosk)
    composed[isKiosk] = Composed(version: version, card: card)
    return card
  }

  /// Updates whether a page is being watched.
  func audienceChanged(isKiosk: Bool) async {
    if hub.isWatched(isKiosk: isKiosk) {
      if composed[isKiosk] != nil { await interfaces[isKiosk]?.interface.didAppear() }
    } else {
      await interfaces[isKiosk]?.interface.dismiss()
      interfaces[isKiosk] = nil
      composed[isKiosk] = nil
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
    let interface = ResponseInterface(presenters: presenters(assistant), context: isKiosk ? .kiosk : .page) { [weak self] card in
      Task { await self?.redraw(card, isKiosk: isKiosk) }
    }
    interfaces[isKiosk] = (assistant, interface)
    return interface
  }

  private func redraw(_ card: InterfaceCard, isKiosk: Bool) {
    guard let former = composed[isKiosk], former.card?.id == card.id, let version = hub.cardChanged(since: former.version) else {
      return
    }
    composed[isKiosk] = Composed(version: version, card: card)
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
