import Foundation
import VocativeIntents

/// Conversions of values for database columns.
enum StoredText {
  /// The maximum size of a stored shortcut with its values, in bytes.
  static let maxBytes = 16_384

  /// Returns the value as JSON in a canonical form.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the value of JSON; nil if only a later version can read it.
  static func value<Value: Decodable>(_ type: Value.Type, fromJSON text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension RuntimeStore {
  /// Returns the value as JSON; throws if it is larger than plausible.
  func json(_ value: some Encodable, called name: @autoclosure () -> String) throws -> String {
    let text = try StoredText.json(value)
    guard text.utf8.count <= StoredText.maxBytes else {
      throw refusal(
        "\(ShortText.clipped(name(), to: 80)) takes \(text.utf8.count) bytes, but at most \(StoredText.maxBytes) are stored; "
          + "store identifiers as values, not contents")
    }
    return text
  }
}
