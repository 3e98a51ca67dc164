import Foundation
package import VocativeIntents

/// A request as an external handler is told of it, in JSON.
package struct HandlerRequest: Encodable, Equatable, Sendable {
  /// Where a request came from.
  package struct Context: Encodable, Equatable, Sendable {
    /// Who asked.
    package let source: IntentSource
    /// The conversation it belongs to.
    package let session: String
    /// The assistant's name.
    package let assistant: String
    /// The room it was asked in; not sent where nobody has named it.
    package let room: String?

    /// Where a request came from.
    package init(source: IntentSource, session: String, assistant: String, room: String? = nil) {
      self.source = source
      self.session = session
      self.assistant = assistant
      self.room = room
    }
  }

  private enum CodingKeys: CodingKey { case intent, slots, context }

  /// The intent's name.
  package let intent: String
  /// What people call the intent; not sent.
  package let title: String
  /// Identifiers of the parameters' values by name.
  package let slots: [String: String]
  /// Whether what a handler writes must be kept out of every log; not sent.
  package let isPrivate: Bool
  /// Where it came from.
  package let context: Context

  /// A request for an intent.
  package init(intent: String, title: String, slots: [String: String], isPrivate: Bool = false, context: Context) {
    self.intent = intent
    self.title = title
    self.slots = slots
    self.isPrivate = isPrivate
    self.context = context
  }

  /// `{"intent": …, "slots": {…}, "context": {"source": …, "session": …, "assistant": …}}`.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}
