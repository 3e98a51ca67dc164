import JSONValues

/// A value of a parameter in a message: its identifier, and a name to say if no list has it.
package struct AppValue: Equatable, Sendable {
  /// The identifier.
  package let identifier: String
  /// The name to say and display; nil for the name in the list.
  package let display: String?

  /// Creates a value.
  package init(_ identifier: String, display: String? = nil) {
    (self.identifier, self.display) = (identifier, display)
  }

  init(_ key: String, of fields: AppFields) throws(AppProtocolError) {
    try self.init(fields.values[key] ?? .null, what: "\"\(key)\" of \(fields.what)")
  }

  init(_ value: JSONValue, what: String) throws(AppProtocolError) {
    if case .string = value {
      self.init(try AppFields(["id": value], what: what).text("id", max: AppLimits.maxDialog))
    } else {
      let fields = try AppFields(value, what: what)
      self.init(try fields.text("id", max: AppLimits.maxDialog), display: try fields.optionalText("display"))
    }
  }

  var json: JSONValue {
    display.map { .object(["id": .string(identifier), "display": .string($0)]) } ?? .string(identifier)
  }
}

/// An activity of an app: a state that a person can return to.
package struct AppActivity: Equatable, Sendable {
  /// The identifier of its type.
  package let type: String
  /// The title to display.
  package let title: String
  /// The values that restore the state.
  package let state: [String: String]

  /// Creates an activity.
  package init(type: String, title: String, state: [String: String] = [:]) {
    (self.type, self.title, self.state) = (type, title, state)
  }

  init(_ value: JSONValue) throws(AppProtocolError) {
    let fields = try AppFields(value, what: "an activity")
    self.init(type: try fields.text("type"), title: try fields.text("title"), state: try fields.dictionary("state"))
  }

  var json: JSONValue {
    .object(
      ["type": .string(type), "title": .string(title), "state": state.isEmpty ? .null : JSONValue(state)]
        .filter { $0.value != .null })
  }
}

/// A response of an app.
package struct AppResponse: Equatable, Sendable {
  /// The response codes, with SiriKit's names.
  package enum Code: String, Equatable, Sendable, CaseIterable {
    /// The request can be performed.
    case ready
    /// The request succeeded.
    case success
    /// The request takes longer, and continues after the response.
    case inProgress
    /// The request failed.
    case failure
    /// Only the app itself can perform the request.
    case failureRequiringAppLaunch
    /// The app continues with the activity.
    case continueInApp
  }

  /// The code.
  package var code: Code
  /// The dialog; may be empty.
  package var dialog: String
  /// The card; nil for none.
  package var card: AppCard?
  /// The activity; nil for none.
  package var activity: AppActivity?
  /// Requests that the person may want next time.
  package var shortcuts: [AppShortcut] = []
  /// The intents for which the conversation stays open; nil if it is over, empty for all.
  package var followUp: [String]?
  /// The value for the following steps of a workflow; nil for none.
  package var value: AppValue?
  /// Whether updates of the card follow.
  package var hasUpdates = false
  /// The group of its donations; nil for none.
  package var group: String?

  /// Creates a response with a dialog.
  package init(_ code: Code, dialog: String = "") { (self.code, self.dialog) = (code, dialog) }

  init(_ fields: AppFields) throws(AppProtocolError) {
    let name = try fields.optionalText("code") ?? Code.success.rawValue
    guard let code = Code(rawValue: name) else {
      let codes = Code.allCases.map(\.rawValue).joined(separator: ", ")
      throw AppProtocolError("an answer has an unknown code; the codes are: \(codes)")
    }
    self.init(code, dialog: try fields.optionalText("dialog", max: AppLimits.maxDialog) ?? "")
    card = try fields.optionalCard()
    hasUpdates = try fields.optionalFlag("updates") ?? false
    group = try fields.optionalText("group")
    if fields.has("activity"), let value = fields.values["activity"] { activity = try AppActivity(value) }
    for shortcut in try fields.list("shortcuts", max: AppLimits.maxItems) { shortcuts.append(try AppShortcut(shortcut)) }
    if fields.has("value") { value = try AppValue("value", of: fields) }
    if fields.has("followUp") { followUp = try fields.texts("followUp") }
  }

  var entries: [String: JSONValue] {
    [
      "code": .string(code.rawValue), "dialog": dialog.isEmpty ? .null : .string(dialog), "card": card?.json ?? .null,
      "activity": activity?.json ?? .null, "shortcuts": JSONValue(shortcuts.map(\.json)),
      "value": value?.json ?? .null, "updates": hasUpdates ? .boolean(true) : .null, "group": JSONValue(group),
      "followUp": followUp.map { .array($0.map(JSONValue.string)) } ?? .null,
    ]
  }
}

/// An answer of an app.
package enum AppAnswer: Equatable, Sendable {
  /// The parameter has this value.
  case resolved(AppValue)
  /// The parameter needs no value.
  case notRequired
  /// The value cannot be used, for this reason.
  case unsupported(String)
  /// The response to the request.
  case response(AppResponse)

  init(_ fields: AppFields) throws(AppProtocolError) {
    switch try fields.optionalText("resolution") {
    case nil: self = .response(try AppResponse(fields))
    case "success": self = .resolved(try AppValue("value", of: fields))
    case "notRequired": self = .notRequired
    case "unsupported": self = .unsupported(try fields.text("dialog", max: AppLimits.maxDialog))
    default:
      throw AppProtocolError("an answer has an unknown resolution; the resolutions are: success, notRequired, unsupported")
    }
  }

  var entries: [String: JSONValue] {
    switch self {
    case .resolved(let value): ["resolution": .string("success"), "value": value.json]
    case .notRequired: ["resolution": .string("notRequired")]
    case .unsupported(let reason): ["resolution": .string("unsupported"), "dialog": .string(reason)]
    case .response(let response): response.entries
    }
  }
}

/// A question of an app.
package enum AppQuestion: Equatable, Sendable {
  /// Asks for a value, or for the agreement to the whole request.
  case open(dialog: String?)
  /// Asks which of these values is meant.
  case choice([AppValue], dialog: String?)
  /// Asks whether this value is right.
  case confirmation(AppValue, dialog: String)

  init(_ fields: AppFields) throws(AppProtocolError) {
    let dialog = try fields.optionalText("dialog", max: AppLimits.maxDialog)
    if fields.has("value") {
      guard let dialog else { throw AppProtocolError("a question about a value has no \"dialog\"") }
      self = .confirmation(try AppValue("value", of: fields), dialog: dialog)
      return
    }
    var values: [AppValue] = []
    for value in try fields.list("among", max: AppLimits.maxItems) {
      values.append(try AppValue(value, what: "\"among\" of a question"))
    }
    self = values.isEmpty ? .open(dialog: dialog) : .choice(values, dialog: dialog)
  }

  var entries: [String: JSONValue] {
    switch self {
    case .open(let dialog): ["dialog": JSONValue(dialog)]
    case .choice(let values, let dialog): ["among": JSONValue(values.map(\.json)), "dialog": JSONValue(dialog)]
    case .confirmation(let value, let dialog): ["value": value.json, "dialog": .string(dialog)]
    }
  }
}
