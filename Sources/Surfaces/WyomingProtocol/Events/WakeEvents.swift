package import JSONValues

extension WyomingEvent {
  /// Wake words are to be found in the audio that follows.
  package struct Detect: WyomingMessage {
    package static let type = WyomingEventType.detect
    /// The names of the wake words; nil or none for any.
    package let names: [String]?
    /// What the answer is to carry.
    package let context: JSONValue?

    /// A request for wake words.
    package init(names: [String]? = nil, context: JSONValue? = nil) {
      self.names = names
      self.context = context
    }
  }

  /// A wake word was heard.
  package struct Detection: WyomingMessage {
    package static let type = WyomingEventType.detection
    /// The wake word's name.
    package let name: String?
    /// Milliseconds by the clock of whoever sent the audio.
    package let timestamp: Int?
    /// What the request carried.
    package let context: JSONValue?

    /// A wake word at a time.
    package init(name: String?, timestamp: Int? = nil, context: JSONValue? = nil) {
      self.name = name
      self.timestamp = timestamp
      self.context = context
    }
  }

  /// The audio has ended without a wake word.
  package struct NotDetected: WyomingMessage {
    package static let type = WyomingEventType.notDetected
    /// What the request carried.
    package let context: JSONValue?

    /// No wake word.
    package init(context: JSONValue? = nil) { self.context = context }
  }
}
