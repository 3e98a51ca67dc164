/// Any JSON.
enum JSONValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

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
