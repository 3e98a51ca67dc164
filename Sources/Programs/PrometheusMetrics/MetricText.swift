/// The types of the text format that this library uses.
enum MetricType: String {
  case counter, gauge, histogram
}

/// A label of a metric, with its value.
struct MetricLabel: Hashable {
  let name: String
  let value: String
}

/// Creates names that Prometheus accepts.
enum MetricName {
  /// Returns a metric name: letters, digits, underscores and colons, without a leading digit.
  static func metric(_ text: String) -> String { allowed(text) { $0 == ":" } }

  /// Returns a label name: the same without colons.
  static func label(_ text: String) -> String { allowed(text) { _ in false } }

  private static func allowed(_ text: String, also: (Character) -> Bool) -> String {
    let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || also($0) ? $0 : "_" })
    return name.first.map(\.isNumber) ?? true ? "_" + name : name
  }
}

/// The parts of a line.
enum MetricText {
  static func line(_ name: String, _ labels: [MetricLabel], _ value: String) -> String {
    "\(name)\(Self.labels(labels)) \(value)"
  }

  static func labels(_ labels: [MetricLabel]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(escapedValue($0.value))\"" }.joined(separator: ",") + "}"
  }

  /// A number as Go's `ParseFloat` reads it.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map(String.init) ?? String(value)
  }

  static func escapedHelp(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func escapedValue(_ text: String) -> String { escapedHelp(text).replacing("\"", with: "\\\"") }
}
