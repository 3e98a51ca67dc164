import VocativeUnderstanding

/// Removes the forms of a template that have certain references, so that the text otherwise stays as its author wrote it.
struct TemplateOmission {
  /// The text without some of its forms.
  private enum Outcome {
    case unchanged
    case changed(String)
    /// Every form has one of the references.
    case nothing
  }

  private struct Group {
    /// The branches, without the forms that are removed; nil if nothing remains of a branch.
    var branches: [String?] = [""]
    var separator: Character = "|"

    /// Adds text to the last branch.
    mutating func append(_ text: String?) {
      let index = branches.endIndex - 1
      branches[index] = text.flatMap { text in branches[index].map { $0 + text } }
    }

    /// The remaining branches; nil if there is none, or if one is missing from a permutation, which has all of them.
    var text: String? {
      let kept = branches.compactMap(\.self)
      return kept.isEmpty || separator == ";" && kept.count < branches.count ? nil : kept.joined(separator: String(separator))
    }
  }

  /// The templates of all rules, including those without the removed forms.
  private(set) var rules: [String: ImportedText]
  private let isOmitted: (TemplateReferences.Reference) -> Bool
  /// The outcome of each rule, by name.
  private var outcomes: [String: Outcome] = [:]

  /// - Parameter rules: The templates of the rules, none of which refers to itself.
  init(rules: [String: ImportedText], _ isOmitted: @escaping (TemplateReferences.Reference) -> Bool) {
    self.rules = rules
    self.isOmitted = isOmitted
  }

  /// Returns a valid template without the forms that have an omitted reference; nil if no form remains.
  mutating func text(_ text: String) -> String? {
    var rest = text[...]
    return group(in: &rest, until: nil).text
  }

  private mutating func group(in rest: inout Substring, until close: Character?) -> Group {
    var group = Group()
    while let character = rest.popFirst() {
      switch character {
      case "\\": group.append("\\" + (rest.popFirst().map(String.init) ?? ""))
      case "(": group.append(self.group(in: &rest, until: ")").text.map { "(\($0))" })
      case "[": group.append(self.group(in: &rest, until: "]").text.map { "[\($0)]" } ?? "")
      case close: return group
      case "|", ";":
        group.separator = character
        group.branches.append("")
      case "{", "<":
        let closing: Character = character == "{" ? "}" : ">"
        let original = "\(character)\(rest.prefix { $0 != closing })\(closing)"
        rest = rest.drop { $0 != closing }.dropFirst()
        group.append(reference(original))
      default: group.append(String(character))
      }
    }
    return group
  }

  /// Returns a reference as it remains in the text; nil if every form of it is removed.
  private mutating func reference(_ original: String) -> String? {
    for reference in TemplateReferences(original).references {
      if isOmitted(reference) { return nil }
      guard case .rule(let name) = reference else { continue }
      switch outcome(ofRule: name) {
      case .unchanged: break
      case .changed(let other): return "<\(other)>"
      case .nothing: return nil
      }
    }
    return original
  }

  private mutating func outcome(ofRule name: String) -> Outcome {
    if let known = outcomes[name] { return known }
    // A rule that is not valid is reported elsewhere.
    guard let rule = rules[name], (try? Template(rule.text)) != nil else { return .unchanged }
    let outcome: Outcome
    switch text(rule.text) {
    case nil: outcome = .nothing
    case rule.text: outcome = .unchanged
    case let text?:
      var free = "\(name)_short"
      while rules[free] != nil { free += "_" }
      rules[free] = ImportedText(text: text, location: rule.location)
      outcome = .changed(free)
    }
    outcomes[name] = outcome
    return outcome
  }
}
