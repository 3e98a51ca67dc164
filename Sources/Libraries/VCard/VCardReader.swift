package import Foundation

/// Reads the cards of a file: vCard 3.0 and 4.0, and what version 2.1 has in common with them.
///
/// An address book may come from anywhere, so every fault is an error with its line.
package struct VCardReader {
  /// The maximum number of cards in a file.
  package static let maxCards = 10_000
  /// The maximum number of properties of a card.
  static let maxProperties = 1000
  /// The properties that are not read, because they are large and have no words.
  private static let skipped: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]

  private var cards: [VCard] = []
  private var open: (line: Int, version: String?, properties: [VCardProperty])?

  /// Returns the cards of a file.
  ///
  /// - Throws: `VCardError` with the first fault.
  package static func cards(of data: Data) throws(VCardError) -> [VCard] {
    var reader = VCardReader()
    for line in VCardLines(try bytes(of: data)) { try reader.read(line) }
    if let open = reader.open { throw VCardError(line: open.line, "the card has no end; add a line END:VCARD after it") }
    return reader.cards
  }

  /// Returns UTF-8; some address books write UTF-16.
  private static func bytes(of data: Data) throws(VCardError) -> [UInt8] {
    let bytes = Array(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    guard bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
    guard let text = String(data: data, encoding: .utf16) else {
      throw VCardError(line: 1, "the file begins like UTF-16, but is not valid; save it as UTF-8")
    }
    return Array(text.utf8)
  }

  private mutating func read(_ line: VCardLines.Line) throws(VCardError) {
    guard line.bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    let property = try VCardPropertyParser.property(of: line)
    switch (property.name, open) {
    case ("BEGIN", nil):
      guard property.value.uppercased() == "VCARD" else {
        throw VCardError(line: line.number, "this is not the beginning of a card; a card begins with BEGIN:VCARD")
      }
      open = (line.number, nil, [])
    case (_, nil):
      throw VCardError(line: line.number, "this line is outside of a card; a card begins with BEGIN:VCARD")
    case ("BEGIN", let card?):
      throw VCardError(
        line: line.number, "another card begins before the one of line \(card.line) ends; add a line END:VCARD before it")
    case ("END", let card?):
      guard card.version != nil else {
        throw VCardError(line: card.line, "the card has no version; add a line VERSION:4.0 after BEGIN:VCARD")
      }
      guard cards.count < Self.maxCards else {
        throw VCardError(line: card.line, "the file has more than \(Self.maxCards) cards; use several files")
      }
      cards.append(VCard(line: card.line, properties: card.properties))
      open = nil
    case ("VERSION", let card?):
      let version = property.value.trimmingCharacters(in: .whitespaces)
      guard ["2.1", "3.0", "4.0"].contains(version) else {
        throw VCardError(line: line.number, "this version cannot be read; export the contacts as vCard 3.0 or 4.0")
      }
      open = (card.line, version, card.properties)
    case (let name, let card?):
      guard !Self.skipped.contains(name) else { return }
      guard card.properties.count < Self.maxProperties else {
        throw VCardError(line: card.line, "the card has more than \(Self.maxProperties) properties; remove some of them")
      }
      open?.properties.append(property)
    }
  }
}
