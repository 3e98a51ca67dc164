extension Hermes {
  /// A wake phrase was heard.
  package struct HotwordDetected: HermesMessage {
    private enum CodingKeys: CodingKey { case modelId, modelVersion, modelType, currentSensitivity, siteId, sessionId }

    /// Where it is said.
    package var topic: String { HermesTopic.detected(wakewordID) }
    /// The wake phrase as part of a topic.
    package var wakewordID: String { modelId }
    /// The wake phrase.
    package var modelId: String
    /// The version of its model; none here.
    package var modelVersion: String
    /// Who has made its model.
    package var modelType: String
    /// How easily it is heard.
    package var currentSensitivity: Double
    /// The room.
    package var siteId: String
    /// The conversation.
    package var sessionId: String?

    /// A message of these fields.
    package init(wakewordID: String, siteId: String, sessionId: String?) {
      (modelId, modelVersion, modelType, currentSensitivity) = (wakewordID, "", "personal", 1)
      (self.siteId, self.sessionId) = (siteId, sessionId)
    }
  }

  /// Wake phrases are to be heard, or not to be heard for a reason.
  package struct HotwordToggle: HermesMessage {
    private enum CodingKeys: CodingKey { case siteId, reason }

    /// Where it is said.
    package var topic: String { isOn ? HermesTopic.toggleOn : HermesTopic.toggleOff }
    /// Whether they are to be heard.
    package var isOn = true
    /// The room.
    package var siteId: String?
    /// Why.
    package var reason: String?
  }

  /// What is said now is to be heard.
  package struct StartListening: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.startListening }
    /// The room.
    package var siteId: String?
    /// The conversation.
    package var sessionId: String?
    /// The wake phrase.
    package var wakewordId: String?

    /// A message of these fields.
    package init(siteId: String?, sessionId: String?, wakewordId: String? = nil) {
      (self.siteId, self.sessionId, self.wakewordId) = (siteId, sessionId, wakewordId)
    }
  }

  /// Enough was heard.
  package struct StopListening: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.stopListening }
    /// The room.
    package var siteId: String?
    /// The conversation.
    package var sessionId: String?

    /// A message of these fields.
    package init(siteId: String?, sessionId: String?) { (self.siteId, self.sessionId) = (siteId, sessionId) }
  }

  /// What was said.
  package struct TextCaptured: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.textCaptured }
    /// The words.
    package var text: String
    /// How sure it is, from 0 to 1.
    package var likelihood: Double
    /// How long it took to say.
    package var seconds: Double
    /// The room.
    package var siteId: String
    /// The conversation.
    package var sessionId: String?
    /// The wake phrase.
    package var wakewordId: String?

    /// A message of these fields.
    package init(text: String, likelihood: Double, seconds: Double, siteId: String, sessionId: String?, wakewordId: String?) {
      (self.text, self.likelihood, self.seconds) = (text, likelihood, seconds)
      (self.siteId, self.sessionId, self.wakewordId) = (siteId, sessionId, wakewordId)
    }
  }

  /// Something is to be spoken.
  package struct Say: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.say }
    /// The words.
    package var text: String
    /// The language.
    package var lang: String?
    /// What whoever asks calls it.
    package var id: String?
    /// The room.
    package var siteId: String?
    /// The conversation.
    package var sessionId: String?
  }

  /// It was spoken.
  package struct SayFinished: HermesMessage {
    /// Where it is said.
    package var topic: String { HermesTopic.sayFinished }
    /// The room.
    package var siteId: String
    /// What whoever asks calls it.
    package var id: String?
    /// The conversation.
    package var sessionId: String?

    /// A message of these fields.
    package init(siteId: String, id: String?, sessionId: String?) {
      (self.siteId, self.id, self.sessionId) = (siteId, id, sessionId)
    }
  }
}
