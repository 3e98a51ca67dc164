public import Foundation
import Synchronization
public import Vocative

/// The page's view of a turn loop, and the page's viewers.
///
/// Without viewers, it only keeps the latest events.
public final class PageHub: Sendable {
  /// A recent event.
  struct Entry: Sendable {
    let date: Date
    let event: TurnEvent
  }

  /// The current content of the page.
  struct Snapshot: Sendable {
    var state = TurnState.idle
    /// The current microphone faults.
    var conditions: Set<CaptureCondition> = []
    /// Why the microphone can't be opened, with a remedy; nil if it is open.
    var microphoneFault: String?
    var meter = LevelMeter()
    /// Recent events, the newest last.
    var entries: [Entry] = []
    /// The last response or other spoken text.
    var shown: Entry?
    /// The number of changes of each topic.
    var versions: [PageTopic: Int] = [:]
  }

  private struct State {
    var snapshot = Snapshot()
    var viewers: [PageViewer] = []
    var isClosed = false
  }

  /// The maximum number of events to keep.
  static let maxEntries = 30
  /// The maximum number of simultaneous viewers.
  public static let maxViewers = 256

  private let state = Mutex(State())
  private let now: @Sendable () -> Date
  /// Handles typed requests; nil if they are not available.
  private let handler = Mutex<PageRequests.Handler?>(nil)
  /// Stops what rings; nil if the page cannot stop it.
  private let ringingHandler = Mutex<(@Sendable () async -> Void)?>(nil)
  /// The operations of an owner; nil if the page has none.
  private let ownerHandler = Mutex<PageOwner?>(nil)
  /// Called when the first viewer connects and when the last one disconnects.
  private let audience: Mutex<@Sendable (_ isKiosk: Bool) -> Void> = Mutex { _ in }

  /// Creates an empty hub.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// The number of viewers.
  public var viewerCount: Int { state.withLock { $0.viewers.count } }

  /// Receives an event of the turn loop.
  public func receive(_ notice: TurnNotice) {
    switch notice {
    case .level(let level):
      if snapshot.microphoneFault != nil { change([.state]) { $0.snapshot.microphoneFault = nil } }
      receive(level)
    case .state(let turn): change([.state]) { $0.snapshot.state = turn }
    case .event(let event): receive(event)
    case .memory: change([.shortcuts, .timeline, .activities, .features]) { _ in }
    }
  }

  /// Receives the beginning and end of microphone faults.
  public func receive(_ event: CaptureEvent) {
    change([.state]) { state in
      switch event {
      case .began(let episode): _ = state.snapshot.conditions.insert(episode.condition)
      case .ended(let episode): _ = state.snapshot.conditions.remove(episode.condition)
      }
    }
  }

  /// Receives why the microphone can't be opened, with a remedy; it applies until audio arrives.
  public func takeMicrophoneFault(_ fault: String) { change([.state]) { $0.snapshot.microphoneFault = fault } }

  /// Enables typed requests.
  ///
  /// - Parameter handler: Performs a text of a browser as if it was spoken, and returns when it is answered.
  public func answerRequests(by handler: @escaping @Sendable (_ text: String, _ browser: String) async throws -> Void) {
    self.handler.withLock { $0 = handler }
  }

  /// Enables a button that stops what rings.
  public func stopRinging(by handler: @escaping @Sendable () async -> Void) { ringingHandler.withLock { $0 = handler } }

  /// Enables the settings.
  public func serve(_ owner: PageOwner) { ownerHandler.withLock { $0 = owner } }

  /// The operations of an owner; nil if the page has none.
  var owner: PageOwner? { ownerHandler.withLock { $0 } }

  /// Stops what rings; nil if the page cannot stop it.
  var stopsRinging: (@Sendable () async -> Void)? { ringingHandler.withLock { $0 } }

  /// The handler of typed requests; nil if they are not available.
  var requests: PageRequests? { handler.withLock { $0 }.map(PageRequests.init) }

  /// Records that phrases or suggestions may have changed.
  func shortcutsChanged() { change([.shortcuts]) { _ in } }

  /// Records that the card of a version has changed by itself.
  ///
  /// - Returns: Its new version; nil if it is no longer shown.
  func cardChanged(since version: Int) -> Int? {
    let (viewers, latest) = state.withLock { state -> ([PageViewer], Int?) in
      guard state.snapshot.versions[.card, default: 0] == version else { return ([], nil) }
      state.snapshot.versions[.card] = version + 1
      return (state.viewers, version + 1)
    }
    for viewer in viewers { viewer.mark(.card) }
    return latest
  }

  private func receive(_ level: InputLevel) {
    let viewers = state.withLock { state -> [PageViewer] in
      guard !state.viewers.isEmpty, state.snapshot.meter.receive(level) else { return [] }
      return state.viewers
    }
    for viewer in viewers { viewer.mark(.level) }
  }

  private func receive(_ event: TurnEvent) {
    let entry = Entry(date: now(), event: event)
    if case .updated = event.kind {
      // A change of the card is not another event, and a private card is not shown.
      if !event.isPrivate { change([.card]) { $0.snapshot.shown = entry } }
      return
    }
    var topics: Set<PageTopic> = [.heard]
    if event.isShown { topics.insert(.card) }
    if case .responded = event.kind { topics.formUnion([.timeline, .shortcuts, .activities, .features]) }
    change(topics) { state in
      state.snapshot.entries.append(entry)
      state.snapshot.entries.removeFirst(max(state.snapshot.entries.count - Self.maxEntries, 0))
      if event.isShown { state.snapshot.shown = entry }
    }
  }

  private func change(_ topics: Set<PageTopic>, _ change: (inout State) -> Void) {
    let viewers = state.withLock { state in
      change(&state)
      for topic in topics { state.snapshot.versions[topic, default: 0] += 1 }
      return state.viewers
    }
    for viewer in viewers { for topic in topics { viewer.mark(topic) } }
  }

  // MARK: Watching

  /// The current content.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Adds a viewer; returns nil if there are too many, or the hub is closed.
  func join(isKiosk: Bool) -> PageViewer? {
    let viewer = PageViewer(isKiosk: isKiosk)
    let isFirst = state.withLock { state -> Bool? in
      guard !state.isClosed, state.viewers.count < Self.maxViewers else { return nil }
      defer { state.viewers.append(viewer) }
      return !state.viewers.contains { $0.isKiosk == isKiosk }
    }
    guard let isFirst else { return nil }
    if isFirst { audience.withLock { $0 }(isKiosk) }
    return viewer
  }

  /// Removes a viewer.
  func leave(_ viewer: PageViewer) {
    viewer.close()
    let isLast = state.withLock { state in
      state.viewers.removeAll { $0 === viewer }
      return !state.viewers.contains { $0.isKiosk == viewer.isKiosk }
    }
    if isLast { audience.withLock { $0 }(viewer.isKiosk) }
  }

  /// Whether a kind of page has viewers.
  func isWatched(isKiosk: Bool) -> Bool { state.withLock { $0.viewers.contains { $0.isKiosk == isKiosk } } }

  func onAudience(_ audience: @escaping @Sendable (_ isKiosk: Bool) -> Void) {
    self.audience.withLock { $0 = audience }
  }

  /// Disconnects all viewers, and accepts no more.
  func close() {
    let viewers = state.withLock { state in
      state.isClosed = true
      return state.viewers
    }
    for viewer in viewers { viewer.close() }
  }
}

extension TurnEvent {
  /// Whether it is shown instead of the previous content.
  fileprivate var isShown: Bool {
    switch kind {
    case .responded, .asked: true
    case .rejected(_, _, let dialog): dialog != nil
    case .spotted, .understood, .updated, .error: false
    }
  }
}
