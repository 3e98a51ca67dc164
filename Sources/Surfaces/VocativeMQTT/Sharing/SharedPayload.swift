import Foundation
package import VocativeIntents
package import VocativeMemory

/// The JSON payloads that boxes exchange.
package enum SharedPayload {
  /// The maximum size in bytes of a shortcut's message.
  package static let maxShortcutBytes = 24 << 10
  /// The maximum size in bytes of a message with names; the least important names are left out.
  package static let maxNameBytes = 192 << 10

  /// An invalid message.
  package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem.
    package let description: String
  }

  private struct ShortcutMessage: Codable {
    let version: ShortcutVersion
    var phrase: String?
    var steps: [Shortcut]?
    var deleted: Bool?
  }

  private struct Name: Codable {
    let identifier: String
    let phrase: String
    let pronunciation: [String]?
  }

  private struct NamesMessage: Codable {
    let names: [Name]
  }

  private struct BoxMessage: Codable {
    let room: String
    let sync: String
  }

  // MARK: Shortcuts

  /// A shortcut, or its deletion, as a payload.
  package static func bytes(of shortcut: SharedShortcut) throws -> [UInt8] {
    try encoded(
      ShortcutMessage(
        version: shortcut.version, phrase: shortcut.content?.phrase, steps: shortcut.content?.steps,
        deleted: shortcut.content == nil ? true : nil))
  }

  /// Decodes a message about a shortcut.
  ///
  /// - Throws: `Fault`.
  package static func shortcut(_ id: VoiceShortcut.ID, _ bytes: [UInt8]) throws(Fault) -> SharedShortcut {
    let message = try decoded(ShortcutMessage.self, bytes, limit: maxShortcutBytes)
    var content: SharedShortcut.Content?
    if message.deleted != true {
      guard let phrase = message.phrase, let steps = message.steps else {
        throw Fault(description: "the phrase or the steps are missing")
      }
      content = .init(phrase: phrase, steps: steps)
    }
    let shortcut = SharedShortcut(id: id, version: message.version, content: content)
    if let fault = shortcut.fault { throw Fault(description: fault) }
    return shortcut
  }

  // MARK: Names

  /// Names as a payload: as many of the most important as fit, and their number.
  package static func bytes(of strings: [SpeakableString]) throws -> (bytes: [UInt8], count: Int) {
    var count = strings.count
    while true {
      let names = strings.prefix(count).map {
        Name(identifier: $0.vocabularyIdentifier, phrase: $0.spokenPhrase, pronunciation: $0.pronunciationHint)
      }
      let bytes = try encoded(NamesMessage(names: names))
      if bytes.count <= maxNameBytes { return (bytes, count) }
      count = min(count - 1, count * maxNameBytes / bytes.count)
    }
  }

  /// Decodes a message with names; an empty message contains none.
  ///
  /// - Throws: `Fault`.
  package static func names(_ bytes: [UInt8]) throws(Fault) -> [SpeakableString] {
    guard !bytes.isEmpty else { return [] }
    let message = try decoded(NamesMessage.self, bytes, limit: maxNameBytes)
    guard message.names.count <= Vocabulary.maxStrings else {
      throw Fault(description: "it has \(message.names.count) names; the maximum is \(Vocabulary.maxStrings)")
    }
    return message.names.map {
      SpeakableString(vocabularyIdentifier: $0.identifier, spokenPhrase: $0.phrase, pronunciationHint: $0.pronunciation)
    }
  }

  // MARK: Boxes

  /// A message of a box that begins to listen, with a token by which it recognizes the message.
  static func bytes(ofBoxIn room: String, sync: String) throws -> [UInt8] { try encoded(BoxMessage(room: room, sync: sync)) }

  /// The token of a box's own message; nil for another message.
  static func sync(_ bytes: [UInt8]) -> String? { try? decoded(BoxMessage.self, bytes, limit: maxShortcutBytes).sync }

  // MARK: JSON

  private static func encoded(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(message))
  }

  private static func decoded<Message: Decodable>(
    _ type: Message.Type, _ bytes: [UInt8], limit: Int
  ) throws(Fault) -> Message {
    guard bytes.count <= limit else { throw Fault(description: "it has \(bytes.count) bytes; the maximum is \(limit)") }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw Fault(description: "it is not valid JSON of a box")
    }
  }
}
