import JSONValues

/// A message of Vocative to an app.
package enum AppRequest: Equatable, Sendable {
  /// The origin of a request.
  package struct Context: Equatable, Sendable {
    /// The source, such as `voice`.
    package let source: String
    /// The conversation.
    package let session: String
    /// The room; nil if it has no name.
    package let room: String?

    /// Creates an origin.
    package init(source: String, session: String, room: String? = nil) {
      (self.source, self.session, self.room) = (source, session, room)
    }
  }

  /// A step of a request of a person.
  package struct Step: Equatable, Sendable {
    /// The identifier of the message, which the answer repeats.
    package let id: Int
    /// The number of the request, which all its steps have in common, also after a question to the person.
    package let request: Int
    /// The name of the intent.
    package let intent: String
    /// The identifiers of the values that are resolved, by parameter.
    package let values: [String: String]
    /// The origin.
    package let context: Context

    /// Creates a step.
    package init(id: Int, request: Int, intent: String, values: [String: String], context: Context) {
      (self.id, self.request, self.intent, self.values, self.context) = (id, request, intent, values, context)
    }
  }

  /// Resolve a parameter, with the identifier of the value that was said; nil if none was.
  case resolve(Step, parameter: String, value: String?)
  /// Confirm the request, whose parameters are resolved.
  case confirm(Step)
  /// Perform the request.
  case perform(Step)
  /// Continue to perform the request, with the answer of the person to a question.
  case reply(Step, AppReply)
  /// Continue an activity of an earlier response.
  case continueActivity(Int, AppActivity, session: String)
  /// Stop what the message with an identifier asked for.
  case cancel(Int)

  /// Reads a line.
  ///
  /// - Throws: `AppProtocolError` if it is not a message within the limits, with its identifier.
  package init(line: [UInt8]) throws(AppProtocolError) {
    let fields = try AppFields(line: line, what: "a request")
    do throws(AppProtocolError) {
      self = try Self.request(fields)
    } catch {
      throw AppProtocolError(error.reason, request: try? fields.number("id"))
    }
  }

  private static func request(_ fields: AppFields) throws(AppProtocolError) -> AppRequest {
    switch try fields.text("type") {
    case "resolve":
      return .resolve(
        try Step(fields), parameter: try fields.text("parameter"),
        value: try fields.optionalText("value", max: AppLimits.maxDialog))
    case "confirm": return .confirm(try Step(fields))
    case "perform": return .perform(try Step(fields))
    case "reply": return .reply(try Step(fields), try AppReply(fields))
    case "continue":
      return .continueActivity(
        try fields.number("id"), try AppActivity(fields.values["activity"] ?? .null),
        session: try fields.optionalText("session") ?? "")
    case "cancel": return .cancel(try fields.number("id"))
    default: throw AppProtocolError("a request has an unknown type; update the app")
    }
  }

  /// The identifier of the message.
  package var id: Int {
    switch self {
    case .resolve(let step, _, _), .confirm(let step), .perform(let step), .reply(let step, _): step.id
    case .continueActivity(let id, _, _), .cancel(let id): id
    }
  }

  /// The message as a line, with its end.
  ///
  /// - Throws: `AppProtocolError` if it is larger than the maximum.
  package var line: [UInt8] {
    get throws(AppProtocolError) {
      switch self {
      case .resolve(let step, let parameter, let value):
        var entries = step.entries
        entries["parameter"] = .string(parameter)
        entries["value"] = JSONValue(value)
        return try AppFields.line("resolve", entries)
      case .confirm(let step): return try AppFields.line("confirm", step.entries)
      case .perform(let step): return try AppFields.line("perform", step.entries)
      case .reply(let step, let reply):
        return try AppFields.line("reply", step.entries.merging(reply.entries) { $1 })
      case .continueActivity(let id, let activity, let session):
        return try AppFields.line(
          "continue", ["id": .integer(id), "activity": activity.json, "session": .string(session)])
      case .cancel(let id): return try AppFields.line("cancel", ["id": .integer(id)])
      }
    }
  }
}

/// The answer of the person to a question of a request that is performed.
package enum AppReply: Equatable, Sendable {
  /// The identifier of a value.
  case value(String)
  /// Yes or no.
  case agreed(Bool)

  init(_ fields: AppFields) throws(AppProtocolError) {
    if let value = try fields.optionalText("value", max: AppLimits.maxDialog) {
      self = .value(value)
    } else if case .boolean(let agrees)? = fields.values["agreed"] {
      self = .agreed(agrees)
    } else {
      throw AppProtocolError("a reply has neither \"value\" nor \"agreed\"")
    }
  }

  var entries: [String: JSONValue] {
    switch self {
    case .value(let identifier): ["value": .string(identifier)]
    case .agreed(let agrees): ["agreed": .boolean(agrees)]
    }
  }
}

extension AppRequest.Step {
  fileprivate init(_ fields: AppFields) throws(AppProtocolError) {
    let context = try AppFields(fields.values["context"] ?? .object([:]), what: "the context")
    self.init(
      id: try fields.number("id"), request: try fields.number("request"), intent: try fields.text("intent"),
      values: try fields.dictionary("values"),
      context: .init(
        source: try context.optionalText("source") ?? "", session: try context.optionalText("session") ?? "",
        room: try context.optionalText("room")))
  }

  fileprivate var entries: [String: JSONValue] {
    [
      "id": .integer(id), "request": .integer(request), "intent": .string(intent), "values": JSONValue(values),
      "context": .object(
        [
          "source": .string(context.source), "session": .string(context.session), "room": JSONValue(context.room),
        ].filter { $0.value != .null }),
    ]
  }
}
