/// Counts what an app sends in a period, within limits.
struct AppBudget: Equatable, Sendable {
  let limits: AppHostLimits
  private var start = Duration.zero
  private var messages = 0
  private var bytes = 0
  private var announcements = 0
  private var mistakes = 0

  init(_ limits: AppHostLimits) { self.limits = limits }

  /// Counts received bytes; returns false if they are too many.
  mutating func take(bytes count: Int, at now: Duration) -> Bool {
    begin(at: now)
    bytes += count
    return bytes <= limits.maxBytes
  }

  /// Counts a message; returns false if it is one too many.
  mutating func takeMessage(at now: Duration) -> Bool {
    begin(at: now)
    messages += 1
    return messages <= limits.maxMessages
  }

  /// Counts an announcement; returns false if it is one too many.
  mutating func takeAnnouncement(at now: Duration) -> Bool {
    begin(at: now)
    announcements += 1
    return announcements <= limits.maxAnnouncements
  }

  /// Counts a message against the protocol; returns false if the process must be ended.
  mutating func takeMistake() -> Bool {
    mistakes += 1
    return mistakes < limits.maxMistakes
  }

  private mutating func begin(at now: Duration) {
    guard now - start >= limits.period else { return }
    (start, messages, bytes, announcements) = (now, 0, 0, 0)
  }
}
