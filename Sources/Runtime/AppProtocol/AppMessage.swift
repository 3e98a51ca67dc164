package import JSONValues

/// A message of an app to Vocative.
package enum AppMessage: Equatable, Sendable {
  /// The first message: the abilities of the app.
  case hello(AppHello)
  /// The answer to the request with an identifier.
  case answer(Int, AppAnswer)
  /// A question in place of an answer; while a request is performed, with the parameter that it is about.
  case ask(Int, AppQuestion, parameter: String? = nil)
  /// Progress of a request that is performed.
  case progress(Int, dialog: String)
  /// The new values of a list, as an intents file has them.
  case vocabulary(list: String, values: [JSONValue])
  /// A request that the person made in the app itself.
  case donate(AppShortcut)
  /// A text to say after the current conversation.
  case announce(String)

  /// Reads a line.
  ///
  /// - Throws: `AppProtocolError` if it is not a message within the limits.
  package init(line: [UInt8]) throws(AppProtocolError) {
    let fields = try AppFields(line: line, what: "a message")
    let type = try fields.text("type")
    let message = AppFields(fields.values, what: Self.names[type] ?? "a message")
    switch type {
    case "hello": self = .hello(try AppHello(message))
    case "answer": self = .answer(try message.number("id"), try AppAnswer(message))
    case "ask":
      self = .ask(try message.number("id"), try AppQuestion(message), parameter: try message.optionalText("parameter"))
    case "progress": self = .progress(try message.number("id"), dialog: try message.text("dialog", max: AppLimits.maxDialog))
    case "vocabulary":
      self = .vocabulary(
        list: try message.text("list"), values: try message.list("values", max: AppLimits.maxValues))
    case "donate": self = .donate(try AppShortcut(message))
    case "announce": self = .announce(try message.text("dialog", max: AppLimits.maxDialog))
    default:
      throw AppProtocolError(
        "a message has an unknown type; the types are: \(Self.names.keys.sorted().joined(separator: ", "))")
    }
  }

  private static let names = [
    "hello": "the hello", "answer": "an answer", "ask": "a question", "progress": "a progress message",
    "vocabulary": "a vocabulary", "donate": "a donation", "announce": "an announcement",
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
      case .progress(let id, let dialog): try AppFields.line("progress", Self.with(id, ["dialog": .string(dialog)]))
      case .vocabulary(let list, let values):
        try AppFields.line("vocabulary", ["list": .string(list), "values": .array(values)])
      case .donate(let shortcut): try AppFields.line("donate", shortcut.entries)
      case .announce(let dialog): try AppFields.line("announce", ["dialog": .string(dialog)])
      }
    }
  }

  private static func with(_ id: Int, _ entries: [String: JSONValue]) -> [String: JSONValue] {
    entries.merging(["id": .integer(id)]) { $1 }
  }
}
