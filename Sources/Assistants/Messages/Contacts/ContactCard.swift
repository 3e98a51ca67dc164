import Foundation
import VCard
import VocativeUnderstanding

/// A card of the address book, as Messages uses it.
struct ContactCard: Equatable, Sendable, Codable {
  /// A person or a group.
  enum Kind: String, Codable { case person, group }

  /// A relation to the person of another card.
  struct Relation: Equatable, Sendable, Codable {
    let types: [String]
    /// The identity or the name of the other person.
    let target: String
  }

  /// Its identity: its `UID`, or its file and its name, with a number if the file has the name several times.
  private(set) var key: String
  let kind: Kind
  let name: String
  /// Whether it is the owner's own card.
  let isOwner: Bool
  var names: ContactNames
  private(set) var relations: [Relation] = []
  private(set) var addresses: [ContactAddress] = []
  private(set) var pronunciations: [String: [String]] = [:]
  /// The identities of the members of a group.
  private(set) var members: [String] = []
  private(set) var gender: String?

  /// The property for the relationship of a contact to the owner, which `vocative contacts add` writes.
  static let relationshipProperty = "X-VOCATIVE-RELATIONSHIP"
  /// The maximum number of characters of a name or an address.
  static let maxCharacters = 200

  /// Reads a card of a file.
  ///
  /// - Parameters:
  ///   - isOwner: Whether the file is for the owner's own card.
  ///   - report: Receives the faults of parts that are not used.
  /// - Throws: `VCardError` if it has no usable name.
  init(_ card: VCard, in file: String, isOwner: Bool, report: (VCardError) -> Void) throws(VCardError) {
    let parts = (card.first("N")?.components ?? []).map { $0.joined(separator: " ").trimmed }
    func part(_ index: Int) -> String? { parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil }
    let composed = [part(1), part(0)].compactMap(\.self).joined(separator: " ")
    let formatted = card.first("FN")?.text.trimmed ?? ""
    name = formatted.isEmpty ? composed : formatted
    guard !SpokenText.words(of: name).isEmpty else {
      throw VCardError(line: card.line, "the card has no name that can be spoken; add one, as in FN:Hannah Walker")
    }
    guard name.count <= Self.maxCharacters else {
      throw VCardError(line: card.line, "the name has more than \(Self.maxCharacters) characters; shorten it")
    }
    let kinds = (card.all("KIND") + card.all("X-ADDRESSBOOKSERVER-KIND")).map { $0.text.lowercased() }
    kind = kinds.contains("group") ? .group : .person
    let uid = card.first("UID").map { Self.identity($0.text) } ?? ""
    key = uid.isEmpty ? Self.key(named: name, in: file) : uid
    self.isOwner = isOwner || card.all("RELATED").contains { $0.types == ["me"] }
    names = ContactNames(first: part(1), last: part(0))
    names.nicknames = card.all("NICKNAME").flatMap(\.list).map(\.trimmed).filter(Self.isUsable)
    names.relationships = card.all(Self.relationshipProperty).flatMap(\.list).map(\.trimmed).filter(Self.isUsable)
    gender = (card.first("GENDER") ?? card.first("X-GENDER"))?.text
    members = (card.all("MEMBER") + card.all("X-ADDRESSBOOKSERVER-MEMBER")).map { Self.identity($0.text) }
    addresses = Self.addresses(of: card)
    relations = Self.relations(of: card)
    readPronunciations(of: card, report: report)
  }

  /// Numbers the cards of one file whose identities are the same because they have no `UID`, so that each stays.
  ///
  /// Cards with the same `UID` are the same card.
  static func numberingNamesakes(in cards: [ContactCard], of file: String) -> [ContactCard] {
    var counts: [String: Int] = [:]
    return cards.map { card in
      guard card.key == Self.key(named: card.name, in: file) else { return card }
      var numbered = card
      let count = counts[card.key, default: 0] + 1
      counts[card.key] = count
      if count > 1 { numbered.key += "#\(count)" }
      return numbered
    }
  }

  /// Returns the identity of a card without a `UID`.
  private static func key(named name: String, in file: String) -> String { "\(file)#\(name)" }

  private static func isUsable(_ text: String) -> Bool { !text.isEmpty && text.count <= maxCharacters }

  /// Returns an identity without the scheme that references have.
  private static func identity(_ text: String) -> String {
    let text = text.trimmed
    let lower = text.lowercased()
    return lower.hasPrefix("urn:uuid:") ? String(lower.dropFirst("urn:uuid:".count)) : isUUID(lower) ? lower : text
  }

  private static func isUUID(_ text: String) -> Bool { text.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#) != nil }

  private static func addresses(of card: VCard) -> [ContactAddress] {
    let kinds: [(String, ContactAddress.Kind)] = [("TEL", .telephone), ("EMAIL", .email)]
    return kinds.flatMap { name, kind in
      card.all(name).compactMap { property in
        let address = property.text.trimmed.withoutScheme
        let label = card.label(of: property) ?? property.types.first { !["pref", "voice", "internet", "text"].contains($0) }
        return isUsable(address) ? ContactAddress(kind, address, label: label) : nil
      }
    }
  }

  private static func relations(of card: VCard) -> [Relation] {
    let related = card.all("RELATED").filter { $0.types != ["me"] }.map { property in
      Relation(types: property.types, target: identity(property.text))
    }
    // Address books of Apple write the relationship beside the name.
    let labelled = card.all("X-ABRELATEDNAMES").compactMap { property in
      card.label(of: property).map { Relation(types: [$0.lowercased()], target: property.text.trimmed) }
    }
    return (related + labelled).filter { isUsable($0.target) && !$0.types.isEmpty }
  }

  private mutating func readPronunciations(of card: VCard, report: (VCardError) -> Void) {
    let hints = [("X-PHONETIC-FIRST-NAME", kind == .group ? name : names.first ?? name), ("X-PHONETIC-LAST-NAME", names.last)]
    for (property, said) in hints {
      guard let said, let hint = card.first(property), !hint.text.trimmed.isEmpty else { continue }
      guard let found = PhoneticName.pronunciations(of: said, soundingLike: hint.text) else {
        report(
          VCardError(
            line: hint.line,
            "the pronunciation cannot be read; write phones, as in SH IH V AO N, or letters from a to z that sound alike"))
        continue
      }
      pronunciations.merge(found) { first, _ in first }
    }
  }
}

extension String {
  /// The text without a scheme of telephone numbers and email addresses.
  fileprivate var withoutScheme: String {
    for scheme in ["tel:", "mailto:"] where lowercased().hasPrefix(scheme) { return String(dropFirst(scheme.count)) }
    return self
  }
}
