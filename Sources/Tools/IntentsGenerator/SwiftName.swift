/// Swift identifiers made from arbitrary names.
enum SwiftName {
  /// Returns a name for a type: `goal progress` becomes `GoalProgress`.
  static func type(_ name: String) -> String {
    capitalized(identifier(words(of: name).map(capitalized).joined()))
  }

  /// Returns a name for a property, a case or an argument: `New York` becomes `newYork`.
  static func member(_ name: String) -> String {
    let words = words(of: name)
    guard let first = words.first else { return identifier("") }
    return identifier(([uncapitalized(first)] + words.dropFirst().map(capitalized)).joined())
  }

  /// Returns the name in backticks if it is a Swift keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static func words(of name: String) -> [String] {
    name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { word in
      String(word.filter { $0 == "_" || $0.unicodeScalars.allSatisfy { $0.properties.isXIDContinue } })
    }.filter { !$0.isEmpty }
  }

  private static func identifier(_ name: String) -> String {
    guard let first = name.first else { return "unnamed" }
    // Names that backticks do not make valid, and a lone underscore, which is not a name.
    if ["self", "Self", "Type", "Protocol", "init", "_"].contains(name) { return name + "_" }
    return first.isLetter || first == "_" ? name : "_" + name
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Returns the word with a lower-case first letter; an all-capitals word such as `NYC` becomes lower case as a whole.
  private static func uncapitalized(_ word: String) -> String {
    word.allSatisfy { $0.isUppercase || !$0.isLetter } ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
  }

  /// The keywords, and the words that begin an expression.
  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unsafe", "var",
    "where", "while",
  ]
}

/// Swift literals.
enum SwiftLiteral {
  /// Returns a string literal.
  static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns a text escaped for a string literal.
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

  /// Returns a documentation comment on one line.
  static func comment(_ text: String) -> String {
    "/// " + text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
  }
}

extension String {
  /// Returns the text with every non-empty line indented by two spaces for each level.
  func indented(_ levels: Int = 1) -> String {
    let space = String(repeating: "  ", count: levels)
    return split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
