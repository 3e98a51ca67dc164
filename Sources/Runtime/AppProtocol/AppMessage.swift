package import JSONValues

/// A message of an app to Vocative.
package enum AppMessage: Equatable, Sendable {
  /// The first message: the abilities of the app.
  case hello(AppHello)
  /// The answer to the request with an identifier.
  case answer(Int, AppAnswer)
  /// A question instead of an answer; while a request is performed, with the parameter that it is about.
  case ask(Int, AppQuestion, parameter: String? = nil)
  /// Progress of a request that is performed: a dialog to say, a card to show, or both.
  case progress(Int, dialog: String?, card: AppCard? = nil)
  /// Another card for the answer to the request with an identifier.
  case update(Int, card: AppCard?, isLast: Bool = false)
  /// The new values of a list, as an intents file has them.
  case vocabulary(list: String, values: [JSONValue])
  /// A request that the person made in the app itself, with the group of the donation; nil for none.
  case donate(AppShortcut, group: String? = nil)
  /// Deletes the donations of a group, because their subject was deleted.
  case forget(group: String)
  /// A text to say after the current conversation.
  case announce(String)

  /// Reads a line.
  ///
  /// - Throws: `AppProtocolError` if it is not a message within the limits, with the request of an answer or a question.
  package init(line: [UInt8]) throws(AppProtocolError) {
    let fields = try AppFields(line: line, what: "a message")
    let type = try fields.text("type")
    do throws(AppProtocolError) {
      self = try Self.message(type, AppFields(fields.values, what: Self.names[type] ?? "a message"))
    } catch {
      let id = try? fields.number("id")
      throw AppProtocolError(error.reason, request: type == "answer" || type == "ask" ? id : nil)
    }
  }

  private static func message(_ type: String, _ message: AppFields) throws(AppProtocolError) -> AppMessage {
    switch type {
    case "hello": return .hello(try AppHello(message))
    case "answer": return .answer(try message.number("id"), try AppAnswer(message))
    case "ask":
      return .ask(try message.number("id"), try AppQuestion(message), parameter: try message.optionalText("parameter"))
    case "progress": return try Self.progress(message)
    case "update":
      return .update(
        try message.number("id"), card: try message.optionalCard(), isLast: try message.optionalFlag("last") ?? false)
    case "vocabulary":
      return .vocabulary(
        list: try message.text("list"), values: try message.list("values", max: AppLimits.maxValues))
    case "donate": return .donate(try AppShortcut(message), group: try message.optionalText("group"))
    case "forget": return .forget(group: try message.text("group"))
    case "announce": return .announce(try message.text("dialog", max: AppLimits.maxDialog))
    default:
      throw AppProtocolError(
        "a message has an unknown type; the types are: \(names.keys.sorted().joined(separator: ", "))")
    }
  }

  private static func progress(_ message: AppFields) throws(AppProtocolError) -> AppMessage {
    let dialog = try message.optionalText("dialog", max: AppLimits.maxDialog)
    let card = try message.optionalCard()
    guard dialog != nil || card != nil else {
      throw AppProtocolError("a progress message has neither \"dialog\" nor \"card\"")
    }
    return .progress(try message.number("id"), dialog: dialog, card: card)
  }

  private static let names = [
    "hello": "the hello", "answer": "an answer", "ask": "a question", "progress": "a progress message",
    "update": "an update", "forget": "a deletion of donations", "vocabulary": "a vocabulary", "donate": "a donation",
    "announce": "an announcement",
  ]

  /// The message as a line, with its end.
  ///
  /// - Throws: `AppProtocolError` if it is larger than the maximum.
  package var line: [UInt8] {
    get throws(AppProtocolError) {
      switch self {
      case .hello(let hello): try AppFields.line("hello", hello.entries)
      case .answer(let id, let answer): try AppFields.line("answer", Self.with(id, answer.entries))
      case .ask(let id, let question, let parameter):
        try AppFields.line("ask", Self.with(id, question.entries.merging(["parameter": JSONValue(parameter)]) { $1 }))
      case .progress(let id, let dialog, let card):
        try AppFields.line("progress", Self.with(id, ["dialog": JSONValue(dialog), "card": card?.json ?? .null]))
      case .update(let id, let card, let isLast):
        try AppFields.line(
          "update", Self.with(id, ["card": card?.json ?? .null, "last": isLast ? .boolean(true) : .null]))
      case .vocabulary(let list, let values):
        try AppFields.line("vocabulary", ["list": .string(list), "values": .array(values)])
      case .donate(let shortcut, let group):
        try AppFields.line("donate", shortcut.entries.merging(["group": JSONValue(group)]) { $1 })
      case .forget(let group): try AppFields.line("forget", ["group": .string(group)])
      case .announce(let dialog): try AppFields.line("announce", ["dialog": .string(dialog)])
      }
    }
  }

  private static func with(_ id: Int, _ entries: [String: JSONValue]) -> [String: JSONValue] {
    entries.merging(["id": .integer(id)]) { $1 }
  }
}
