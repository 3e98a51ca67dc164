import VocativeUnderstanding

/// All sentences of a template without slots.
enum SpokenForms {
  /// The maximum number of sentences.
  static let maxCount = 64

  /// Returns the sentences in order, without the empty one; nil if there is a slot, an unknown rule, or too many sentences.
  static func all(of template: Template, rules: [String: Template]) -> [String]? {
    guard let forms = forms(of: template, rules: rules, depth: 0) else { return nil }
    var seen: Set<[String]> = [[]]
    return forms.filter { seen.insert($0).inserted }.map { $0.joined(separator: " ") }
  }

  private static func forms(of template: Template, rules: [String: Template], depth: Int) -> [[String]]? {
    guard depth < 64 else { return nil }
    func inner(_ template: Template) -> [[String]]? { forms(of: template, rules: rules, depth: depth + 1) }
    func sequence(_ parts: [Template]) -> [[String]]? {
      var found: [[String]] = [[]]
      for part in parts {
        guard let forms = inner(part) else { return nil }
        found = found.flatMap { start in forms.map { start + $0 } }
        if found.count > maxCount { return nil }
      }
      return found
    }
    let found: [[String]]?
    switch template {
    case .word(let word): found = [[word]]
    case .sequence(let parts): found = sequence(parts)
    case .optional(let part): found = inner(part).map { $0 + [[]] }
    case .alternatives(let parts):
      let branches = parts.compactMap(inner)
      found = branches.count == parts.count ? branches.flatMap { $0 } : nil
    case .permutation(let parts):
      guard parts.count <= 4 else { return nil }
      let orders = orders(of: parts).compactMap(sequence)
      found = orders.isEmpty ? nil : orders.flatMap { $0 }
    case .rule(let name): found = rules[name].flatMap(inner)
    case .slot, .range, .decimals: found = nil
    }
    return found.flatMap { $0.count > maxCount ? nil : $0 }
  }

  private static func orders<Part>(of parts: [Part]) -> [[Part]] {
    guard parts.count > 1 else { return [parts] }
    return parts.indices.flatMap { index in
      var rest = parts
      let first = rest.remove(at: index)
      return orders(of: rest).map { [first] + $0 }
    }
  }
}
