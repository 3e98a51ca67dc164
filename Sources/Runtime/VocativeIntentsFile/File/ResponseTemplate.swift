import Mustache

/// A response that cannot be rendered: why.
struct ResponseTemplateError: Error, Equatable {
  let reason: String
}

/// What to say, as a Mustache template over the parameters of an intent and what its handler returned.
struct ResponseTemplate: Sendable {
  /// The template as its author wrote it.
  let text: String
  private let template: MustacheTemplate

  /// Reads a template.
  ///
  /// - Parameter parameters: The names it may have; nil for any, as a handler may return what it likes.
  init(_ text: String, parameters: [String]?) throws(ResponseTemplateError) {
    guard !text.isEmpty else { throw ResponseTemplateError(reason: "the text is empty") }
    if let parameters {
      for match in text.matches(of: #/\{\{[#^\/&{]?\s*([\w.]+)\s*\}\}/#) where !parameters.contains(String(match.1)) {
        let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
        throw ResponseTemplateError(reason: "{{\(match.1)}} is not one of the intent's parameters; \(known)")
      }
    }
    do {
      // Responses are spoken and shown as text: nothing is escaped for HTML.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT }}" + text)
    } catch {
      throw ResponseTemplateError(reason: Self.reason(for: error, in: text))
    }
    self.text = text
  }

  /// What is wrong with a template, and where it can be told.
  private static func reason(for error: any Error, in text: String) -> String {
    if let open = text.ranges(of: "{{").last, !text[open.upperBound...].contains("}}") {
      let column = text.distance(from: text.startIndex, to: open.lowerBound) + 1
      return "no \"}}\" for the \"{{\" at character \(column)"
    }
    switch (error as? MustacheTemplate.ParserError)?.error as? MustacheTemplate.Error {
    case .sectionCloseNameIncorrect: return "a {{/name}} closes another section than the one that was opened last"
    case .expectedSectionEnd: return "a section {{#name}} or {{^name}} is not closed by {{/name}}"
    case .unfinishedName: return "a name in {{ }} is not one word of letters, digits, dots and underscores"
    case .invalidSetDelimiter: return "{{=…=}} does not name two delimiters"
    default: return "{{ }} holds something that is not a name, a section or a comment of Mustache"
    }
  }

  func rendered(with values: [String: String]) -> String {
    template.render(values).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
