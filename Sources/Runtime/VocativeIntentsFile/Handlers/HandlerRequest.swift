import Foundation
package import VocativeIntents

/// The JSON representation of a request for external handlers.
package struct HandlerRequest: Encodable, Equatable, Sendable {
  /// The origin of a request.
  package struct Context: Encodable, Equatable, Sendable {
    /// The source of the request.
    package let source: IntentSource
    /// The conversation of the request.
    package let session: String
    /// The name of the assistant.
    package let assistant: String
    /// The room of the request; not sent if the room has no name.
    package let room: String?

    /// Creates the origin of a request.
    package init(source: IntentSource, session: String, assistant: String, room: String? = nil) {
      self.source = source
      self.session = session
      self.assistant = assistant
      self.room = room
    }
  }

  private enum CodingKeys: CodingKey { case intent, slots, context }

  /// The name of the intent.
  package let intent: String
  /// The title of the intent; not sent.
  package let title: String
  /// The identifiers of the parameter values by name.
  package let slots: [String: String]
  /// Whether the handler's output must be excluded from all logs; not sent.
  package let isPrivate: Bool
  /// The origin of the request.
  package let context: Context
  /// The sentence as it was understood, which is not sent; nil if there is none, as in a shortcut.
  package var sentence: String?
  /// The names of the values in dialogs, by parameter; not sent.
  package var shown: [String: String] = [:]
  /// The values one by one, with the names by which they can be called; not sent.
  package var values: [SpokenValue] = []

  /// Creates a request for an intent.
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
