extension WyomingEvent {
  /// A timer was set.
  package struct TimerStarted: WyomingMessage {
    package static let type = WyomingEventType.timerStarted
    /// What tells it from others.
    package let id: String
    /// Seconds until it has run down.
    package let totalSeconds: Int
    /// What whoever set it calls it.
    package let name: String?
    /// The hours that were said.
    package let startHours: Int?
    /// The minutes that were said.
    package let startMinutes: Int?
    /// The seconds that were said.
    package let startSeconds: Int?

    /// A timer with a name, of so much time.
    package init(
      id: String, totalSeconds: Int, name: String? = nil, hours: Int? = nil, minutes: Int? = nil, seconds: Int? = nil
    ) {
      (self.id, self.totalSeconds, self.name) = (id, totalSeconds, name)
      (startHours, startMinutes, startSeconds) = (hours, minutes, seconds)
    }

    enum CodingKeys: String, CodingKey {
      case id, name
      case totalSeconds = "total_seconds"
      case startHours = "start_hours"
      case startMinutes = "start_minutes"
      case startSeconds = "start_seconds"
    }
  }

  /// A timer was called off.
  package struct TimerCancelled: WyomingMessage {
    package static let type = WyomingEventType.timerCancelled
    /// Which.
    package let id: String

    /// A timer that was called off.
    package init(id: String) { self.id = id }
  }

  /// A timer has run down.
  package struct TimerFinished: WyomingMessage {
    package static let type = WyomingEventType.timerFinished
    /// Which.
    package let id: String

    /// A timer that has run down.
    package init(id: String) { self.id = id }
  }
}
