package import JSONValues

extension Hermes {
  /// Requests the intent of a text.
  package struct NLUQuery: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.query }
    /// The text.
    package var input: String
    /// The site identifier.
    package var siteId: String?
    /// The requester's identifier for the request.
    package var id: String?
    /// The session identifier.
    package var sessionId: String?
    /// The permitted intents; nil for all.
    package var intentFilter: [String]?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?
  }

  /// An intent with its confidence.
  package struct IntentName: Codable, Equatable, Sendable {
    /// The name.
    package var intentName: String
    /// The confidence, from 0 to 1.
    package var confidenceScore: Double

    /// Creates a message.
    package init(_ intentName: String, confidence: Double) { (self.intentName, confidenceScore) = (intentName, confidence) }
  }

  /// A slot of an intent.
  package struct Slot: Codable, Equatable, Sendable {
    /// The value with its kind.
    package struct Value: Codable, Equatable, Sendable {
      /// The kind, as named by Hermes.
      package var kind: String
      /// The value.
      package var value: JSONValue
    }

    /// A half-open range of characters in the input.
    package struct Range: Codable, Equatable, Sendable {
      /// The first character.
      package var start: Int
      /// The character after the last.
      package var end: Int
      /// The corresponding position in the raw input.
      package var rawStart: Int
      /// The corresponding position in the raw input.
      package var rawEnd: Int
    }

    /// The list or type of the values.
    package var entity: String
    /// The parameter.
    package var slotName: String
    /// The spoken words.
    package var rawValue: String
    /// The value.
    package var value: Value
    /// The confidence, from 0 to 1.
    package var confidence: Double
    /// The position of the words; nil if they were not spoken.
    package var range: Range?

    /// Creates a message.
    package init(entity: String, slotName: String, rawValue: String, value: JSONValue, characters: Swift.Range<Int>?) {
      (self.entity, self.slotName, self.rawValue, confidence) = (entity, slotName, rawValue, 1)
      let kind =
        switch value {
        case .integer, .double: "Number"
        case .null, .boolean, .string, .array, .object: "Unknown"
        }
      self.value = Value(kind: kind, value: value)
      range = characters.map {
        Range(start: $0.lowerBound, end: $0.upperBound, rawStart: $0.lowerBound, rawEnd: $0.upperBound)
      }
    }
  }

  /// Reports a recognized intent to its skill.
  package struct Intent: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.intent(intent.intentName) }
    /// The text.
    package var input: String
    /// The text as it was recognized.
    package var rawInput: String
    /// The intent.
    package var intent: IntentName
    /// The site identifier.
    package var siteId: String
    /// The requester's identifier for the request.
    package var id: String?
    /// The values.
    package var slots: [Slot]
    /// The session identifier.
    package var sessionId: String?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?
    /// The tokens of the text; always empty.
    package var asrTokens: [[JSONValue]]
    /// The confidence of the text, from 0 to 1.
    package var asrConfidence: Double?
    /// The wake phrase.
    package var wakewordId: String?

    /// Creates a message.
    package init(
      input: String, intent: IntentName, slots: [Slot], siteId: String, id: String? = nil, sessionId: String?,
      customData: JSONValue?, wakewordId: String?
    ) {
      (self.input, rawInput, self.intent, self.slots) = (input, input, intent, slots)
      (self.siteId, self.id, self.sessionId, self.customData) = (siteId, id, sessionId, customData)
      (asrTokens, asrConfidence, self.wakewordId) = ([], intent.confidenceScore, wakewordId)
    }
  }

  /// Reports the intent of a text to its requester.
  package struct IntentParsed: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.intentParsed }
    /// The text.
    package var input: String
    /// The intent.
    package var intent: IntentName
    /// The values.
    package var slots: [Slot]
    /// The site identifier.
    package var siteId: String
    /// The requester's identifier for the request.
    package var id: String?
    /// The session identifier.
    package var sessionId: String?

    /// Creates a message.
    package init(_ intent: Intent) {
      (input, self.intent, slots) = (intent.input, intent.intent, intent.slots)
      (siteId, id, sessionId) = (intent.siteId, intent.id, intent.sessionId)
    }
  }

  /// Reports that a text has no known intent.
  package struct IntentNotRecognized: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.intentNotRecognized }
    /// The text.
    package var input: String
    /// The site identifier.
    package var siteId: String
    /// The requester's identifier for the request.
    package var id: String?
    /// The session identifier.
    package var sessionId: String?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(input: String, siteId: String, id: String? = nil, sessionId: String?, customData: JSONValue? = nil) {
      (self.input, self.siteId, self.id) = (input, siteId, id)
      (self.sessionId, self.customData) = (sessionId, customData)
    }
  }
}
