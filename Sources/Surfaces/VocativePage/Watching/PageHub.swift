public import Foundation
import Synchronization
public import Vocative

/// What a page knows of a turn loop, and who watches it.
///
/// While nobody does, it keeps the last few events and does nothing else.
public final class PageHub: Sendable {
  /// Something that was heard or said.
  struct Entry: Sendable {
    let date: Date
    let event: TurnEvent
  }

  /// What there is to show, as it is now.
  struct Snapshot: Sendable {
    var state = TurnState.idle
    /// What is wrong with the microphone now.
    var conditions: Set<CaptureCondition> = []
    /// Why the microphone cannot be listened to at all, and what to do; nil where it can.
    var microphoneFault: String?
    var meter = LevelMeter()
    /// What was heard and said, the newest last.
    var entries: [Entry] = []
    /// The last response, or whatever else was said last.
    var shown: Entry?
    /// Counts the changes of each topic.
    var versions: [PageTopic: Int] = [:]
  }

  private struct State {
    var snapshot = Snapshot()
    var viewers: [PageViewer] = []
    var isClosed = false
  }

  /// The most events that are kept.
  static let mostEntries = 30
  /// The most who may watch at once.
  public static let mostViewers = 256

  private let state = Mutex(State())
  private let now: @Sendable () -> Date
  /// Takes requests in writing; nil where none are taken.
  private let handler = Mutex<PageRequests.Handler?>(nil)
  /// Told when somebody begins to watch, or the last one has gone.
  private let audience: Mutex<@Sendable (_ isKiosk: Bool) -> Void> = Mutex { _ in }

  /// A hub that was told nothing yet.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// How many watch.
  public var viewerCount: Int { state.withLock { $0.viewers.count } }

  /// Takes what a turn loop tells.
  public func take(_ notice: TurnNotice) {
    switch notice {
    case .level(let level):
      if snapshot.microphoneFault != nil { change([.state]) { $0.snapshot.microphoneFault = nil } }
      take(level)
    case .state(let turn): change([.state]) { $0.snapshot.state = turn }
    case .event(let event): take(event)
    }
  }

  /// Takes what begins and ends to be wrong with the microphone.
  public func take(_ event: CaptureEvent) {
    change([.state]) { state in
      switch event {
      case .began(let episode): _ = state.snapshot.conditions.insert(episode.condition)
      case .ended(let episode): _ = state.snapshot.conditions.remove(episode.condition)
      }
    }
  }

  /// Takes why the microphone cannot be listened to at all, and what to do; it holds until audio comes.
  public func takeMicrophoneFault(_ fault: String) { change([.state]) { $0.snapshot.microphoneFault = fault } }

  /// Has the page take requests in writing.
  ///
  /// - Parameter handler: Does what a text asks for, as though it had been said, and returns when it has been answered.
  public func answerRequests(by handler: @escaping @Sendable (_ text: String) async throws -> Void) {
    self.handler.withLock { $0 = handler }
  }

  /// What is done with requests in writing; nil where none are taken.
  var requests: PageRequests? { handler.withLock { $0 }.map(PageRequests.init) }

  /// Phrases or suggestions may be others now.
  func shortcutsChanged() { change([.shortcuts]) { _ in } }

  /// The card that was put together for a version has changed by itself.
  ///
  /// - Returns: The version it has now; nil when it is shown no more.
  func cardChanged(since version: Int) -> Int? {
    let (viewers, latest) = state.withLock { state -> ([PageViewer], Int?) in
      guard state.snapshot.versions[.card, default: 0] == version else { return ([], nil) }
      state.snapshot.versions[.card] = version + 1
      return (state.viewers, version + 1)
    }
    for viewer in viewers { viewer.mark(.card) }
    return latest
  }

  private func take(_ level: InputLevel) {
    let viewers = state.withLock { state -> [PageViewer] in
      guard !state.viewers.isEmpty, state.snapshot.meter.take(level) else { return [] }
      return state.viewers
    }
    for viewer in viewers { viewer.mark(.level) }
  }

  private func take(_ event: TurnEvent) {
    let entry = Entry(date: now(), event: event)
    var topics: Set<PageTopic> = [.heard]
    if event.isShown { topics.insert(.card) }
    if case .responded = event.kind { topics.formUnion([.timeline, .shortcuts]) }
    change(topics) { state in
      state.snapshot.entries.append(entry)
      state.snapshot.entries.removeFirst(max(state.snapshot.entries.count - Self.mostEntries, 0))
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

  /// What there is to show now.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Somebody begins to watch; nil when too many do, or no more may.
  func join(isKiosk: Bool) -> PageViewer? {
    let viewer = PageViewer(isKiosk: isKiosk)
    let isFirst = state.withLock { state -> Bool? in
      guard !state.isClosed, state.viewers.count < Self.mostViewers else { return nil }
      defer { state.viewers.append(viewer) }
      return !state.viewers.contains { $0.isKiosk == isKiosk }
    }
    guard let isFirst else { return nil }
    if isFirst { audience.withLock { $0 }(isKiosk) }
    return viewer
  }

  /// Somebody has gone.
  func leave(_ viewer: PageViewer) {
    viewer.close()
    let isLast = state.withLock { state in
      state.viewers.removeAll { $0 === viewer }
      return !state.viewers.contains { $0.isKiosk == viewer.isKiosk }
    }
    if isLast { audience.withLock { $0 }(viewer.isKiosk) }
  }

  /// Whether somebody watches a kind of page now.
  func isWatched(isKiosk: Bool) -> Bool { state.withLock { $0.viewers.contains { $0.isKiosk == isKiosk } } }

  func onAudience(_ audience: @escaping @Sendable (_ isKiosk: Bool) -> Void) {
    self.audience.withLock { $0 = audience }
  }

  /// Sends everybody away; nobody comes in any more.
  func close() {
    let viewers = state.withLock { state in
      state.isClosed = true
      return state.viewers
    }
    for viewer in viewers { viewer.close() }
  }
}

extension TurnEvent {
  /// Whether it is shown in place of what was shown before.
  fileprivate var isShown: Bool {
    switch kind {
    case .responded, .asked: true
    case .rejected(_, _, let dialog): dialog != nil
    case .spotted, .understood, .error: false
    }
  }
}
