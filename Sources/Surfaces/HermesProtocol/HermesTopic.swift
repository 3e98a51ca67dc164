/// The topics of the Hermes protocol.
package enum HermesTopic {
  /// Somebody wants a conversation.
  package static let startSession = "hermes/dialogueManager/startSession"
  /// A skill says something and expects an answer.
  package static let continueSession = "hermes/dialogueManager/continueSession"
  /// A skill is done.
  package static let endSession = "hermes/dialogueManager/endSession"
  /// A conversation has begun.
  package static let sessionStarted = "hermes/dialogueManager/sessionStarted"
  /// A conversation waits.
  package static let sessionQueued = "hermes/dialogueManager/sessionQueued"
  /// A conversation is over.
  package static let sessionEnded = "hermes/dialogueManager/sessionEnded"
  /// Nothing was understood in a conversation.
  package static let sessionIntentNotRecognized = "hermes/dialogueManager/intentNotRecognized"
  /// Intents are to be taken, or not to be taken.
  package static let configure = "hermes/dialogueManager/configure"
  /// Wake phrases are to be heard.
  package static let toggleOn = "hermes/hotword/toggleOn"
  /// Wake phrases are not to be heard.
  package static let toggleOff = "hermes/hotword/toggleOff"
  /// What is said now is to be heard.
  package static let startListening = "hermes/asr/startListening"
  /// Enough was heard.
  package static let stopListening = "hermes/asr/stopListening"
  /// What was said.
  package static let textCaptured = "hermes/asr/textCaptured"
  /// A text is to be understood.
  package static let query = "hermes/nlu/query"
  /// What a text means.
  package static let intentParsed = "hermes/nlu/intentParsed"
  /// A text means nothing that is known.
  package static let intentNotRecognized = "hermes/nlu/intentNotRecognized"
  /// Something is to be spoken.
  package static let say = "hermes/tts/say"
  /// It was spoken.
  package static let sayFinished = "hermes/tts/sayFinished"

  /// Where a wake phrase is told.
  package static func detected(_ wakewordID: String) -> String { "hermes/hotword/\(level(wakewordID))/detected" }

  /// Where an intent is told.
  package static func intent(_ name: String) -> String { "hermes/intent/\(level(name))" }

  /// What others may ask for.
  package static let requests = [
    startSession, continueSession, endSession, configure, toggleOn, toggleOff, startListening, stopListening, query, say,
  ]

  /// A name as one level of a topic, without the characters that mean something there.
  package static func level(_ name: String) -> String {
    String(name.map { "/+#\0 ".contains($0) ? "_" : $0 })
  }
}
