package import JSONValues

extension WyomingEvent {
  /// Requests the intent of a text without performing it.
  package struct Recognize: WyomingMessage {
    package static let type = WyomingEventType.recognize
    /// The text.
    package let text: String
    /// The context to return with the answer.
    package let context: JSONValue?

    /// Creates an event.
    package init(text: String, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }

  /// The intent of a text.
  package struct Intent: WyomingMessage {
    package static let type = WyomingEventType.intent
    /// The intent's name.
    package let name: String
    /// Its parameters.
    package let entities: [Entity]?
    /// The text to speak.
    package let text: String?
    /// The context of the request.
    package let context: JSONValue?

    /// A parameter with its value.
    package struct Entity: Codable, Equatable, Sendable {
      /// The parameter's name.
      package let name: String
      /// The parameter's value.
      package let value: JSONValue?

      /// Creates a parameter.
      package init(name: String, value: JSONValue?) {
        self.name = name
        self.value = value
      }
    }

    /// Creates an event.
    package init(name: String, entities: [Entity], text: String? = nil, context: JSONValue? = nil) {
      self.name = name
      self.entities = entities
      self.text = text
      self.context = context
    }
  }

  /// Reports that a text has no intent.
  package struct NotRecognized: WyomingMessage {
    package static let type = WyomingEventType.notRecognized
    /// The text to speak.
    package let text: String?
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }

  /// Reports that a request was handled, or asks a question about it.
  package struct Handled: WyomingMessage {
    package static let type = WyomingEventType.handled
    /// The text to speak.
    package let text: String?
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }

  /// Reports that a request was not handled.
  package struct NotHandled: WyomingMessage {
    package static let type = WyomingEventType.notHandled
    /// The text to speak.
    package let text: String?
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }
}
