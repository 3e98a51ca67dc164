import JSONValues
import VocativeIntents

extension JSONValue {
  /// The value as a response says it; nil for what is not there, for no, and for objects.
  ///
  /// A name without a value is an empty section of a Mustache template, which is how it asks yes or no.
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
