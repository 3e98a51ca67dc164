import VocativeIntentsFile
import VocativeUnderstanding

/// A phrase of an intents file as the string literal of an `IntentPhrase`.
struct GeneratedPhrase {
  /// The literal, quotes included.
  let literal: String

  /// - Parameter names: The Swift names of the intent's parameters, by their names in the file.
  init(_ phrase: Grammar.Phrase, names: [String: String], scope: inout GenerationScope) {
    var writer = Writer(names: names, ruleTexts: scope.contents.ruleTexts)
    let literal = writer.literal(phrase.text, through: [])
    if let rule = writer.badRule, let location = phrase.location {
      scope.fault(location, "the rule <\(rule)> in \"\(phrase.text)\" is not defined, or refers to itself")
    }
    self.literal = "\"\(literal)\""
  }

  /// Copies a template with slots as interpolations and rules expanded, because Swift has no rules.
  private struct Writer {
    let names: [String: String]
    let ruleTexts: [String: String]
    var badRule: String?

    mutating func literal(_ text: String, through visited: [String]) -> String {
      var (literal, rest) = ("", text[...])
      while let character = rest.first {
        switch character {
        case "\\":
          literal += SwiftLiteral.escaped(String(rest.prefix(2)))
          rest = rest.dropFirst(2)
        case "{":
          literal += slot(String(rest.dropFirst().prefix { $0 != "}" }))
          rest = rest.drop { $0 != "}" }.dropFirst()
        case "<":
          let name = String(rest.dropFirst().prefix { $0 != ">" }).trimmed
          rest = rest.drop { $0 != ">" }.dropFirst()
          guard let rule = ruleTexts[name], !visited.contains(name) else {
            badRule = name
            continue
          }
          literal += "(\(self.literal(rule, through: visited + [name])))"
        default:
          literal += SwiftLiteral.escaped(String(character))
          rest = rest.dropFirst()
        }
      }
      return literal
    }

    private func slot(_ content: String) -> String {
      let parts = content.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
      let name = names[parts.last ?? ""] ?? ""
      // Numbers that are spelled out in a phrase stay part of the template.
      return content.contains("..") ? "{\(parts[0]):\(name)}" : "\\(\\.$\(name))"
    }
  }
}

extension Template {
  /// Whether every sentence of the template has a value for the slot.
  func alwaysFills(_ slot: String, rules: [String: Template], depth: Int = 0) -> Bool {
    guard depth < 64 else { return false }
    func fills(_ part: Template) -> Bool { part.alwaysFills(slot, rules: rules, depth: depth + 1) }
    return switch self {
    case .word, .optional: false
    case .slot(let name, _), .range(_, let name), .decimals(_, let name): name == slot
    case .sequence(let parts), .permutation(let parts): parts.contains(where: fills)
    case .alternatives(let parts): parts.allSatisfy(fills)
    case .rule(let name): rules[name].map(fills) ?? false
    }
  }
}
