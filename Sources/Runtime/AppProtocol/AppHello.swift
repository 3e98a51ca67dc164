package import JSONValues

/// The first message of an app: what it can do.
package struct AppHello: Equatable, Sendable {
  /// A type of activities that the app continues.
  package struct ActivityType: Equatable, Sendable {
    /// The identifier.
    package let identifier: String
    /// The purposes for which its activities may be offered again.
    package let eligibility: [String]

    /// Creates a type.
    package init(_ identifier: String, eligibility: [String] = []) {
      (self.identifier, self.eligibility) = (identifier, eligibility)
    }
  }

  /// The contents of an intents file, by its keys; the app performs the intents.
  package let declaration: [String: JSONValue]
  /// Shortcuts to suggest to a new user, best first.
  package let suggestions: [AppShortcut]
  /// Shortcuts that are relevant at some times and places, best first.
  package let relevant: [AppRelevantShortcut]
  /// The types of the activities in its responses.
  package let activities: [ActivityType]

  /// Creates a hello.
  package init(
    declaration: [String: JSONValue], suggestions: [AppShortcut] = [], relevant: [AppRelevantShortcut] = [],
    activities: [ActivityType] = []
  ) {
    self.declaration = declaration
    self.suggestions = suggestions
    self.relevant = relevant
    self.activities = activities
  }

  private static let ownKeys = ["type", "version", "suggestions", "relevant", "activities"]

  init(_ fields: AppFields) throws(AppProtocolError) {
    let version = try fields.number("version")
    guard version == AppLimits.version else {
      throw AppProtocolError("the app has version \(version) of the protocol, but only version \(AppLimits.version) is supported")
    }
    var (suggestions, relevant, activities): ([AppShortcut], [AppRelevantShortcut], [ActivityType]) = ([], [], [])
    for shortcut in try fields.list("suggestions", max: AppLimits.maxItems) { suggestions.append(try AppShortcut(shortcut)) }
    for shortcut in try fields.list("relevant", max: AppLimits.maxItems) {
      relevant.append(try AppRelevantShortcut(shortcut))
    }
    for type in try fields.list("activities", max: AppLimits.maxItems) {
      let entries = try AppFields(type, what: "an activity type")
      activities.append(ActivityType(try entries.text("type"), eligibility: try entries.texts("eligibility")))
    }
    self.init(
      declaration: fields.values.filter { !Self.ownKeys.contains($0.key) && $0.value != .null }, suggestions: suggestions,
      relevant: relevant,
      activities: activities)
  }

  var entries: [String: JSONValue] {
    var entries = declaration
    entries["version"] = .integer(AppLimits.version)
    entries["suggestions"] = JSONValue(suggestions.map(\.json))
    entries["relevant"] = JSONValue(relevant.map(\.json))
    entries["activities"] = JSONValue(
      activities.map {
        .object(
          ["type": .string($0.identifier), "eligibility": JSONValue($0.eligibility.map(JSONValue.string))]
            .filter { $0.value != .null })
      })
    return entries
  }
}
