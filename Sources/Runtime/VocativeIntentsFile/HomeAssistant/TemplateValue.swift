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
      guard HandlerTemplate.isNumber(value) else { return .string(value) }
      return Int(value).map(JSONValue.integer) ?? Double(value).map(JSONValue.double) ?? .string(value)
    case .array(let items): return .array(items.compactMap { $0.filled(with: values) })
    case .object(let entries): return .object(entries.compactMapValues { $0.filled(with: values) })
    }
  }
}
