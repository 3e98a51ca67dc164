import VocativeUnderstanding
import Yams

/// What is read of the YAML itself.
extension IntentsFileReader {
  mutating func template(_ node: Node) -> Template? {
    guard let text = node.string else {
      fault(node, "a text was expected here")
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
    return sequence.compactMap(\.string)
  }

  mutating func flag(_ node: Node?, what: String, default usual: Bool) -> Bool {
    guard let node else { return usual }
    if let value = node.bool { return value }
    fault(node, "\"\(what)\" is true or false")
    return usual
  }

  mutating func pairs(of node: Node?, what: String) -> [(key: String, value: Node)] {
    guard let node else { return [] }
    guard case .mapping(let mapping) = node else {
      // A section with nothing in it is a null.
      if node.null == nil { fault(node, "\"\(what)\" must be a YAML mapping: one \"name: …\" a line") }
      return []
    }
    return mapping.map { ($0.key.string ?? "", $0.value) }
  }

  mutating func entries(of node: Node, allowed: [String], what: String) -> [String: Node] {
    var entries: [String: Node] = [:]
    for (key, value) in pairs(of: node, what: what) {
      guard allowed.contains(key) else {
        fault(value, "\(what) has no key \"\(key)\"; the keys are: \(allowed.joined(separator: ", "))")
        continue
      }
      entries[key] = value
    }
    return entries
  }

  func location(_ node: Node) -> Grammar.Location { .init(file: file, line: node.mark?.line ?? 1) }

  mutating func fault(_ node: Node, _ reason: String) {
    faults.append(.init(location: location(node), reason: reason))
  }
}
