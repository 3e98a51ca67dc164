import JSONValues

/// A request with its values, which an app suggests or donates.
package struct AppShortcut: Equatable, Sendable {
  /// The name of the intent.
  package let intent: String
  /// The identifiers of the values by parameter.
  package let values: [String: String]
  /// The title to display.
  package let title: String
  /// The suggested phrase; nil for none.
  package let phrase: String?

  /// Creates a shortcut.
  package init(intent: String, values: [String: String] = [:], title: String, phrase: String? = nil) {
    (self.intent, self.values, self.title, self.phrase) = (intent, values, title, phrase)
  }

  init(_ value: JSONValue) throws(AppProtocolError) { try self.init(AppFields(value, what: "a shortcut")) }

  init(_ fields: AppFields) throws(AppProtocolError) {
    self.init(
      intent: try fields.text("intent"), values: try fields.dictionary("values"), title: try fields.text("title"),
      phrase: try fields.optionalText("phrase"))
  }

  var entries: [String: JSONValue] {
    [
      "intent": .string(intent), "values": values.isEmpty ? .null : JSONValue(values), "title": .string(title),
      "phrase": JSONValue(phrase),
    ]
  }

  var json: JSONValue { .object(entries.filter { $0.value != .null }) }
}

/// A shortcut of an app with the conditions under which it is relevant.
package struct AppRelevantShortcut: Equatable, Sendable {
  /// A condition.
  package enum Condition: Equatable, Sendable {
    /// Between two times of day, such as `07:00` and `09:30`, on some days, such as `monday`; without days, on all.
    case clock(from: String, to: String, days: [String])
    /// At a typical time of the day, such as `morning`.
    case routine(String)
    /// At a place.
    case place(String)
    /// Between two times in ISO 8601, such as `2026-12-24T18:00:00Z`.
    case dates(after: String, before: String)
    /// If all of these are met.
    case all([Condition])
  }

  /// The shortcut.
  package let shortcut: AppShortcut
  /// The conditions, of which one must be met; if empty, it is always relevant.
  package let conditions: [Condition]

  /// Creates a relevant shortcut.
  package init(_ shortcut: AppShortcut, when conditions: [Condition] = []) {
    (self.shortcut, self.conditions) = (shortcut, conditions)
  }

  init(_ value: JSONValue) throws(AppProtocolError) {
    let fields = try AppFields(value, what: "a relevant shortcut")
    var conditions: [Condition] = []
    for condition in try fields.list("when", max: AppLimits.maxItems) { conditions.append(try Self.condition(condition)) }
    self.init(try AppShortcut(fields), when: conditions)
  }

  private static func condition(_ value: JSONValue, isPart: Bool = false) throws(AppProtocolError) -> Condition {
    let entries = try AppFields(value, what: "a condition")
    if let routine = try entries.optionalText("routine") { return .routine(routine) }
    if let place = try entries.optionalText("place") { return .place(place) }
    if let after = try entries.optionalText("after") { return .dates(after: after, before: try entries.text("before")) }
    if entries.has("all") {
      guard !isPart else { throw AppProtocolError("\"all\" in a condition cannot be inside another one") }
      var parts: [Condition] = []
      for part in try entries.list("all", max: AppLimits.maxItems) { parts.append(try condition(part, isPart: true)) }
      return .all(parts)
    }
    return .clock(from: try entries.text("from"), to: try entries.text("to"), days: try entries.texts("days"))
  }

  var json: JSONValue {
    var entries = shortcut.entries
    entries["when"] = JSONValue(conditions.map(\.json))
    return .object(entries.filter { $0.value != .null })
  }
}

extension AppRelevantShortcut.Condition {
  fileprivate var json: JSONValue {
    switch self {
    case .routine(let name): .object(["routine": .string(name)])
    case .place(let name): .object(["place": .string(name)])
    case .dates(let after, let before): .object(["after": .string(after), "before": .string(before)])
    case .clock(let from, let to, let days):
      .object(
        ["from": .string(from), "to": .string(to), "days": JSONValue(days.map(JSONValue.string))].filter { $0.value != .null })
    case .all(let conditions): .object(["all": JSONValue(conditions.map(\.json))])
    }
  }
}
