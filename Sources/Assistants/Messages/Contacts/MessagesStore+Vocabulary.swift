import GRDB
import VocativeIntents
public import VocativeMemory
import VocativeStorage
import VocativeUnderstanding

extension MessagesStore {
  /// Updates the vocabulary with the names of contacts and groups, ordered by most recent message.
  ///
  /// - Returns: The number of changed names that the vocabulary does not keep, because there are too many.
  @discardableResult
  public func update(_ vocabulary: Vocabulary) async throws -> Int {
    let (contacts, groups) = try await store.read { database in
      (try Self.contactStrings(database), try Self.groupStrings(database))
    }
    var dropped = 0
    for (strings, kind) in [(contacts, VocabularyKind.contactName), (groups, .contactGroupName)] {
      // Equal names cause no write.
      guard try await vocabulary.strings(of: kind) != Array(strings.prefix(Vocabulary.maxStrings)) else { continue }
      dropped += try await vocabulary.set(strings, of: kind)
    }
    return dropped
  }

  private static func contactStrings(_ database: Database) throws -> [SpeakableString] {
    let contacts = try database.contactsByRow()
    let latest = try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM contact WHERE isListed ORDER BY MAX(
          COALESCE((SELECT MAX(sentAt) FROM message WHERE senderID = contact.id), 0),
          COALESCE((SELECT MAX(sentAt) FROM sentMessage JOIN sentRecipient ON messageID = sentMessage.id
            WHERE contactID = contact.id), 0)) DESC, id
        """)
    return strings(
      latest.compactMap { contacts[$0] }.map { contact in
        (contact.id, [contact.name] + contact.pronunciations.keys.sorted(), contact.pronunciations)
      })
  }

  private static func groupStrings(_ database: Database) throws -> [SpeakableString] {
    let groups = try database.groupsByRow()
    let latest = try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM contactGroup WHERE isListed ORDER BY MAX(
          COALESCE((SELECT MAX(sentAt) FROM message WHERE groupID = contactGroup.id), 0),
          COALESCE((SELECT MAX(sentAt) FROM sentMessage JOIN sentRecipient ON messageID = sentMessage.id
            WHERE groupID = contactGroup.id), 0)) DESC, id
        """)
    return strings(
      latest.compactMap { groups[$0] }.map { group in
        (group.id, [group.name] + group.pronunciations.keys.sorted(), group.pronunciations)
      })
  }

  /// Returns the names that can be spoken, without those that sound alike for the same thing.
  private static func strings(
    _ named: [(identifier: String, names: [String], pronunciations: [String: [String]])]
  ) -> [SpeakableString] {
    named.flatMap { identifier, names, pronunciations -> [SpeakableString] in
      var known: Set<[String]> = []
      return names.compactMap { name in
        let words = SpokenNames.words(of: name, withoutFirst: ["the", "my"], withoutLast: ["group"])
        guard !words.isEmpty, known.insert(words).inserted else { return nil }
        let spoken = words.joined(separator: " ")
        return SpeakableString(vocabularyIdentifier: identifier, spokenPhrase: spoken, pronunciationHint: pronunciations[spoken])
      }
    }
  }
}
