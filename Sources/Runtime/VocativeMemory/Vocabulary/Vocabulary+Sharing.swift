import GRDB
package import VocativeIntents
package import VocativeStorage
import VocativeUnderstanding

extension Vocabulary {
  /// The maximum number of name lists of other devices; there is one for each device and kind.
  package static let maxSharedLists = 128
  /// The maximum number of words of a name from another device.
  package static let maxSharedWords = 10
  /// The maximum number of different words in the names of a kind from other devices.
  static let maxDifferentWords = 4000

  /// Returns the names of a kind to recognize: those of this device, then those of other devices that are spoken differently.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func spokenStrings(of kind: Kind) async throws(StoreError) -> [SpeakableString] {
    try await runtime.store.read { [assistant] database in
      let own = try Self.said(database, in: "vocabulary", "ORDER BY position", of: assistant, kind)
      let others = try Self.said(database, in: "sharedVocabulary", "ORDER BY box, position", of: assistant, kind)
      guard !others.isEmpty else { return own.map(\.string) }
      var sentences = Set(own.map(\.sentence))
      var words: Set<Substring> = []
      var all = own.map(\.string)
      for other in others where all.count < Self.maxStrings {
        let new = other.sentence.split(separator: " ").filter { !words.contains($0) }
        guard words.count + new.count <= Self.maxDifferentWords, sentences.insert(other.sentence).inserted else { continue }
        words.formUnion(new)
        all.append(other.string)
      }
      return all
    }
  }

  private static func said(
    _ database: Database, in table: String, _ order: String, of assistant: String, _ kind: Kind
  ) throws -> [(string: SpeakableString, sentence: String)] {
    try Row.fetchAll(
      database,
      sql: "SELECT identifier, phrase, pronunciation, sentence FROM \(table) WHERE assistant = ? AND kind = ? \(order)",
      arguments: [assistant, kind.rawValue]
    ).map { row in
      let string = try SpeakableString(row)
      let sentence: String? = try row.value(of: "sentence")
      return (string, sentence ?? SpokenText.sentence(of: string.spokenPhrase))
    }
  }

  /// Returns the names that this device set, by kind; an empty list if they were set and removed.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func ownStrings() async throws(StoreError) -> [Kind: [SpeakableString]] {
    let kinds = try await runtime.store.read { [assistant] database in
      try String.fetchAll(database, sql: "SELECT kind FROM vocabularyKind WHERE assistant = ?", arguments: [assistant])
    }
    var own: [Kind: [SpeakableString]] = [:]
    for kind in kinds.map({ Kind(rawValue: $0) }) { own[kind] = try await strings(of: kind) }
    return own
  }

  /// Replaces the names that another device set; known names cause no write.
  ///
  /// Invalid names are ignored.
  ///
  /// - Returns: Whether the names were accepted; false if there are already too many devices and kinds.
  /// - Throws: `StoreError` if the store cannot be read or written.
  package func merge(_ strings: [SpeakableString], of kind: Kind, from box: String) async throws(StoreError) -> Bool {
    let kept = Array(strings.prefix(Self.maxStrings)).filter(Self.isShareable)
    return try await runtime.store.write { [assistant] database in
      let place: StatementArguments = [assistant, kind.rawValue, box]
      let known = try Row.fetchAll(
        database,
        sql: """
          SELECT identifier, phrase, pronunciation FROM sharedVocabulary WHERE assistant = ? AND kind = ? AND box = ?
          ORDER BY position
          """, arguments: place
      ).map { try SpeakableString($0) }
      guard known != kept else { return true }
      if known.isEmpty {
        let lists = try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM (SELECT DISTINCT kind, box FROM sharedVocabulary WHERE assistant = ?)",
          arguments: [assistant])
        guard (lists ?? 0) < Self.maxSharedLists else { return false }
      }
      try database.execute(
        sql: "DELETE FROM sharedVocabulary WHERE assistant = ? AND kind = ? AND box = ?", arguments: place)
      for (position, string) in kept.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO sharedVocabulary (assistant, kind, box, position, identifier, phrase, pronunciation, sentence)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: place + [
            position, string.vocabularyIdentifier, string.spokenPhrase, string.pronunciationHint?.joined(separator: " "),
            SpokenText.sentence(of: string.spokenPhrase),
          ])
      }
      return true
    }
  }

  /// Returns whether a name from another device is valid and short enough to be spoken in one breath.
  private static func isShareable(_ string: SpeakableString) -> Bool {
    [string.spokenPhrase, string.vocabularyIdentifier].allSatisfy {
      $0.unicodeScalars.count <= maxCharacters && !$0.unicodeScalars.contains("\0")
    } && !string.vocabularyIdentifier.isEmpty
      && (1...maxSharedWords).contains(SpokenText.words(of: string.spokenPhrase).count)
      && string.pronunciationHint.map { (1...maxSharedPhones).contains($0.count) && $0.allSatisfy(isPhone) } ?? true
  }

  /// The maximum number of phones of a name from another device.
  private static let maxSharedPhones = 100
}
