import JSONValues

/// A card of an app's response.
package struct AppCard: Equatable, Sendable {
  /// A labelled text.
  package struct Row: Equatable, Sendable {
    /// The label.
    package let label: String
    /// The text.
    package let value: String

    /// Creates a row.
    package init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
  }

  /// The title.
  package let title: String
  /// The rows in order.
  package let rows: [Row]
  /// The progress from 0 to 1; nil for none.
  package let progress: Double?
  /// The views that the app draws itself.
  package var views: [AppCardView] = []
  /// The parts of the default card to hide.
  package var hides: [String] = []

  /// The parts of the default card.
  package static let parts = ["title", "dialog", "parameters", "progress", "values"]

  /// Creates a card.
  package init(title: String, rows: [Row] = [], progress: Double? = nil) {
    (self.title, self.rows, self.progress) = (title, rows, progress)
  }

  init(_ value: JSONValue) throws(AppProtocolError) {
    let fields = try AppFields(value, what: "a card")
    var rows: [Row] = []
    for row in try fields.list("rows", max: AppLimits.maxRows) {
      let entries = try AppFields(row, what: "a row of a card")
      rows.append(Row(try entries.text("label"), try entries.text("value", max: AppLimits.maxDialog)))
    }
    self.init(
      title: try fields.text("title"), rows: rows, progress: fields.has("progress") ? try fields.decimal("progress") : nil)
    for view in try fields.list("views", max: AppLimits.maxRows) { views.append(try AppCardView(view)) }
    hides = try fields.texts("hides")
    for part in hides where !Self.parts.contains(part) {
      throw AppProtocolError("a card hides an unknown part; the parts are: \(Self.parts.joined(separator: ", "))")
    }
  }

  var json: JSONValue {
    .object(
      [
        "title": .string(title),
        "rows": JSONValue(rows.map { .object(["label": .string($0.label), "value": .string($0.value)]) }),
        "progress": progress.map(JSONValue.double) ?? .null, "views": JSONValue(views.map(\.json)),
        "hides": JSONValue(hides.map(JSONValue.string)),
      ].filter { $0.value != .null })
  }
}
