extension WyomingEvent {
  /// Requests information about the service.
  package struct Describe: WyomingMessage {
    package static let type = WyomingEventType.describe
    /// Creates an event.
    package init() {}
  }

  /// Checks whether the peer is alive.
  package struct Ping: WyomingMessage {
    package static let type = WyomingEventType.ping
    /// The text to return.
    package let text: String?

    /// Creates an event.
    package init(text: String? = nil) { self.text = text }
  }

  /// The answer to a ping.
  package struct Pong: WyomingMessage {
    package static let type = WyomingEventType.pong
    /// The text of the ping.
    package let text: String?

    /// Creates an event.
    package init(text: String? = nil) { self.text = text }
  }

  /// Reports an error.
  package struct Error: WyomingMessage {
    package static let type = WyomingEventType.error
    /// The error message.
    package let text: String
    /// The error code.
    package let code: String?

    /// Creates an event.
    package init(text: String, code: String?) {
      self.text = text
      self.code = code
    }
  }
}
