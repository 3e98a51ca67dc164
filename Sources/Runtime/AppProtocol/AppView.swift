import JSONValues

/// A view of an app's card: a small tree of values.
package indirect enum AppView: Equatable, Sendable {
  /// A bar of a chart.
  package struct Bar: Equatable, Sendable {
    /// The label.
    package let label: String
    /// The value.
    package let value: Double
    /// The formatted value.
    package let text: String

    /// Creates a bar.
    package init(_ label: String, _ value: Double, text: String) {
      (self.label, self.value, self.text) = (label, value, text)
    }
  }

  /// A text, with its role: `heading`, `body` or `caption`.
  case text(String, role: String)
  /// The time until a moment, in seconds since 1970, with a text for surfaces that cannot count.
  case countdown(end: Double, text: String, caption: String)
  /// A progress, of which 1 is complete.
  case progress(Double, caption: String)
  /// A view beside its label.
  case labelled(String, AppView)
  /// A list.
  case list([AppView])
  /// A pictographic character with its description.
  case symbol(String, description: String)
  /// A bar chart.
  case chart(title: String, [Bar])
  /// Views from top to bottom.
  case stack([AppView])

  /// The roles of texts.
  package static let roles = ["heading", "body", "caption"]

  init(_ value: JSONValue) throws(AppProtocolError) {
    let fields = try AppFields(value, what: "a view")
    switch try fields.text("type") {
    case "text":
      let role = try fields.optionalText("role") ?? "body"
      guard Self.roles.contains(role) else {
        throw AppProtocolError("a view has an unknown role; the roles are: \(Self.roles.joined(separator: ", "))")
      }
      self = .text(try fields.text("text", max: AppLimits.maxDialog), role: role)
    case "countdown":
      self = .countdown(
        end: try fields.moment("end"), text: try fields.text("text"), caption: try fields.optionalText("caption") ?? "")
    case "progress":
      self = .progress(try fields.decimal("value"), caption: try fields.optionalText("caption") ?? "")
    case "labelled": self = .labelled(try fields.text("label"), try AppView(fields.values["view"] ?? .null))
    case "list": self = .list(try Self.views(fields))
    case "stack": self = .stack(try Self.views(fields))
    case "symbol": self = .symbol(try fields.text("symbol"), description: try fields.text("description"))
    case "chart":
      var bars: [Bar] = []
      for bar in try fields.list("bars", max: AppLimits.maxRows) {
        let entries = try AppFields(bar, what: "a bar of a chart")
        bars.append(Bar(try entries.text("label"), try entries.decimal("value"), text: try entries.text("text")))
      }
      self = .chart(title: try fields.text("title"), bars)
    default:
      throw AppProtocolError(
        "a view has an unknown type; the types are: chart, countdown, labelled, list, progress, stack, symbol, text")
    }
  }

  private static func views(_ fields: AppFields) throws(AppProtocolError) -> [AppView] {
    var views: [AppView] = []
    for view in try fields.list("views", max: AppLimits.maxRows) { views.append(try AppView(view)) }
    return views
  }

  var json: JSONValue {
    switch self {
    case .text(let text, let role): Self.view("text", ["text": .string(text), "role": .string(role)])
    case .countdown(let end, let text, let caption):
      Self.view("countdown", ["end": .double(end), "text": .string(text), "caption": .string(caption)])
    case .progress(let value, let caption): Self.view("progress", ["value": .double(value), "caption": .string(caption)])
    case .labelled(let label, let view): Self.view("labelled", ["label": .string(label), "view": view.json])
    case .list(let views): Self.view("list", ["views": .array(views.map(\.json))])
    case .symbol(let symbol, let description):
      Self.view("symbol", ["symbol": .string(symbol), "description": .string(description)])
    case .chart(let title, let bars):
      Self.view(
        "chart",
        [
          "title": .string(title),
          "bars": .array(
            bars.map {
              .object(["label": .string($0.label), "value": .double($0.value), "text": .string($0.text)])
            }),
        ])
    case .stack(let views): Self.view("stack", ["views": .array(views.map(\.json))])
    }
  }

  private static func view(_ type: String, _ entries: [String: JSONValue]) -> JSONValue {
    .object(entries.merging(["type": .string(type)]) { $1 })
  }
}

/// A view with the parameters that it shows.
package struct AppCardView: Equatable, Sendable {
  /// The view; nil to hide the parameters.
  package let view: AppView?
  /// The parameters: `{name}` for one of the intent, `progress`, or the label of a row.
  package let shows: [String]
  /// The maximum width and height in columns and lines; nil for the natural size.
  package let size: Size?

  /// A size in columns and lines.
  package struct Size: Equatable, Sendable {
    /// The width in columns.
    package let columns: Int
    /// The height in lines.
    package let lines: Int

    /// Creates a size.
    package init(columns: Int, lines: Int) { (self.columns, self.lines) = (columns, lines) }
  }

  /// Creates a view.
  package init(_ view: AppView?, shows: [String] = [], size: Size? = nil) {
    (self.view, self.shows, self.size) = (view, shows, size)
  }

  init(_ value: JSONValue) throws(AppProtocolError) {
    let fields = try AppFields(value, what: "a view of a card")
    var size: Size?
    if fields.has("columns") || fields.has("lines") {
      size = Size(columns: try fields.number("columns"), lines: try fields.number("lines"))
    }
    var view: AppView?
    if fields.has("view"), let value = fields.values["view"] { view = try AppView(value) }
    self.init(view, shows: try fields.texts("shows"), size: size)
  }

  var json: JSONValue {
    .object(
      [
        "view": view?.json ?? .null, "shows": JSONValue(shows.map(JSONValue.string)),
        "columns": size.map { .integer($0.columns) } ?? .null, "lines": size.map { .integer($0.lines) } ?? .null,
      ].filter { $0.value != .null })
  }
}
