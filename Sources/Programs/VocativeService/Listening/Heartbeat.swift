import Synchronization

/// Feeds the service manager's watchdog, driven by the audio.
///
/// It has no timer. It beats when the turn loop has processed a frame, muted or not, or when a lost microphone is retried. A hung
/// decoder and a dead capture thread do neither, so the feeding stops.
package final class Heartbeat: Sendable {
  private struct State {
    var beats = 0
    var lastFeeding: Duration?
  }

  private let state = Mutex(State())
  private let interval: Duration?
  private let now: @Sendable () -> Duration
  private let begin: @Sendable () -> Void
  private let feed: @Sendable () -> Void

  /// - Parameters:
  ///   - timeout: The watchdog's timeout; nil for no watchdog.
  ///   - now: Returns monotonic time.
  ///   - begin: Called at the first beat.
  ///   - feed: Feeds the watchdog; called with a beat, at most four times per timeout.
  package init(
    timeout: Duration?, now: @escaping @Sendable () -> Duration, begin: @escaping @Sendable () -> Void,
    feed: @escaping @Sendable () -> Void
  ) {
    interval = timeout.map { $0 / 4 }
    self.now = now
    self.begin = begin
    self.feed = feed
  }

  /// The number of beats so far.
  package var beats: Int { state.withLock { $0.beats } }

  /// Records a beat.
  package func beat() {
    let time = now()
    let (isFirst, isDue) = state.withLock { state in
      defer { state.beats += 1 }
      guard let interval, state.lastFeeding.map({ time - $0 >= interval }) ?? true else { return (state.beats == 0, false) }
      state.lastFeeding = time
      return (state.beats == 0, true)
    }
    if isFirst { begin() }
    if isDue { feed() }
  }
}
