package import JSONValues

extension WyomingEvent {
  /// Requests wake word detection in the audio that follows.
  package struct Detect: WyomingMessage {
    package static let type = WyomingEventType.detect
    /// The names of the wake words; nil or empty for any.
    package let names: [String]?
    /// The context to return with the answer.
    package let context: JSONValue?

    /// Creates an event.
    package init(names: [String]? = nil, context: JSONValue? = nil) {
      self.names = names
      self.context = context
    }
  }

  /// Reports a detected wake word.
  package struct Detection: WyomingMessage {
    package static let type = WyomingEventType.detection
    /// The wake word's name.
    package let name: String?
    /// The time in milliseconds by the clock of the audio's sender.
    package let timestamp: Int?
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(name: String?, timestamp: Int? = nil, context: JSONValue? = nil) {
      self.name = name
      self.timestamp = timestamp
      self.context = context
    }
  }

  /// Reports that the audio ended without a wake word.
  package struct NotDetected: WyomingMessage {
    package static let type = WyomingEventType.notDetected
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(context: JSONValue? = nil) { self.context = context }
  }
}
