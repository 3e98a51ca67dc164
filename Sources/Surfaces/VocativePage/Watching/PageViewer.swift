import Synchronization

/// A viewer of a page, and the parts that changed since they were sent.
///
/// A slow connection needs no more memory than a set of topics: a part that changes twice is sent once.
final class PageViewer: Sendable, Identifiable {
  private struct State {
    var changed: Set<PageTopic>
    var waiter: CheckedContinuation<Set<PageTopic>?, Never>?
    var isClosed = false
  }

  /// Whether it is the kiosk page.
  let isKiosk: Bool
  private let state: Mutex<State>

  /// The parts that a kiosk does not show.
  private static let stored: Set<PageTopic> = [.shortcuts, .timeline, .activities, .features]

  /// Creates a viewer without content.
  init(isKiosk: Bool) {
    self.isKiosk = isKiosk
    let unseen: Set<PageTopic> = [.state, .heard, .card]
    state = Mutex(State(changed: isKiosk ? unseen : unseen.union(Self.stored)))
  }

  /// Records that a part has changed.
  func mark(_ topic: PageTopic) {
    guard !isKiosk || !Self.stored.contains(topic) else { return }
    let (waiter, changed) = state.withLock { state -> (CheckedContinuation<Set<PageTopic>?, Never>?, Set<PageTopic>) in
      state.changed.insert(topic)
      guard let waiter = state.waiter.take() else { return (nil, []) }
      defer { state.changed = [] }
      return (waiter, state.changed)
    }
    waiter?.resume(returning: changed)
  }

  /// Ends the stream.
  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  /// Waits for changes; returns nil if the viewer was closed or the task was cancelled.
  func changes() async -> Set<PageTopic>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Set<PageTopic>?? in
          if state.isClosed { return .some(nil) }
          guard !state.changed.isEmpty else {
            state.waiter = continuation
            return nil
          }
          defer { state.changed = [] }
          return state.changed
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      close()
    }
  }
}
