import Foundation

/// A request received through the Hermes protocol.
package enum HermesRequest: Equatable, Sendable {
  /// Starts a conversation.
  case startSession(Hermes.StartSession)
  /// Continues a conversation: a skill speaks and expects an answer.
  case continueSession(Hermes.ContinueSession)
  /// Ends a conversation.
  case endSession(Hermes.EndSession)
  /// Enables or disables intents.
  case configure(Hermes.Configure)
  /// Turns wake phrase detection on or off.
  case toggleHotword(Hermes.HotwordToggle)
  /// Starts speech recognition.
  case startListening(Hermes.StartListening)
  /// Stops speech recognition.
  case stopListening(Hermes.StopListening)
  /// Requests the intent of a text.
  case query(Hermes.NLUQuery)
  /// Speaks a text.
  case say(Hermes.Say)

  /// Reads a message; returns nil for a topic that is not a request.
  ///
  /// - Throws: `HermesError` if the message is invalid or exceeds a limit.
  package init?(topic: String, payload: some Collection<UInt8>) throws(HermesError) {
    guard HermesTopic.requests.contains(topic) else { return nil }
    guard payload.count <= Hermes.maxBytes else {
      throw HermesError(topic: topic, reason: "it has \(payload.count) bytes; the maximum is \(Hermes.maxBytes)")
    }
    do {
      self = try Self.request(topic, Data(payload))
    } catch let error as HermesError {
      throw error
    } catch {
      throw HermesError(topic: topic, reason: Self.reason(of: error))
    }
    if let fault { throw HermesError(topic: topic, reason: fault) }
  }

  private static func request(_ topic: String, _ data: Data) throws -> HermesRequest {
    func message<Message: HermesMessage>() throws -> Message { try JSONDecoder().decode(Message.self, from: data) }
    switch topic {
    case HermesTopic.startSession: return .startSession(try message())
    case HermesTopic.continueSession: return .continueSession(try message())
    case HermesTopic.endSession: return .endSession(try message())
    case HermesTopic.configure: return .configure(try message())
    case HermesTopic.toggleOn, HermesTopic.toggleOff:
      var toggle: Hermes.HotwordToggle = try message()
      toggle.isOn = topic == HermesTopic.toggleOn
      return .toggleHotword(toggle)
    case HermesTopic.startListening: return .startListening(try message())
    case HermesTopic.stopListening: return .stopListening(try message())
    case HermesTopic.query: return .query(try message())
    default: return .say(try message())
    }
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "its \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
    default: "it is not valid JSON"
    }
  }

  /// The site of the request; nil if it belongs to a session at any site.
  package var site: String? {
    switch self {
    case .startSession(let message): message.siteId ?? Hermes.defaultSite
    case .continueSession, .endSession: nil
    case .configure(let message): message.siteId ?? Hermes.defaultSite
    case .toggleHotword(let message): message.siteId ?? Hermes.defaultSite
    case .startListening(let message): message.siteId ?? Hermes.defaultSite
    case .stopListening(let message): message.siteId ?? Hermes.defaultSite
    case .query(let message): message.siteId ?? Hermes.defaultSite
    case .say(let message): message.siteId ?? Hermes.defaultSite
    }
  }

  private var fault: String? {
    let (texts, names, filter): ([String?], [String?], [String]?) =
      switch self {
      case .startSession(let message):
        ([message.`init`.text], [message.siteId, message.`init`.type], message.`init`.intentFilter)
      case .continueSession(let message): ([message.text], [message.sessionId], message.intentFilter)
      case .endSession(let message): ([message.text], [message.sessionId], nil)
      case .configure(let message): ([], [message.siteId], message.intents.map(\.intentId))
      case .toggleHotword(let message): ([], [message.siteId, message.reason], nil)
      case .startListening(let message): ([], [message.siteId, message.sessionId, message.wakewordId], nil)
      case .stopListening(let message): ([], [message.siteId, message.sessionId], nil)
      case .query(let message): ([message.input], [message.siteId, message.id, message.sessionId], message.intentFilter)
      case .say(let message): ([message.text], [message.siteId, message.id, message.sessionId], nil)
      }
    if texts.contains(where: { ($0?.count ?? 0) > Hermes.maxCharacters }) {
      return "its text has more than \(Hermes.maxCharacters) characters"
    }
    if (names + (filter ?? []).map(Optional.some)).contains(where: { ($0?.count ?? 0) > Hermes.maxNameCharacters }) {
      return "a name in it has more than \(Hermes.maxNameCharacters) characters"
    }
    if (filter?.count ?? 0) > Hermes.maxIntents { return "it has more than \(Hermes.maxIntents) intents" }
    return nil
  }
}
