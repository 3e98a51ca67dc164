/// Identifiers of Swift, made from names that may be anything.
enum SwiftName {
  /// A name for a type: `goal progress` becomes `GoalProgress`.
  static func type(_ name: String) -> String {
    capitalized(identifier(words(of: name).map(capitalized).joined()))
  }

  /// A name for a property, a case or an argument: `New York` becomes `newYork`.
  static func member(_ name: String) -> String {
    let words = words(of: name)
    guard let first = words.first else { return identifier("") }
    return identifier(([uncapitalized(first)] + words.dropFirst().map(capitalized)).joined())
  }

  /// The name in backticks where Swift has a meaning of its own for it.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static func words(of name: String) -> [String] {
    name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { word in
      String(word.filter { $0 == "_" || $0.unicodeScalars.allSatisfy { $0.properties.isXIDContinue } })
    }.filter { !$0.isEmpty }
  }

  private static func identifier(_ name: String) -> String {
    guard let first = name.first else { return "unnamed" }
    // Names that backticks do not help, and a lone underscore, which is no name.
    if ["self", "Self", "Type", "Protocol", "init", "_"].contains(name) { return name + "_" }
    return first.isLetter || first == "_" ? name : "_" + name
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// With a small first letter; a word all in capitals, as in `NYC`, becomes small as a whole.
  private static func uncapitalized(_ word: String) -> String {
    word.allSatisfy { $0.isUppercase || !$0.isLetter } ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
  }

  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout", "internal", "is",
    "let",
    "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

/// Literals of Swift.
enum SwiftLiteral {
  /// A string literal.
  static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A text as it stands inside a string literal.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// A documentation comment on one line.
  static func comment(_ text: String) -> String {
    "/// " + text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
  }
}

extension String {
  /// The text with every line that is not empty moved to the right by two spaces a level.
  func indented(_ levels: Int = 1) -> String {
    let space = String(repeating: "  ", count: levels)
    return split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
