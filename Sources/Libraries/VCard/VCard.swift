/// A card of an address book: a contact or a group.
package struct VCard: Equatable, Sendable {
  /// The line of its beginning, counted from 1.
  package let line: Int
  /// Its properties in the order of the file, without `BEGIN`, `END` and `VERSION`, and without pictures, sounds and keys.
  package let properties: [VCardProperty]

  /// Creates a card.
  package init(line: Int, properties: [VCardProperty]) {
    self.line = line
    self.properties = properties
  }

  /// Returns the properties with a name, those with the smallest `PREF` first.
  package func all(_ name: String) -> [VCardProperty] {
    properties.filter { $0.name == name }.enumerated()
      .sorted { ($0.element.preference, $0.offset) < ($1.element.preference, $1.offset) }.map(\.element)
  }

  /// Returns the preferred property with a name; nil if there is none.
  package func first(_ name: String) -> VCardProperty? { all(name).first }

  /// Returns the text of the label that an address book of Apple puts beside a property, such as `Sister`; nil if there is none.
  package func label(of property: VCardProperty) -> String? {
    guard let group = property.group else { return nil }
    let label = properties.first { $0.group == group && $0.name == "X-ABLABEL" }?.text
    guard let label, label.hasPrefix("_$!<"), label.hasSuffix(">!$_") else { return label }
    return String(label.dropFirst(4).dropLast(4))
  }
}

/// The reason why a file is not a list of cards.
package struct VCardError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// The fault and the remedy, without any value of the file, which may be private.
  package let reason: String

  /// Creates an error for a line.
  package init(line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The line and the reason.
  package var description: String { "line \(line): \(reason)" }
}
