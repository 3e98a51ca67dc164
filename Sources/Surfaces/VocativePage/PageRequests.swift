import Vocative

/// What the page's form for requests in writing does.
struct PageRequests: Sendable {
  /// Takes a request as though it had been said, and returns when it has been answered.
  typealias Handler = @Sendable (_ text: String) async throws -> Void

  /// Characters a request may have.
  static let maxCharacters = 300

  let handler: Handler

  /// Takes what a form holds.
  ///
  /// - Returns: Why it was not taken, and what to do; nil where it was.
  func take(_ form: [String: String]) async -> String? {
    let text = form["text"] ?? ""
    guard !SpokenText.words(of: text).isEmpty else { return "Write what you would say." }
    guard text.count <= Self.maxCharacters else { return "That's too long; \(Self.maxCharacters) characters are the maximum." }
    do {
      try await handler(text)
      return nil
    } catch {
      return "It couldn't be done: \(ErrorMessage.text(for: error))"
    }
  }
}
