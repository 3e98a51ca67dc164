import Vocative

/// Handles the page's form for typed requests.
struct PageRequests: Sendable {
  /// Performs a request as if it was spoken, and returns when it is answered.
  typealias Handler = @Sendable (_ text: String, _ browser: String) async throws -> Void

  /// The maximum number of characters.
  static let maxCharacters = 300

  let handler: Handler

  /// Handles a form that a browser has submitted.
  ///
  /// - Returns: Why the request was refused, with a remedy; nil if it was accepted.
  func receive(_ form: [String: String], from browser: String) async -> String? {
    let text = form["text"] ?? ""
    guard !SpokenText.words(of: text).isEmpty else { return "Write what you would say." }
    guard text.count <= Self.maxCharacters else { return "That's too long; \(Self.maxCharacters) characters are the maximum." }
    do {
      try await handler(text, browser)
      return nil
    } catch {
      return "It couldn't be done: \(ErrorMessage.text(for: error))"
    }
  }
}
