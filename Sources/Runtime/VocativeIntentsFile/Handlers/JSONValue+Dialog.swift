import JSONValues
import VocativeIntents

extension JSONValue {
  /// The value in a response; nil for null, false and objects.
  ///
  /// A name without a value is an empty section of a Mustache template, which makes it usable as a condition.
  var text: String? {
    switch self {
    case .null, .boolean(false), .object: nil
    case .boolean(true): "yes"
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): value
    case .array(let items): SpokenList.of(items.compactMap(\.text))
    }
  }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
