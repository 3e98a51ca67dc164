import Foundation

/// A text with `{slot}` as a placeholder for a parameter value; `\{` is a literal brace.
///
/// A slot without a value becomes empty. Braces around anything except a name are literal, as in JSON.
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

  /// Returns the name of the first slot with double braces, as in `{{slot}}`; nil if there is none.
  static func doubledSlot(in text: String) -> String? {
    text.matches(of: #/(\\?)\{\{\s*([\p{L}_][\p{L}\p{N}_\-]*)\s*\}\}/#).first { $0.1.isEmpty }.map { String($0.2) }
  }

  /// The names of the slots, in order.
  var slots: [String] {
    parts.compactMap { if case .slot(let name) = $0 { name } else { nil } }
  }

  /// Returns the same value for each slot, to see the text around them.
  func samples(_ value: String) -> [String: String] {
    Dictionary(slots.map { ($0, value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The slot if the text is nothing else; nil if there are words beside it.
  var onlySlot: String? {
    let parts = parts.filter { $0 != .text("") }
    if parts.count == 1, case .slot(let name) = parts[0] { return name }
    return nil
  }

  /// Returns the text with the values inserted unchanged.
  func filled(with values: [String: String]) -> String {
    filled(with: values) { $0 }
  }

  /// Returns the text with the values percent-encoded for use in a URL or a form.
  func percentEncoded(with values: [String: String]) -> String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return filled(with: values) { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
  }

  /// Returns whether values add `.` or `..` to the path, which percent-encoding does not prevent.
  func climbs(with values: [String: String]) -> Bool {
    func steps(_ values: [String: String]) -> Int {
      let path = percentEncoded(with: values).prefix { $0 != "?" && $0 != "#" }
      return path.split(separator: "/").count { $0 == "." || $0 == ".." }
    }
    return steps(values) > steps(samples("x"))
  }

  /// Returns the JSON with the values inside its strings, or as a number or string if a slot stands alone.
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
          json += Self.isNumber(value) ? value : quoted
        }
      }
    }
    return json
  }

  /// Returns whether a value is a number of JSON that keeps all its digits: a code such as `007`, `+49` or `1e3` is a text.
  static func isNumber(_ value: String) -> Bool {
    value.wholeMatch(of: #/-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?/#) != nil
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
