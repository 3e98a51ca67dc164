package import JSONValues

extension WyomingEvent {
  /// An intent is to be found in a text, and not to be performed.
  package struct Recognize: WyomingMessage {
    package static let type = WyomingEventType.recognize
    /// The text.
    package let text: String
    /// What the answer is to carry.
    package let context: JSONValue?

    /// A request for the intent of a text.
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
    /// What to say to it.
    package let text: String?
    /// What the request carried.
    package let context: JSONValue?

    /// A parameter with its value.
    package struct Entity: Codable, Equatable, Sendable {
      /// The parameter's name.
      package let name: String
      /// Its value.
      package let value: JSONValue?

      /// A parameter with a value.
      package init(name: String, value: JSONValue?) {
        self.name = name
        self.value = value
      }
    }

    /// An intent with its parameters.
    package init(name: String, entities: [Entity], text: String? = nil, context: JSONValue? = nil) {
      self.name = name
      self.entities = entities
      self.text = text
      self.context = context
    }
  }

  /// There is no intent in a text.
  package struct NotRecognized: WyomingMessage {
    package static let type = WyomingEventType.notRecognized
    /// What to say about it.
    package let text: String?
    /// What the request carried.
    package let context: JSONValue?

    /// No intent.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }

  /// What was asked for was done, or a question is asked back.
  package struct Handled: WyomingMessage {
    package static let type = WyomingEventType.handled
    /// What to say.
    package let text: String?
    /// What the request carried.
    package let context: JSONValue?

    /// Something was done.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }

  /// What was asked for was not done.
  package struct NotHandled: WyomingMessage {
    package static let type = WyomingEventType.notHandled
    /// What to say.
    package let text: String?
    /// What the request carried.
    package let context: JSONValue?

    /// Nothing was done.
    package init(text: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.context = context
    }
  }
}
