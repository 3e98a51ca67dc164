import VocativeUnderstanding

/// The slots and rules in a template's text.
///
/// They are found without parsing the rest, so that the text stays as its author wrote it.
struct TemplateReferences {
  /// A slot or a rule.
  enum Reference: Equatable {
    /// `{list:slot}`, or `{slot}` if both have the same name.
    case slot(list: String, name: String)
    /// `<rule>`.
    case rule(String)
  }

  private enum Piece {
    case text(String)
    case reference(Reference, original: String)
  }

  private var pieces: [Piece] = []

  init(_ text: String) {
    var plain = ""
    var rest = Substring(text)
    while let character = rest.first {
      if character == "\\" {
        plain += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      let close: Character? = character == "{" ? "}" : character == "<" ? ">" : nil
      guard let close, let end = rest.firstIndex(of: close) else {
        plain.append(character)
        rest = rest.dropFirst()
        continue
      }
      let original = String(rest[...end])
      let inner = original.dropFirst().dropLast().trimmed
      rest = rest[rest.index(after: end)...]
      guard let reference = Self.reference(inner, isSlot: close == "}") else {
        plain += original
        continue
      }
      pieces.append(.text(plain))
      plain = ""
      pieces.append(.reference(reference, original: original))
    }
    pieces.append(.text(plain))
  }

  /// A range that the template itself spells out is not a reference.
  private static func reference(_ inner: String, isSlot: Bool) -> Reference? {
    guard isSlot else { return .rule(inner) }
    guard !inner.contains("..") else { return nil }
    let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
    return .slot(list: parts[0], name: parts.count == 2 ? parts[1] : parts[0])
  }

  /// The references, in order.
  var references: [Reference] {
    pieces.compactMap { if case .reference(let reference, _) = $0 { reference } else { nil } }
  }

  /// Returns the text with some references replaced.
  func replacing(_ replacement: (Reference) -> String?) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .reference(let reference, let original): replacement(reference) ?? original
      }
    }.joined()
  }
}

extension StringProtocol {
  /// The text as a name of a list or a rule, or as part of one.
  var asName: String { String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }

  /// The text with special characters of the template syntax escaped.
  var escapedForTemplate: String {
    map { "\\()[]{}<>|;".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
