/// The topics of the Hermes protocol.
package enum HermesTopic {
  /// Starts a conversation.
  package static let startSession = "hermes/dialogueManager/startSession"
  /// Continues a conversation: a skill speaks and expects an answer.
  package static let continueSession = "hermes/dialogueManager/continueSession"
  /// Ends a conversation.
  package static let endSession = "hermes/dialogueManager/endSession"
  /// Reports that a conversation has started.
  package static let sessionStarted = "hermes/dialogueManager/sessionStarted"
  /// Reports that a conversation is queued.
  package static let sessionQueued = "hermes/dialogueManager/sessionQueued"
  /// Reports that a conversation has ended.
  package static let sessionEnded = "hermes/dialogueManager/sessionEnded"
  /// Reports that an answer in a conversation was not understood.
  package static let sessionIntentNotRecognized = "hermes/dialogueManager/intentNotRecognized"
  /// Enables or disables intents.
  package static let configure = "hermes/dialogueManager/configure"
  /// Turns wake phrase detection on.
  package static let toggleOn = "hermes/hotword/toggleOn"
  /// Turns wake phrase detection off.
  package static let toggleOff = "hermes/hotword/toggleOff"
  /// Starts speech recognition.
  package static let startListening = "hermes/asr/startListening"
  /// Stops speech recognition.
  package static let stopListening = "hermes/asr/stopListening"
  /// Reports recognized speech.
  package static let textCaptured = "hermes/asr/textCaptured"
  /// Requests the intent of a text.
  package static let query = "hermes/nlu/query"
  /// Reports the intent of a text.
  package static let intentParsed = "hermes/nlu/intentParsed"
  /// Reports that a text has no known intent.
  package static let intentNotRecognized = "hermes/nlu/intentNotRecognized"
  /// Speaks a text.
  package static let say = "hermes/tts/say"
  /// Reports that a text has been spoken.
  package static let sayFinished = "hermes/tts/sayFinished"

  /// Returns the topic of a detected wake phrase.
  package static func detected(_ wakewordID: String) -> String { "hermes/hotword/\(level(wakewordID))/detected" }

  /// Returns the topic of an intent.
  package static func intent(_ name: String) -> String { "hermes/intent/\(level(name))" }

  /// The topics of requests.
  package static let requests = [
    startSession, continueSession, endSession, configure, toggleOn, toggleOff, startListening, stopListening, query, say,
  ]

  /// Returns a name as one level of a topic, without reserved characters.
  package static func level(_ name: String) -> String {
    String(name.map { "/+#\0 ".contains($0) ? "_" : $0 })
  }
}
