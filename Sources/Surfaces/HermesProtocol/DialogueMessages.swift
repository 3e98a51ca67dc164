package import JSONValues

extension Hermes {
  /// Somebody wants a conversation.
  package struct StartSession: HermesMessage {
    /// What kind of conversation.
    package struct Beginning: Codable, Equatable, Sendable {
      /// `action` to wait for a request, `notification` to say something and no more.
      package var type: String
      /// The words.
      package var text: String?
      /// The intents that are expected; nil for all.
      package var intentFilter: [String]?
      /// Whether it waits for the end of the conversation that is on.
      package var canBeEnqueued: Bool?
      /// Whether the skill is told when nothing was understood, and goes on then.
      package var sendIntentNotRecognized: Bool?

      /// A message of these fields.
      package init(
        type: String, text: String? = nil, intentFilter: [String]? = nil, canBeEnqueued: Bool? = nil,
        sendIntentNotRecognized: Bool? = nil
      ) {
        (self.type, self.text, self.intentFilter) = (type, text, intentFilter)
        (self.canBeEnqueued, self.sendIntentNotRecognized) = (canBeEnqueued, sendIntentNotRecognized)
      }
    }

    /// Where it is said.
    package var topic: String { HermesTopic.startSession }
    /// How it begins.
    package var `init`: Beginning
    /// The room.
    package var siteId: String?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(_ beginning: Beginning, siteId: String?, customData: JSONValue? = nil) {
      (self.`init`, self.siteId, self.customData) = (beginning, siteId, customData)
    }
  }

  /// A skill says something and expects an answer.
  package struct ContinueSession: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.continueSession }
    /// The conversation.
    package var sessionId: String
    /// The words.
    package var text: String?
    /// The intents that are expected; nil for all.
    package var intentFilter: [String]?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?
    /// Whether the skill is told when nothing was understood, and goes on then.
    package var sendIntentNotRecognized: Bool?
  }

  /// A skill is done.
  package struct EndSession: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.endSession }
    /// The conversation.
    package var sessionId: String
    /// The words.
    package var text: String?
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?
  }

  /// Intents are to be taken at a site, or not to be taken.
  package struct Configure: HermesMessage {
    /// An intent.
    package struct Intent: Codable, Equatable, Sendable {
      /// Its name.
      package var intentId: String
      /// Whether it is to be taken.
      package var enable: Bool

      /// An intent to be taken, or not.
      package init(intentId: String, enable: Bool) { (self.intentId, self.enable) = (intentId, enable) }
    }

    /// Where it is said.
    package var topic: String { HermesTopic.configure }
    /// The room.
    package var siteId: String?
    /// The intents; others stay as they are.
    package var intents: [Intent]

    /// A message of these fields.
    package init(siteId: String?, intents: [Intent]) { (self.siteId, self.intents) = (siteId, intents) }
  }

  /// A conversation has begun.
  package struct SessionStarted: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.sessionStarted }
    /// The conversation.
    package var sessionId: String
    /// The room.
    package var siteId: String
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(sessionId: String, siteId: String, customData: JSONValue?) {
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// A conversation waits for the end of another.
  package struct SessionQueued: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.sessionQueued }
    /// The conversation.
    package var sessionId: String
    /// The room.
    package var siteId: String
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(sessionId: String, siteId: String, customData: JSONValue?) {
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// A conversation is over.
  package struct SessionEnded: HermesMessage {
    /// Why it is over.
    package enum Reason: String, Codable, Sendable {
      /// The protocol's words for it.
      case nominal, abortedByUser, intentNotRecognized, timeout, error
    }

    /// Why it is over, as it is written.
    package struct Termination: Codable, Equatable, Sendable {
      /// Why.
      package var reason: Reason
    }

    /// Where it is said.
    package var topic: String { HermesTopic.sessionEnded }
    /// How it came to its end.
    package var termination: Termination
    /// The conversation.
    package var sessionId: String
    /// The room.
    package var siteId: String
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(_ reason: Reason, sessionId: String, siteId: String, customData: JSONValue?) {
      termination = Termination(reason: reason)
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// In a conversation something was said that nobody understands, and its skill has asked to be told.
  package struct SessionIntentNotRecognized: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.sessionIntentNotRecognized }
    /// The text.
    package var input: String
    /// The conversation.
    package var sessionId: String
    /// The room.
    package var siteId: String
    /// What whoever began the conversation wants back.
    package var customData: JSONValue?

    /// A message of these fields.
    package init(input: String, sessionId: String, siteId: String, customData: JSONValue?) {
      (self.input, self.sessionId, self.siteId, self.customData) = (input, sessionId, siteId, customData)
    }
  }
}
