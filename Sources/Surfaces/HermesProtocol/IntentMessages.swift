package import JSONValues

extension Hermes {
  /// Somebody asks what a text means.
  package struct NLUQuery: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.query }
    /// The text.
    package var input: String
    /// The room.
    package var siteId: String?
    /// What whoever asks calls it.
    package var id: String?
    /// The conversation.
    package var sessionId: String?
    /// The intents that are expected; nil for all.
    package var intentFilter: [String]?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?
  }

  /// An intent with how sure it is.
  package struct IntentName: Codable, Equatable, Sendable {
    /// The name.
    package var intentName: String
    /// How sure it is, from 0 to 1.
    package var confidenceScore: Double

    /// A message of these fields.
    package init(_ intentName: String, confidence: Double) { (self.intentName, confidenceScore) = (intentName, confidence) }
  }

  /// A value of an intent.
  package struct Slot: Codable, Equatable, Sendable {
    /// The value with its kind.
    package struct Value: Codable, Equatable, Sendable {
      /// The kind, in Hermes' words.
      package var kind: String
      /// What they stand for.
      package var value: JSONValue
    }

    /// Characters of the input, the end excluded.
    package struct Range: Codable, Equatable, Sendable {
      /// The first character.
      package var start: Int
      /// The character after the last.
      package var end: Int
      /// The same in the raw input.
      package var rawStart: Int
      /// The same in the raw input.
      package var rawEnd: Int
    }

    /// The list or type of the values.
    package var entity: String
    /// The parameter.
    package var slotName: String
    /// The words that were said for it.
    package var rawValue: String
    /// What they stand for.
    package var value: Value
    /// How sure it is, from 0 to 1.
    package var confidence: Double
    /// Where the words are; nil if they were not said.
    package var range: Range?

    /// A message of these fields.
    package init(entity: String, slotName: String, rawValue: String, value: JSONValue, characters: Swift.Range<Int>?) {
      (self.entity, self.slotName, self.rawValue, confidence) = (entity, slotName, rawValue, 1)
      var kind = "Unknown"
      if case .integer = value { kind = "Number" }
      self.value = Value(kind: kind, value: value)
      range = characters.map {
        Range(start: $0.lowerBound, end: $0.upperBound, rawStart: $0.lowerBound, rawEnd: $0.upperBound)
      }
    }
  }

  /// Somebody wants something, for the skill that does it.
  package struct Intent: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.intent(intent.intentName) }
    /// The text.
    package var input: String
    /// The text as it was heard.
    package var rawInput: String
    /// What is wanted.
    package var intent: IntentName
    /// The room.
    package var siteId: String
    /// What whoever asks calls it.
    package var id: String?
    /// The values.
    package var slots: [Slot]
    /// The conversation.
    package var sessionId: String?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?
    /// Parts of the text; none here.
    package var asrTokens: [[JSONValue]]
    /// How sure the text is, from 0 to 1.
    package var asrConfidence: Double?
    /// The wake phrase.
    package var wakewordId: String?

    /// A message of these fields.
    package init(
      input: String, intent: IntentName, slots: [Slot], siteId: String, id: String? = nil, sessionId: String?,
      customData: JSONValue?, wakewordId: String?
    ) {
      (self.input, rawInput, self.intent, self.slots) = (input, input, intent, slots)
      (self.siteId, self.id, self.sessionId, self.customData) = (siteId, id, sessionId, customData)
      (asrTokens, asrConfidence, self.wakewordId) = ([], intent.confidenceScore, wakewordId)
    }
  }

  /// A text means this, for who has asked.
  package struct IntentParsed: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.intentParsed }
    /// The text.
    package var input: String
    /// What is wanted.
    package var intent: IntentName
    /// The values.
    package var slots: [Slot]
    /// The room.
    package var siteId: String
    /// What whoever asks calls it.
    package var id: String?
    /// The conversation.
    package var sessionId: String?

    /// A message of these fields.
    package init(_ intent: Intent) {
      (input, self.intent, slots) = (intent.input, intent.intent, intent.slots)
      (siteId, id, sessionId) = (intent.siteId, intent.id, intent.sessionId)
    }
  }

  /// A text means nothing that is known.
  package struct IntentNotRecognized: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.intentNotRecognized }
    /// The text.
    package var input: String
    /// The room.
    package var siteId: String
    /// What whoever asks calls it.
    package var id: String?
    /// The conversation.
    package var sessionId: String?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(input: String, siteId: String, id: String? = nil, sessionId: String?, customData: JSONValue? = nil) {
      (self.input, self.siteId, self.id) = (input, siteId, id)
      (self.sessionId, self.customData) = (sessionId, customData)
    }
  }
}
