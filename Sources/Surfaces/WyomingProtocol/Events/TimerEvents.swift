extension WyomingEvent {
  /// Reports that a timer has started.
  package struct TimerStarted: WyomingMessage {
    package static let type = WyomingEventType.timerStarted
    /// The timer's identifier.
    package let id: String
    /// The duration, in seconds.
    package let totalSeconds: Int
    /// The timer's name.
    package let name: String?
    /// The requested hours.
    package let startHours: Int?
    /// The requested minutes.
    package let startMinutes: Int?
    /// The requested seconds.
    package let startSeconds: Int?

    /// Creates an event.
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

  /// Reports that a timer was cancelled.
  package struct TimerCancelled: WyomingMessage {
    package static let type = WyomingEventType.timerCancelled
    /// The timer's identifier.
    package let id: String

    /// Creates an event.
    package init(id: String) { self.id = id }
  }

  /// Reports that a timer has finished.
  package struct TimerFinished: WyomingMessage {
    package static let type = WyomingEventType.timerFinished
    /// The timer's identifier.
    package let id: String

    /// Creates an event.
    package init(id: String) { self.id = id }
  }
}
