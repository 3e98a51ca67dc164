import GRDB
public import VocativeStorage
import VocativeUnderstanding

/// Names of an application's own that people say: contacts, playlists, accounts.
///
/// INVocabulary's part on Linux.
public struct Vocabulary: Sendable {
  /// The most names of one kind; the least important of more are dropped.
  public static let mostStrings = 5000
  /// The most characters of a name or an identifier.
  public static let mostCharacters = 500

  let assistant: String
  let runtime: RuntimeStore

  /// An assistant's vocabulary in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// Replaces the names of a kind, the most important first; of more than `mostStrings` the last are dropped.
  ///
  /// - Throws: `StoreError` if a name has no words, is too long or stands there twice, and when the store cannot be written.
  ///   The former names stay then.
  public func set(_ strings: [SpeakableString], of kind: Kind) async throws(StoreError) {
    let kept = Array(strings.prefix(Self.mostStrings))
    let sentences = try check(kept, of: kind)
    try await runtime.store.write { [assistant] database in
      try database.execute(
        sql: "DELETE FROM vocabulary WHERE assistant = ? AND kind = ?", arguments: [assistant, kind.rawValue])
      try database.execute(
        sql: "INSERT OR IGNORE INTO vocabularyKind (assistant, kind) VALUES (?, ?)", arguments: [assistant, kind.rawValue])
      let insertion = try database.makeStatement(
        sql: """
          INSERT INTO vocabulary (assistant, kind, position, identifier, phrase, pronunciation, sentence)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """)
      for (position, string) in kept.enumerated() {
        try insertion.execute(arguments: [
          assistant, kind.rawValue, position, string.vocabularyIdentifier, string.spokenPhrase,
          string.pronunciationHint?.joined(separator: " "), sentences[position],
        ])
      }
    }
  }

  /// Forgets the names of a kind.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll(of kind: Kind) async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(
        sql: "DELETE FROM vocabulary WHERE assistant = ? AND kind = ?", arguments: [assistant, kind.rawValue])
    }
  }

  /// Forgets the names of every kind.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll() async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(sql: "DELETE FROM vocabulary WHERE assistant = ?", arguments: [assistant])
    }
  }

  /// The names of a kind that were set here, the most important first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func strings(of kind: Kind) async throws(StoreError) -> [SpeakableString] {
    try await runtime.store.read { [assistant] database in
      try Row.fetchAll(
        database,
        sql: "SELECT identifier, phrase, pronunciation FROM vocabulary WHERE assistant = ? AND kind = ? ORDER BY position",
        arguments: [assistant, kind.rawValue]
      ).map { try SpeakableString($0) }
    }
  }

  /// Refuses what cannot be said or told apart; gives what is said for each, as dictionary words.
  private func check(_ strings: [SpeakableString], of kind: Kind) throws(StoreError) -> [String] {
    var sentences: [String] = []
    var positions: [[String]: Int] = [:]
    for (index, string) in strings.enumerated() {
      let name = "number \(index + 1) of the \(kind.rawValue) vocabulary"
      for text in [string.spokenPhrase, string.vocabularyIdentifier] {
        guard text.unicodeScalars.count <= Self.mostCharacters else {
          throw runtime.refusal(
            "\(name), \"\(StoredText.clipped(text, to: 40))…\", has more than \(Self.mostCharacters) characters; give what is said"
          )
        }
        guard !text.unicodeScalars.contains("\0") else {
          throw runtime.refusal("\(name) has a character U+0000 in it; leave it out")
        }
      }
      guard !string.vocabularyIdentifier.isEmpty else {
        throw runtime.refusal("\(name), \"\(string.spokenPhrase)\", has no identifier; give it one that requests can name")
      }
      let words = SpokenText.words(of: string.spokenPhrase)
      guard !words.isEmpty else {
        throw runtime.refusal(
          "\(name) has no words to say: \"\(string.spokenPhrase)\"; give the words people say, or leave it out")
      }
      if let hint = string.pronunciationHint, hint.isEmpty || !hint.allSatisfy(Self.isPhone) {
        throw runtime.refusal(
          "\(name), \"\(string.spokenPhrase)\", has a pronunciation that is not a list of phones; write one as [\"B\", \"IH\", \"G\"]"
        )
      }
      if let former = positions.updateValue(index, forKey: words) {
        throw runtime.refusal(
          "\(name), \"\(string.spokenPhrase)\", is said like number \(former + 1); keep one, or tell them apart by more words")
      }
      sentences.append(words.joined(separator: " "))
    }
    return sentences
  }

  static func isPhone(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension SpeakableString {
  /// A name as its columns have it.
  init(_ row: Row) throws {
    try self.init(
      vocabularyIdentifier: row.value(of: "identifier"), spokenPhrase: row.value(of: "phrase"),
      pronunciationHint: (row.value(of: "pronunciation") as String?)?.split(separator: " ").map(String.init))
  }
}
