extension Hermes {
  /// Reports a detected wake phrase.
  package struct HotwordDetected: HermesMessage {
    private enum CodingKeys: CodingKey { case modelId, modelVersion, modelType, currentSensitivity, siteId, sessionId }

    /// The topic of the message.
    package var topic: String { HermesTopic.detected(wakewordID) }
    /// The wake phrase's identifier in the topic.
    package var wakewordID: String { modelId }
    /// The wake phrase.
    package var modelId: String
    /// The version of its model; always empty.
    package var modelVersion: String
    /// The type of its model.
    package var modelType: String
    /// Its current sensitivity.
    package var currentSensitivity: Double
    /// The site identifier.
    package var siteId: String
    /// The session identifier.
    package var sessionId: String?

    /// Creates a message.
    package init(wakewordID: String, siteId: String, sessionId: String?) {
      (modelId, modelVersion, modelType, currentSensitivity) = (wakewordID, "", "personal", 1)
      (self.siteId, self.sessionId) = (siteId, sessionId)
    }
  }

  /// Turns wake phrase detection on or off.
  package struct HotwordToggle: HermesMessage {
    private enum CodingKeys: CodingKey { case siteId, reason }

    /// The topic of the message.
    package var topic: String { isOn ? HermesTopic.toggleOn : HermesTopic.toggleOff }
    /// Whether detection is on.
    package var isOn = true
    /// The site identifier.
    package var siteId: String?
    /// The reason.
    package var reason: String?
  }

  /// Starts speech recognition.
  package struct StartListening: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.startListening }
    /// The site identifier.
    package var siteId: String?
    /// The session identifier.
    package var sessionId: String?
    /// The wake phrase.
    package var wakewordId: String?

    /// Creates a message.
    package init(siteId: String?, sessionId: String?, wakewordId: String? = nil) {
      (self.siteId, self.sessionId, self.wakewordId) = (siteId, sessionId, wakewordId)
    }
  }

  /// Stops speech recognition.
  package struct StopListening: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.stopListening }
    /// The site identifier.
    package var siteId: String?
    /// The session identifier.
    package var sessionId: String?

    /// Creates a message.
    package init(siteId: String?, sessionId: String?) { (self.siteId, self.sessionId) = (siteId, sessionId) }
  }

  /// Reports recognized speech.
  package struct TextCaptured: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.textCaptured }
    /// The words.
    package var text: String
    /// The confidence, from 0 to 1.
    package var likelihood: Double
    /// The duration of the speech, in seconds.
    package var seconds: Double
    /// The site identifier.
    package var siteId: String
    /// The session identifier.
    package var sessionId: String?
    /// The wake phrase.
    package var wakewordId: String?

    /// Creates a message.
    package init(text: String, likelihood: Double, seconds: Double, siteId: String, sessionId: String?, wakewordId: String?) {
      (self.text, self.likelihood, self.seconds) = (text, likelihood, seconds)
      (self.siteId, self.sessionId, self.wakewordId) = (siteId, sessionId, wakewordId)
    }
  }

  /// Speaks a text.
  package struct Say: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.say }
    /// The words.
    package var text: String
    /// The language.
    package var lang: String?
    /// The requester's identifier for the request.
    package var id: String?
    /// The site identifier.
    package var siteId: String?
    /// The session identifier.
    package var sessionId: String?
  }

  /// Reports that a text has been spoken.
  package struct SayFinished: HermesMessage {
    /// The topic of the message.
    package var topic: String { HermesTopic.sayFinished }
    /// The site identifier.
    package var siteId: String
    /// The requester's identifier for the request.
    package var id: String?
    /// The session identifier.
    package var sessionId: String?

    /// Creates a message.
    package init(siteId: String, id: String?, sessionId: String?) {
      (self.siteId, self.id, self.sessionId) = (siteId, id, sessionId)
    }
  }
}
