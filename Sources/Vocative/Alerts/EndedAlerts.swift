import Synchronization
import VocativeIntents

/// The alerts that have ended for the person, until their sources have stored that.
///
/// A source may not be able to store it, as on a full disk. The alert stays due then, and must not be heard again before its next
/// occurrence.
final class EndedAlerts: Sendable {
  private struct Attempt {
    let occurrence: CalendarDay?
    let ending: Alert.Ending
    /// The time until the next attempt; zero before the first one.
    var pause = Duration.zero
    /// Returns the time since the last attempt.
    var elapsed: @Sendable () -> Duration = { .zero }
  }

  private static let minPause = Duration.seconds(1)
  private static let maxPause = Duration.seconds(60)

  private let attempts = Mutex<[String: [Alert.ID: Attempt]]>([:])

  /// Adds an alert that has ended for the person.
  func add(_ alert: Alert, of assistant: String, as ending: Alert.Ending) {
    attempts.withLock { $0[assistant, default: [:]][alert.id] = Attempt(occurrence: alert.occurrence, ending: ending) }
  }

  /// Removes the alerts of an assistant except those that are due with the same occurrence.
  func keep(_ due: [Alert], of assistant: String) {
    attempts.withLock { attempts in
      attempts[assistant] = attempts[assistant]?.filter { id, attempt in
        due.contains { $0.id == id && $0.occurrence == attempt.occurrence }
      }
    }
  }

  /// Returns whether an alert has ended.
  func contains(_ alert: Alert.ID, of assistant: String) -> Bool {
    attempts.withLock { $0[assistant]?[alert] != nil }
  }

  /// Returns the ending to store now; nil before the next attempt, and for an alert that has not ended.
  func ending(of alert: Alert.ID, of assistant: String) -> Alert.Ending? {
    attempts.withLock { $0[assistant]?[alert] }.flatMap { $0.elapsed() >= $0.pause ? $0.ending : nil }
  }

  /// Forgets an alert whose ending is stored.
  func remove(_ alert: Alert.ID, of assistant: String) {
    attempts.withLock { _ = $0[assistant]?.removeValue(forKey: alert) }
  }

  /// Waits longer before the next attempt to store an ending; returns whether this was the first attempt.
  func wait(_ alert: Alert.ID, of assistant: String, on clock: some Clock<Duration>) -> Bool {
    let elapsed = clock.stopwatch()
    return attempts.withLock { attempts in
      guard var attempt = attempts[assistant]?[alert] else { return false }
      let isFirst = attempt.pause == .zero
      attempt.pause = min(max(attempt.pause * 2, Self.minPause), Self.maxPause)
      attempt.elapsed = elapsed
      attempts[assistant]?[alert] = attempt
      return isFirst
    }
  }
}
