import Foundation
import ProgramOutput

/// Conversions of text and values for database columns.
package enum StoredText {
  /// The maximum size of a stored shortcut with its values, in bytes.
  static let maxBytes = 16_384

  /// Returns the text with a maximum number of Unicode scalars and without U+0000, at which SQLite would end it.
  static func clipped(_ text: String, to count: Int) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(count))
    return String(scalars)
  }

  /// Returns the printable text on one line, without the letters of escape sequences, and with single spaces.
  package static func line(_ text: String) -> String {
    let visible = text.replacing(#/\u{1B}(?:\[[0-?]*[ -\/]*[@-~]|\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)?|[@-_])?/#, with: "")
    return PrintableText.line(visible).split(separator: " ").joined(separator: " ")
  }

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
        "\(StoredText.clipped(name(), to: 80)) takes \(text.utf8.count) bytes, but at most \(StoredText.maxBytes) are stored; "
          + "store identifiers as values, not contents")
    }
    return text
  }
}
