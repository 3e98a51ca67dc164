import Foundation

/// A text with `{slot}` where the value of a parameter goes; `\{` stands for a brace.
///
/// A slot without a value leaves nothing. Braces around anything but a name are themselves, as in JSON.
struct HandlerTemplate: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case text(String)
    case slot(String)
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: #/\\\{|\{([\p{L}_][\p{L}\p{N}_\-]*)\}/#) {
      parts.append(.text(String(rest[..<match.range.lowerBound])))
      parts.append(match.1.map { .slot(String($0)) } ?? .text("{"))
      rest = rest[match.range.upperBound...]
    }
    parts.append(.text(String(rest)))
    self.parts = parts
  }

  /// The names of its slots, in order.
  var slots: [String] {
    parts.compactMap { if case .slot(let name) = $0 { name } else { nil } }
  }

  /// The text with the values as they are.
  func filled(with values: [String: String]) -> String {
    filled(with: values) { $0 }
  }

  /// The text with everything in the values percent-encoded that means something in a URL or a form.
  func percentEncoded(with values: [String: String]) -> String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return filled(with: values) { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
  }

  /// Whether values make a step of a path that stays in its folder or leaves it, which percent-encoding does not change.
  func climbs(with values: [String: String]) -> Bool {
    func steps(_ values: [String: String]) -> Int {
      let path = percentEncoded(with: values).prefix { $0 != "?" && $0 != "#" }
      return path.split(separator: "/").count { $0 == "." || $0 == ".." }
    }
    return steps(values) > steps(Dictionary(slots.map { ($0, "x") }, uniquingKeysWith: { first, _ in first }))
  }

  /// The JSON with the values inside its strings, or where a slot stands alone as a number or a string of its own.
  func json(with values: [String: String]) throws -> String {
    var (json, isInString) = ("", false)
    for part in parts {
      switch part {
      case .text(let text):
        var isEscaped = false
        for character in text.unicodeScalars {
          if character == "\"", !isEscaped { isInString.toggle() }
          isEscaped = character == "\\" && !isEscaped
        }
        json += text
      case .slot(let name):
        let value = values[name] ?? ""
        let quoted = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        if isInString {
          json += quoted.dropFirst().dropLast()
        } else {
          json += value.wholeMatch(of: #/-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?/#) == nil ? quoted : value
        }
      }
    }
    return json
  }

  private func filled(with values: [String: String], encoding: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .slot(let name): encoding(values[name] ?? "")
      }
    }.joined()
  }
}
