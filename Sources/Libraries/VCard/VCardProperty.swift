/// A property of a card, such as `TEL;TYPE=home:+49 30 1234567`.
package struct VCardProperty: Equatable, Sendable {
  /// The name that joins it to other properties, such as `item1`; nil if there is none.
  package let group: String?
  /// The name in upper case.
  package let name: String
  /// The values of the parameters, by their names in upper case.
  package let parameters: [String: [String]]
  /// The value as it is written, with its escapes.
  package let value: String
  /// The line, counted from 1.
  package let line: Int

  /// Creates a property.
  package init(
    group: String? = nil, _ name: String, parameters: [String: [String]] = [:], value: String, line: Int = 1
  ) {
    self.group = group
    self.name = name
    self.parameters = parameters
    self.value = value
    self.line = line
  }

  /// The value as text, without escapes.
  package var text: String { Self.unescaped(value[...]) }

  /// The parts of a list, as in `NICKNAME:Danny,Dan`.
  package var list: [String] { Self.split(value[...], at: ",").map(Self.unescaped) }

  /// The components of a structured value, each with its parts, as in `N:Walker;Hannah;;;`.
  package var components: [[String]] {
    Self.split(value[...], at: ";").map { component in Self.split(component, at: ",").map(Self.unescaped) }
  }

  /// The types in lower case, such as `home` and `cell`.
  package var types: [String] {
    (parameters["TYPE"] ?? []).flatMap { $0.split(separator: ",") }.map { $0.lowercased() }
  }

  /// The order of preference, from 1 to 100; a smaller number is preferred.
  var preference: Int {
    if let number = parameters["PREF"]?.first.flatMap({ Int($0) }) { return number }
    return types.contains("pref") ? 1 : 101
  }

  /// Splits at a character that has no backslash before it.
  private static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append("nN".contains(character) ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Returns a text with the escapes of a value.
  package static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\", ",", ";": "\\\(character)"
      case _ where character.isNewline: "\\n"
      default: String(character)
      }
    }.joined()
  }
}
