import GRDB
import VocativeIntents
public import VocativeMemory
import VocativeStorage

extension MessagesStore {
  /// Adds a pronunciation of a contact's name in phones of the CMU dictionary: `SH IH V AO N`.
  public func addPronunciation(of name: String, phones: [String], to contact: Contact.ID) async throws {
    try await store.write { try $0.insertPronunciation(name.lowercased(), phones: phones, of: contact) }
  }

  /// Updates the vocabulary with the names of contacts and groups, ordered by most recent message.
  public func update(_ vocabulary: Vocabulary) async throws {
    let (contacts, groups) = try await store.read { database in
      (try Self.contactStrings(database), try Self.groupStrings(database))
    }
    try await vocabulary.set(contacts, of: .contactName)
    try await vocabulary.set(groups, of: .contactGroupName)
  }

  private static func contactStrings(_ database: Database) throws -> [SpeakableString] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT identifier, contactPronunciation.name AS name, phones,
          MAX(COALESCE((SELECT MAX(sentAt) FROM message WHERE senderID = contact.id), 0),
            COALESCE((SELECT MAX(sentAt) FROM sentMessage WHERE contactID = contact.id), 0)) AS latest
        FROM contact JOIN contactPronunciation ON contactID = contact.id ORDER BY latest DESC, contact.id, name
        """
    ).map { row in
      try SpeakableString(
        vocabularyIdentifier: row.value(of: "identifier"), spokenPhrase: row.value(of: "name"),
        pronunciationHint: (row.value(of: "phones") as String).split(separator: " ").map(String.init))
    }
  }

  private static func groupStrings(_ database: Database) throws -> [SpeakableString] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT identifier, name, MAX(COALESCE((SELECT MAX(sentAt) FROM message WHERE groupID = contactGroup.id), 0),
          COALESCE((SELECT MAX(sentAt) FROM sentMessage WHERE groupID = contactGroup.id), 0)) AS latest
        FROM contactGroup ORDER BY latest DESC, id
        """
    ).compactMap { row in
      let words = try SpokenNames.words(of: row.value(of: "name"), withoutFirst: ["the", "my"], withoutLast: ["group"])
      guard !words.isEmpty else { return nil }
      return try SpeakableString(vocabularyIdentifier: row.value(of: "identifier"), spokenPhrase: words.joined(separator: " "))
    }
  }
}
