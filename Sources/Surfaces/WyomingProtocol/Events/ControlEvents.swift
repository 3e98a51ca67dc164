extension WyomingEvent {
  /// Tell what there is.
  package struct Describe: WyomingMessage {
    package static let type = WyomingEventType.describe
    /// A request for information.
    package init() {}
  }

  /// A question whether somebody is there.
  package struct Ping: WyomingMessage {
    package static let type = WyomingEventType.ping
    /// What is to come back.
    package let text: String?

    /// A question with a text.
    package init(text: String? = nil) { self.text = text }
  }

  /// The answer that somebody is there.
  package struct Pong: WyomingMessage {
    package static let type = WyomingEventType.pong
    /// What the ping carried.
    package let text: String?

    /// The answer to a ping with a text.
    package init(text: String? = nil) { self.text = text }
  }

  /// Something went wrong.
  package struct Error: WyomingMessage {
    package static let type = WyomingEventType.error
    /// What, in words.
    package let text: String
    /// What, for programs.
    package let code: String?

    /// A fault.
    package init(text: String, code: String?) {
      self.text = text
      self.code = code
    }
  }
}
