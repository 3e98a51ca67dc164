import VocativeUnderstanding

/// A sentence that describes a request with its values: `"Water \(\.$plant) [every \(\.$pause)]"`.
///
/// A part in brackets is left out if it has a parameter without a value.
public struct ParameterSummary<Summarized: Intent>: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The sentence, with parameters as `{name}`.
  public let text: String

  /// Creates a sentence without parameters.
  public init(stringLiteral value: String) { text = value }

  /// Creates a sentence with parameters.
  public init(stringInterpolation: IntentPhrase<Summarized>.StringInterpolation) { text = stringInterpolation.text }
}

/// The sentence that describes a request with its values.
package struct SummaryTemplate: Equatable, Sendable {
  /// The sentence, with parameters as `{name}`.
  package let text: String

  /// Creates a template.
  package init(_ text: String) { self.text = text }

  /// The names of its parameters.
  package var names: [String] { text.matches(of: #/\{([^{}]*)\}/#).map { String($0.1) } }

  /// Returns the sentence with values; a parameter outside of brackets that has none has its placeholder.
  func text(with values: [String: String], placeholders: [String: String]) -> String {
    var sentence = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: #/\[([^\[\]]*)\]/#) {
      sentence += rest[..<match.range.lowerBound]
      let part = SummaryTemplate(String(match.1))
      if part.names.allSatisfy({ values[$0] != nil }) { sentence += part.text }
      rest = rest[match.range.upperBound...]
    }
    sentence += rest
    let filled = sentence.replacing(#/\{([^{}]*)\}/#) { match in
      let name = String(match.1)
      return values[name] ?? placeholders[name] ?? name
    }
    return filled.split(separator: " ").joined(separator: " ")
  }
}

extension IntentDefinition {
  /// Returns the title of a request with its values: the summary, or the title and the values.
  func title(with values: [(name: String, dialogName: String)]) -> String {
    guard let summary else { return IntentTitle.text(title, values: values.map(\.dialogName)) }
    return summary.text(
      with: Dictionary(values.map { ($0.name, $0.dialogName) }) { first, _ in first }, placeholders: placeholders)
  }

  /// Returns whether a title is one that requests with values for these parameters have, whatever the values are called.
  ///
  /// Other titles come from an author who wrote them.
  func makes(title: String, with parameters: Set<String>) -> Bool {
    let mark = "\u{FFFC}"
    let form = self.title(with: self.parameters.filter { parameters.contains($0.name) }.map { ($0.name, mark) })
    let parts = form.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let first = parts.first, let last = parts.last, title.hasPrefix(first) else { return false }
    var rest = title.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Returns a shortcut to the intent with some values, given their names.
  package func shortcut(_ values: [String: String], called names: [(String, String)]) -> Shortcut {
    Shortcut(
      intent: name, values: values,
      title: title(with: names.map { (name: $0.0, dialogName: $0.1) }),
      suggestedInvocationPhrase: suggestedInvocationPhrase)
  }

  /// Adds the intent to a feature, inside of those that it belongs to.
  package mutating func join(
    _ feature: String, constraints: [FeatureConstraint], isHiddenWhenUnavailable: Bool
  ) {
    membership.levels.append(
      .init(
        name: feature, constraints: constraints, isHiddenWhenUnavailable: isHiddenWhenUnavailable))
  }

  /// The summary with placeholders for all values, such as `Water plant`; nil if there is none.
  package var shownSummary: String? { summary?.text(with: [:], placeholders: placeholders) }

  private var placeholders: [String: String] {
    Dictionary(parameters.map { ($0.name, $0.title.lowercased()) }) { first, _ in first }
  }
}
