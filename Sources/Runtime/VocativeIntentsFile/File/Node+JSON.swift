import Foundation
import Yams

extension Node {
  /// The maximum length of a text in a fault, in characters.
  private static let maxLength = 200

  /// The JSON that the node was probably intended to be, as a YAML text; an example if it is long.
  var quotedJSON: String {
    let text = json
    let json = text.count > Self.maxLength ? #"{"name": "…"}"# : text
    return "'\(json.replacing("'", with: "''"))'"
  }

  private var json: String {
    switch self {
    case .alias: return "null"
    case .scalar(let scalar):
      // A quoted text stays a text.
      guard scalar.style == .plain else { return Self.quoted(scalar.string) }
      if null != nil { return "null" }
      if let flag = bool { return flag ? "true" : "false" }
      return HandlerTemplate.isNumber(scalar.string) ? scalar.string : Self.quoted(scalar.string)
    case .sequence(let items): return "[\(items.map(\.json).joined(separator: ", "))]"
    case .mapping(let mapping):
      // YAML reads a slot without quotes as a mapping with an empty value.
      if mapping.count == 1, let (key, value) = mapping.first, let name = key.string, value.string?.isEmpty == true {
        return "{\(name)}"
      }
      let entries = mapping.map { key, value in "\(Self.quoted(key.string ?? "")): \(value.json)" }
      return "{\(entries.joined(separator: ", "))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
