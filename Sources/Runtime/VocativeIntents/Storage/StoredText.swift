import Foundation

/// Text and values in the form a column holds them.
package enum StoredText {
  /// The most bytes a stored shortcut, with its values, may take.
  static let mostBytes = 16_384

  /// The text up to a number of Unicode scalars; SQLite ends a text at U+0000, so these go.
  static func clipped(_ text: String, to count: Int) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(count))
    return String(scalars)
  }

  /// The text on one line, without what a terminal would obey: escape sequences, control characters and marks that turn the direction.
  package static func line(_ text: String) -> String {
    let visible = text.replacing(#/\u{1B}(?:\[[0-?]*[ -\/]*[@-~]|\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)?|[@-_])?/#, with: "")
    let scalars = visible.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar.properties.generalCategory {
      case .lineSeparator, .paragraphSeparator: return " "
      case .control: return scalar.properties.isWhitespace ? " " : nil
      // Emoji are joined by some of these.
      case .format: return "\u{202A}"..."\u{202E}" ~= scalar || "\u{2066}"..."\u{2069}" ~= scalar ? nil : scalar
      default: return scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
  }

  /// The value as JSON; one value has one form.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value that JSON describes; nil for what only a later version can read.
  static func value<Value: Decodable>(_ type: Value.Type, fromJSON text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension RuntimeStore {
  /// The value as JSON, refused where it is larger than anything a person could have meant.
  func json(_ value: some Encodable, called name: @autoclosure () -> String) throws -> String {
    let text = try StoredText.json(value)
    guard text.utf8.count <= StoredText.mostBytes else {
      throw refusal(
        "\(StoredText.clipped(name(), to: 80)) takes \(text.utf8.count) bytes, and at most \(StoredText.mostBytes) are stored; "
          + "give identifiers as values, not contents")
    }
    return text
  }
}
