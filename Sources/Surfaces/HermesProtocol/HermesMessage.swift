package import Foundation

/// A message of the Hermes protocol, which Snips began and Rhasspy speaks: JSON on a topic.
package protocol HermesMessage: Codable, Equatable, Sendable {
  /// Where it is said.
  var topic: String { get }
}

extension HermesMessage {
  /// The message as JSON, with its fields in alphabetical order.
  ///
  /// - Throws: `EncodingError` for a number that JSON has not.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

/// The namespace of messages, each named as its topic.
package enum Hermes {
  /// The site of messages that name none.
  package static let defaultSite = "default"
  /// Bytes that a message of somebody else's may have.
  package static let mostBytes = 64 << 10
  /// Characters of a text that is to be spoken or understood.
  package static let mostCharacters = 4000
  /// Characters of an identifier or a name.
  package static let mostNameCharacters = 200
  /// Intents that a filter may name.
  package static let mostIntents = 1000
}

/// A message that cannot be read, with what is wrong.
package struct HermesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it was said.
  package let topic: String
  /// What is wrong.
  package let reason: String

  /// The topic and the reason.
  package var description: String { "a message on \(topic) is left out: \(reason)" }
}
