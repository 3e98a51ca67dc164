import Foundation
import GRDB
import ProgramOutput
import VCard
import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

/// The folder with the cards of contacts that programs add, one in each file.
struct ContactFolder: Sendable {
  let path: String
  let store: MessagesStore

  /// Returns the contacts and groups that are offered.
  func listings() async throws -> [ContactListing] { try await store.store.read { try $0.contactListings() } }

  /// Writes a card.
  ///
  /// - Throws: `AssistantOperationError` if it cannot be used or written.
  func add(_ contact: NewContact) throws(AssistantOperationError) {
    let (first, last) = Self.parts(of: contact.name)
    let identity = UUID().uuidString.lowercased()
    var lines = ["BEGIN:VCARD", "VERSION:4.0", "UID:urn:uuid:\(identity)", "FN:\(VCardProperty.escaped(contact.name))"]
    lines.append("N:\(VCardProperty.escaped(last));\(VCardProperty.escaped(first));;;")
    func add(_ property: String, _ values: [String]) { lines += values.map { "\(property):\(VCardProperty.escaped($0))" } }
    add("NICKNAME", contact.nicknames)
    add(ContactCard.relationshipProperty, contact.relationships)
    add("TEL", contact.telephone)
    add("EMAIL", contact.email)
    add("X-PHONETIC-FIRST-NAME", contact.pronunciation.map { [$0] } ?? [])
    let file = "\(path)/\(identity).vcf"
    let text = (lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    try check(text)
    do throws(OutputFileError) {
      try OutputFile(file).writeMakingFolder(Data(text.utf8), mode: 0o600)
    } catch {
      throw AssistantOperationError(.unavailable, "\(path): the contact cannot be written: \(error.diskReason)")
    }
  }

  /// Checks a card as its reader will.
  private func check(_ text: String) throws(AssistantOperationError) {
    do throws(VCardError) {
      var faults: [VCardError] = []
      for card in try VCardReader.cards(of: Data(text.utf8)) {
        _ = try ContactCard(card, in: path, isOwner: false) { faults.append($0) }
      }
      if let fault = faults.first { throw fault }
    } catch {
      throw AssistantOperationError(.invalid, error.reason)
    }
  }

  private static func parts(of name: String) -> (first: String, last: String) {
    let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.count > 1 ? (words.dropLast().joined(separator: " "), words[words.count - 1]) : (words.first ?? "", "")
  }

  /// Removes the contact or the group with an identifier or a name, and returns its identifier.
  ///
  /// - Throws: `AssistantOperationError` if there is none, if there are several, or if another program owns its card.
  func remove(_ wanted: String) async throws -> String {
    let listings = try await listings()
    let words = SpokenText.words(of: wanted)
    let found = listings.filter { $0.id == wanted }
    let named = found.isEmpty ? listings.filter { !words.isEmpty && SpokenText.words(of: $0.name) == words } : found
    guard let only = named.first else {
      throw AssistantOperationError(.notFound, "there is no contact \"\(wanted)\"; \"vocative contacts list\" lists all")
    }
    guard named.count == 1 else {
      throw AssistantOperationError(
        .notFound, "\(named.count) contacts are called so; give an identifier: \(named.map(\.id).joined(separator: ", "))")
    }
    guard let file = only.file else {
      try await store.store.write { try $0.unlist(only) }
      return only.id
    }
    guard file.hasPrefix(path + "/") else {
      throw AssistantOperationError(.unavailable, "the contact is in \(file), which Vocative only reads; remove it there")
    }
    guard try VCardReader.cards(of: Data(contentsOf: URL(fileURLWithPath: file))).count == 1 else {
      throw AssistantOperationError(.unavailable, "\(file) has several cards; remove the card in the file")
    }
    do {
      try FileManager.default.removeItem(atPath: file)
    } catch {
      throw AssistantOperationError(.unavailable, "\(file) cannot be removed; check that you own its folder")
    }
    return only.id
  }
}

extension Database {
  fileprivate func contactListings() throws -> [ContactListing] {
    let (contacts, groups) = (try contactsByRow(), try groupsByRow())
    let addresses = Dictionary(grouping: try contactAddresses(), by: \.contact).mapValues { $0.map(\.address) }
    func rows(_ table: String) throws -> [(id: Int64, file: String?)] {
      try Row.fetchAll(self, sql: "SELECT id, source FROM \(table) WHERE isListed ORDER BY name, id").map {
        (try $0.value(of: "id"), try $0.value(of: "source"))
      }
    }
    let people = try rows("contact").compactMap { row, file in
      contacts[row].map { contact in
        let own = addresses[row] ?? []
        return ContactListing(
          id: contact.id, kind: "contact", name: contact.name, nicknames: contact.nicknames, relationships: contact.relationships,
          telephone: own.filter { $0.kind == .telephone }.map(\.address), email: own.filter { $0.kind == .email }.map(\.address),
          members: nil, file: file)
      }
    }
    let together = try rows("contactGroup").compactMap { row, file -> ContactListing? in
      guard let group = groups[row] else { return nil }
      return try ContactListing(
        id: group.id, kind: "group", name: group.name, nicknames: [], relationships: [], telephone: [], email: [],
        members: memberRows(of: row).compactMap { contacts[$0]?.id }, file: file)
    }
    return people + together
  }

  fileprivate func unlist(_ listing: ContactListing) throws {
    let table = listing.kind == "group" ? "contactGroup" : "contact"
    try execute(sql: "UPDATE \(table) SET isListed = FALSE WHERE identifier = ?", arguments: [listing.id])
  }
}
