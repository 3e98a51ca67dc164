package import JSONValues

extension Hermes {
  /// Starts a conversation.
  package struct StartSession: HermesMessage {
    /// The beginning of a conversation.
    package struct Beginning: Codable, Equatable, Sendable {
      /// `action` to wait for a request, `notification` only to speak a text.
      package var type: String
      /// The words.
      package var text: String?
      /// The permitted intents; nil for all.
      package var intentFilter: [String]?
      /// Whether it may wait for the end of the current conversation.
      package var canBeEnqueued: Bool?
      /// Whether the skill is notified if nothing was understood, and then continues.
      package var sendIntentNotRecognized: Bool?

      /// Creates a message.
      package init(
        type: String, text: String? = nil, intentFilter: [String]? = nil, canBeEnqueued: Bool? = nil,
        sendIntentNotRecognized: Bool? = nil
      ) {
        (self.type, self.text, self.intentFilter) = (type, text, intentFilter)
        (self.canBeEnqueued, self.sendIntentNotRecognized) = (canBeEnqueued, sendIntentNotRecognized)
      }
    }

    /// The topic of the message.
    package var topic: String { HermesTopic.startSession }
    /// The beginning of the conversation.
    package var `init`: Beginning
    /// The site identifier.
    package var siteId: String?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(_ beginning: Beginning, siteId: String?, customData: JSONValue? = nil) {
      (self.`init`, self.siteId, self.customData) = (beginning, siteId, customData)
    }
  }

  /// Continues a conversation: a skill speaks and expects an answer.
  package struct ContinueSession: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.continueSession }
    /// The session identifier.
    package var sessionId: String
    /// The words.
    package var text: String?
    /// The permitted intents; nil for all.
    package var intentFilter: [String]?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?
    /// Whether the skill is notified if nothing was understood, and then continues.
    package var sendIntentNotRecognized: Bool?
  }

  /// Ends a conversation.
  package struct EndSession: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.endSession }
    /// The session identifier.
    package var sessionId: String
    /// The words.
    package var text: String?
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?
  }

  /// Enables or disables intents at a site.
  package struct Configure: HermesMessage {
    /// An intent.
    package struct Intent: Codable, Equatable, Sendable {
      /// Its name.
      package var intentId: String
      /// Whether the intent is enabled.
      package var enable: Bool

      /// Creates an intent setting.
      package init(intentId: String, enable: Bool) { (self.intentId, self.enable) = (intentId, enable) }
    }

    /// The topic of the message.
    package var topic: String { HermesTopic.configure }
    /// The site identifier.
    package var siteId: String?
    /// The intents to change.
    package var intents: [Intent]

    /// Creates a message.
    package init(siteId: String?, intents: [Intent]) { (self.siteId, self.intents) = (siteId, intents) }
  }

  /// Reports that a conversation has started.
  package struct SessionStarted: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.sessionStarted }
    /// The session identifier.
    package var sessionId: String
    /// The site identifier.
    package var siteId: String
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(sessionId: String, siteId: String, customData: JSONValue?) {
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// Reports that a conversation is queued behind another.
  package struct SessionQueued: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.sessionQueued }
    /// The session identifier.
    package var sessionId: String
    /// The site identifier.
    package var siteId: String
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(sessionId: String, siteId: String, customData: JSONValue?) {
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// Reports that a conversation has ended.
  package struct SessionEnded: HermesMessage {
    /// The reason for the end.
    package enum Reason: String, Codable, Sendable {
      /// The protocol's names for the reasons.
      case nominal, abortedByUser, intentNotRecognized, timeout, error
    }

    /// The reason for the end, as encoded in the message.
    package struct Termination: Codable, Equatable, Sendable {
      /// The reason.
      package var reason: Reason
    }

    /// The topic of the message.
    package var topic: String { HermesTopic.sessionEnded }
    /// The reason for the end.
    package var termination: Termination
    /// The session identifier.
    package var sessionId: String
    /// The site identifier.
    package var siteId: String
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(_ reason: Reason, sessionId: String, siteId: String, customData: JSONValue?) {
      termination = Termination(reason: reason)
      (self.sessionId, self.siteId, self.customData) = (sessionId, siteId, customData)
    }
  }

  /// Reports that an answer in a conversation was not understood; only sent if the skill asked for it.
  package struct SessionIntentNotRecognized: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.sessionIntentNotRecognized }
    /// The text.
    package var input: String
    /// The session identifier.
    package var sessionId: String
    /// The site identifier.
    package var siteId: String
    /// Data of the initiator, returned unchanged.
    package var customData: JSONValue?

    /// Creates a message.
    package init(input: String, sessionId: String, siteId: String, customData: JSONValue?) {
      (self.input, self.sessionId, self.siteId, self.customData) = (input, sessionId, siteId, customData)
    }
  }
}
