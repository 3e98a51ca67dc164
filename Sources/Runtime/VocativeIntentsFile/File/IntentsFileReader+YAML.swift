import VocativeUnderstanding
import Yams

/// Reads YAML nodes.
extension IntentsFileReader {
  /// Reads a text; a mapping or a list is a fault.
  mutating func text(_ node: Node) -> String? {
    if let text = node.string { return text }
    fault(node, node.quotingAdvice)
    return nil
  }

  /// Reads an optional text; an empty value counts as a missing one.
  mutating func text(_ node: Node?) -> String? {
    guard let node, node.null == nil, node.string != "" else { return nil }
    return text(node)
  }

  /// Reads an optional text that is spoken or shown as it is written, so that slots in it are mistakes.
  mutating func plainText(_ node: Node?, what: String) -> String? {
    guard let text = text(node), let node else { return nil }
    if !isApp, let slot = text.firstMatch(of: #/\{+\s*[\p{L}_][\p{L}\p{N}_\-]*\s*\}+/#) {
      fault(node, "\(what) is used as it is written, without the values of parameters; write it without \(slot.0)")
    }
    return text
  }

  mutating func template(_ node: Node) -> Template? {
    guard let text = text(node) else { return nil }
    guard node.null == nil else {
      fault(node, "YAML reads ~, null and an empty value as nothing; put a text in quotes, or remove the entry")
      return nil
    }
    do throws(TemplateError) {
      return try Template(text)
    } catch {
      fault(node, "\(error) in \"\(text)\"")
      return nil
    }
  }

  mutating func strings(_ node: Node, what: String) -> [String] {
    if let text = node.string { return text.isEmpty ? [] : [text] }
    guard case .sequence(let sequence) = node else {
      fault(node, "\"\(what)\" must be a list of texts")
      return []
    }
    return sequence.compactMap { text($0) }
  }

  mutating func flag(_ node: Node?, what: String, default value: Bool) -> Bool {
    guard let node else { return value }
    if let flag = node.bool { return flag }
    fault(node, "\"\(what)\" must be true or false")
    return value
  }

  mutating func pairs(of node: Node?, what: String) -> [(key: String, value: Node)] {
    items(of: node, what: what).map { ($0.name, $0.value) }
  }

  /// Reads a mapping with the places of its keys.
  mutating func items(of node: Node?, what: String) -> [(name: String, key: Node, value: Node)] {
    guard let node else { return [] }
    guard case .mapping(let mapping) = node else {
      // An empty section is a null.
      if node.null == nil { fault(node, "\"\(what)\" must be a YAML mapping: one \"name: …\" per line") }
      return []
    }
    return mapping.compactMap { key, value in text(key).map { ($0, key, value) } }
  }

  /// Reads a mapping whose keys are known.
  ///
  /// - Parameter hints: The remedies for unknown keys with a meaning elsewhere.
  mutating func entries(of node: Node, allowed: [String], what: String, hints: [String: String] = [:]) -> [String: Node] {
    var entries: [String: Node] = [:]
    for (name, key, value) in items(of: node, what: what) {
      guard allowed.contains(name) else {
        let remedy =
          name == "<<"
          ? "the keys of other mappings cannot be merged, so write them out; only a whole value can be an alias"
          : (hints[name].map { "\($0); " } ?? "") + "the keys are: \(allowed.joined(separator: ", "))"
        fault(key, "\(what) has no key \"\(name)\"; \(remedy)")
        continue
      }
      entries[name] = value
    }
    return entries
  }

  func location(_ node: Node) -> Grammar.Location { .init(file: file, line: node.mark?.line ?? 1) }

  mutating func warn(_ node: Node, _ reason: String) {
    warnings.append(.init(location: location(node), reason: reason))
  }

  mutating func fault(_ node: Node, _ reason: String) {
    faults.append(.init(location: location(node), reason: reason))
  }
}

extension Node {
  /// The remedy for a text that YAML reads as something else.
  fileprivate var quotingAdvice: String {
    let kind: String
    switch self {
    case .mapping: kind = "a mapping"
    case .sequence: kind = "a list"
    case .scalar, .alias: return "this must be a text"
    }
    guard let written else { return "YAML reads this as \(kind), but it must be a text; put it in quotes" }
    return "YAML reads this as \(kind), but it must be a text; put it in quotes: \(Self.quoted(written))"
  }

  /// The text as it was probably intended, as in `turn on: the lamp`; nil if unknown.
  private var written: String? {
    switch self {
    case .scalar(let scalar): return scalar.string
    case .alias: return nil
    case .mapping(let mapping):
      guard mapping.count == 1, let (key, value) = mapping.first, let key = key.written, let value = value.written else {
        return nil
      }
      return value.isEmpty ? "{\(key)}" : "\(key): \(value)"
    case .sequence(let sequence):
      let parts = sequence.map(\.written)
      guard !parts.isEmpty, parts.allSatisfy({ $0 != nil }) else { return nil }
      let list = parts.compactMap(\.self).joined(separator: ", ")
      return "[\(list)]"
    }
  }

  private static func quoted(_ text: String) -> String {
    text.contains("\"") || text.contains("\\") ? "'\(text.replacing("'", with: "''"))'" : "\"\(text)\""
  }
}
