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
      throw ResponseTemplateError(reason: "Mustache error: \(error)")
    }
    self.text = text
  }

  func rendered(with values: [String: String]) -> String {
    template.render(values).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
