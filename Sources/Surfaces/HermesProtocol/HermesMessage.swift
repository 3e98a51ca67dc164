package import Foundation

/// A message of the Hermes protocol of Snips and Rhasspy: JSON on an MQTT topic.
package protocol HermesMessage: Codable, Equatable, Sendable {
  /// The topic of the message.
  var topic: String { get }
}

extension HermesMessage {
  /// The message as JSON, with its fields in alphabetical order.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot represent.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

/// The namespace of messages, each named after its topic.
package enum Hermes {
  /// The site of messages that do not give one.
  package static let defaultSite = "default"
  /// The maximum size of a received message, in bytes.
  package static let maxBytes = 64 << 10
  /// The maximum number of characters in a text.
  package static let maxCharacters = 4000
  /// The maximum number of characters in an identifier or a name.
  package static let maxNameCharacters = 200
  /// The maximum number of intents in a filter.
  package static let maxIntents = 1000
}

/// The reason a message cannot be read.
package struct HermesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The topic of the message.
  package let topic: String
  /// The reason.
  package let reason: String

  /// The topic and the reason, as text.
  package var description: String { "a message on \(topic) was ignored: \(reason)" }
}
