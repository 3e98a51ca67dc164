import Mustache

/// The reason why a response template is invalid.
struct ResponseTemplateError: Error, Equatable {
  let reason: String
}

/// A response as a Mustache template over the parameters of an intent and the values of its handler.
struct ResponseTemplate: Sendable {
  /// The source text of the template.
  let text: String
  private let template: MustacheTemplate

  /// Parses a template.
  ///
  /// - Parameter parameters: The allowed names; nil to allow any, because a handler can return any name.
  init(_ text: String, parameters: [String]?) throws(ResponseTemplateError) {
    guard !text.isEmpty else { throw ResponseTemplateError(reason: "the text is empty") }
    // Each use of a regular expression parses it again, and most texts have no names.
    if let parameters, text.contains("{") {
      // The innermost name of transforms, as in `uppercased(plant)`, is that of the value.
      for match in text.matches(of: #/\{\{[#^\/&{]?\s*(?:\w+\()*([\w.\-]+)\)*\s*\}\}/#)
      where !parameters.contains(String(match.1)) {
        let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
        throw ResponseTemplateError(reason: "{{\(match.1)}} is not one of the intent's parameters; \(known)")
      }
      // Phrases have single braces, so they are easily written here too, and would be spoken.
      for match in text.replacing(#/\{\{.*?\}\}/#, with: "").matches(of: #/\{\s*([\w\-]+)\s*\}/#)
      where parameters.contains(String(match.1)) {
        throw ResponseTemplateError(reason: "{\(match.1)} is not replaced here; write {{\(match.1)}}")
      }
    }
    do {
      // Responses are spoken and shown as plain text, so HTML escaping is disabled.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT }}" + text)
    } catch {
      throw ResponseTemplateError(reason: Self.reason(for: error, in: text))
    }
    self.text = text
  }

  /// The reason why a template is invalid, with its position if known.
  private static func reason(for error: any Error, in text: String) -> String {
    if let open = text.ranges(of: "{{").last, !text[open.upperBound...].contains("}}") {
      let column = text.distance(from: text.startIndex, to: open.lowerBound) + 1
      return "no \"}}\" for the \"{{\" at character \(column)"
    }
    switch (error as? MustacheTemplate.ParserError)?.error as? MustacheTemplate.Error {
    case .sectionCloseNameIncorrect: return "a {{/name}} does not close the section that was opened last"
    case .expectedSectionEnd: return "a section {{#name}} or {{^name}} is not closed by {{/name}}"
    case .unfinishedName: return "a name in {{ }} is not one word of the letters a to z, digits, dots, hyphens and underscores"
    case .invalidSetDelimiter: return "{{=…=}} does not name two delimiters"
    default: return "{{ }} contains something that is not a Mustache name, section or comment"
    }
  }

  /// Returns the text with values by name: strings, and lists and objects of a handler.
  func rendered(with values: [String: Any]) -> String {
    template.render(values).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
