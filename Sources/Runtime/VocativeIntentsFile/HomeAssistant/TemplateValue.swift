import JSONValues

/// A JSON value whose texts are templates.
indirect enum TemplateValue: Equatable, Sendable {
  case constant(JSONValue)
  case text(HandlerTemplate)
  case array([TemplateValue])
  case object([String: TemplateValue])

  /// Returns the value with the slots filled; nil for a text that is only a slot without a value.
  ///
  /// A text that is only a slot becomes a number if the value is one.
  func filled(with values: [String: String]) -> JSONValue? {
    switch self {
    case .constant(let value): return value
    case .text(let template):
      guard let slot = template.onlySlot else { return .string(template.filled(with: values)) }
      guard let value = values[slot], !value.isEmpty else { return nil }
      return JSONValue(number: value) ?? .string(value)
    case .array(let items): return .array(items.compactMap { $0.filled(with: values) })
    case .object(let entries): return .object(entries.compactMapValues { $0.filled(with: values) })
    }
  }
}

extension JSONValue {
  /// Creates a number; nil for a text that is not written as one in JSON, such as a code.
  init?(number text: String) {
    guard HandlerTemplate.isNumber(text) else { return nil }
    if let number = Int(text) {
      self = .integer(number)
    } else if let number = Double(text) {
      self = .double(number)
    } else {
      return nil
    }
  }
}
