import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

extension MessagesStore {
  /// Replaces the contacts and groups that have cards, and returns whether anything changed.
  ///
  /// A contact without a card anymore stays as the sender or the recipient of its messages, and is not offered.
  ///
  /// - Parameter keeping: The files whose contacts stay as they are.
  func replaceCards(_ cards: [SourcedCard], keeping kept: Set<String>) async throws -> Bool {
    // Reading first, so that a program that changes nothing needs no lock.
    guard try await store.read({ try $0.cardsDiffer(from: cards, keeping: kept) }) else { return false }
    return try await store.write { database in
      var known = try database.knownCards()
      for card in cards where known[card.card.key]?.isSame(as: card) != true {
        try database.save(card, over: known[card.card.key])
      }
      for card in cards { known[card.card.key] = nil }
      for gone in known.values where !kept.contains(gone.source) && gone.isListed { try database.unlist(gone) }
      // Members may come after their group.
      for card in cards where card.card.kind == .group { try database.setMembers(of: card.card) }
      return true
    }
  }
}

/// A card in the store.
private struct KnownCard {
  let id: Int64
  let kind: ContactCard.Kind
  let source: String
  let content: String
  let isListed: Bool

  func isSame(as card: SourcedCard) -> Bool {
    isListed && kind == card.card.kind && source == card.source && content == card.card.json
  }
}

extension ContactCard {
  /// The card as text, to see whether it has changed.
  fileprivate var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  fileprivate var table: String { kind == .person ? "contact" : "contactGroup" }
}

extension Database {
  fileprivate func knownCards() throws -> [String: KnownCard] {
    var known: [String: KnownCard] = [:]
    for (kind, table) in [(ContactCard.Kind.person, "contact"), (.group, "contactGroup")] {
      let rows = try Row.fetchAll(self, sql: "SELECT id, card, source, content, isListed FROM \(table) WHERE card IS NOT NULL")
      for row in rows {
        known[try row.value(of: "card")] = try KnownCard(
          id: row.value(of: "id"), kind: kind, source: row.value(of: "source"), content: row.value(of: "content"),
          isListed: row.value(of: "isListed"))
      }
    }
    return known
  }

  fileprivate func cardsDiffer(from cards: [SourcedCard], keeping kept: Set<String>) throws -> Bool {
    let known = try knownCards()
    let keys = Set(cards.map(\.card.key))
    return cards.contains { known[$0.card.key]?.isSame(as: $0) != true }
      || known.contains { !keys.contains($0.key) && $0.value.isListed && !kept.contains($0.value.source) }
  }

  fileprivate func save(_ sourced: SourcedCard, over known: KnownCard?) throws {
    let card = sourced.card
    var known = known
    if let former = known, former.kind != card.kind {
      try execute(
        sql: "UPDATE \(former.kind == .person ? "contact" : "contactGroup") SET card = NULL WHERE id = ?", arguments: [former.id])
      try unlist(former)
      known = nil
    }
    let id: Int64
    if let row = try known?.id ?? unlistedContact(with: card) {
      try execute(
        sql: "UPDATE \(card.table) SET name = ?, card = ?, source = ?, content = ?, isListed = TRUE WHERE id = ?",
        arguments: [card.name, card.key, sourced.source, card.json, row])
      id = row
    } else {
      let identifier = try freeIdentifier(SpokenNames.identifier(for: card.name), in: card.table)
      try execute(
        sql: "INSERT INTO \(card.table) (identifier, name, card, source, content) VALUES (?, ?, ?, ?, ?)",
        arguments: [identifier, card.name, card.key, sourced.source, card.json])
      id = lastInsertedRowID
    }
    switch card.kind {
    case .person:
      try setNames(card.names, of: id)
      try setAddresses(card.addresses, of: id)
      try setPronunciations(card.pronunciations, in: "contactPronunciation", "contactID", id)
    case .group: try setPronunciations(card.pronunciations, in: "groupPronunciation", "groupID", id)
    }
  }

  /// Returns a sender without a card who has an address of the card.
  private func unlistedContact(with card: ContactCard) throws -> Int64? {
    guard card.kind == .person, !card.addresses.isEmpty else { return nil }
    return try contactAddresses(where: "NOT isListed AND card IS NULL").first { _, address in
      card.addresses.contains { $0.matches(address.address) }
    }?.contact
  }

  fileprivate func unlist(_ card: KnownCard) throws {
    try execute(
      sql: "UPDATE \(card.kind == .person ? "contact" : "contactGroup") SET isListed = FALSE WHERE id = ?", arguments: [card.id])
  }

  fileprivate func setMembers(of card: ContactCard) throws {
    guard let group = try Int64.fetchOne(self, sql: "SELECT id FROM contactGroup WHERE card = ?", arguments: [card.key]) else {
      return
    }
    try execute(sql: "DELETE FROM groupMember WHERE groupID = ?", arguments: [group])
    for member in card.members {
      try execute(
        sql: "INSERT OR IGNORE INTO groupMember (groupID, contactID) SELECT ?, id FROM contact WHERE card = ?",
        arguments: [group, member])
    }
  }

  // MARK: Details

  func setNames(_ names: ContactNames, of contact: Int64) throws {
    try execute(sql: "DELETE FROM contactName WHERE contactID = ?", arguments: [contact])
    for kind in ContactNames.Kind.allCases {
      for (position, name) in names[kind].enumerated() {
        try execute(
          sql: "INSERT INTO contactName (contactID, kind, position, name) VALUES (?, ?, ?, ?)",
          arguments: [contact, kind.rawValue, position, name])
      }
    }
  }

  func setAddresses(_ addresses: [ContactAddress], of contact: Int64) throws {
    try execute(sql: "DELETE FROM contactAddress WHERE contactID = ?", arguments: [contact])
    for (position, address) in addresses.enumerated() {
      try execute(
        sql: "INSERT INTO contactAddress (contactID, position, kind, label, address) VALUES (?, ?, ?, ?, ?)",
        arguments: [contact, position, address.kind.rawValue, address.label, address.address])
    }
  }

  private func setPronunciations(
    _ pronunciations: [String: [String]], in table: String, _ column: String, _ id: Int64
  ) throws {
    try execute(sql: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [id])
    for (name, phones) in pronunciations {
      try execute(
        sql: "INSERT INTO \(table) (\(column), name, phones) VALUES (?, ?, ?)",
        arguments: [id, name, phones.joined(separator: " ")])
    }
  }

  /// Returns the addresses of contacts by row, in order.
  func contactAddresses(where condition: String = "TRUE") throws -> [(contact: Int64, address: ContactAddress)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT contactID, kind, label, address FROM contactAddress JOIN contact ON contact.id = contactID
        WHERE \(condition) ORDER BY contactID, position
        """
    ).map { row in
      let kind = ContactAddress.Kind(rawValue: try row.value(of: "kind")) ?? .email
      return (try row.value(of: "contactID"), try ContactAddress(kind, row.value(of: "address"), label: row.value(of: "label")))
    }
  }
}
