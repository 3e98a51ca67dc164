import GRDB
public import VocativeIntents
public import VocativeStorage
import VocativeUnderstanding

/// Names supplied by an application, such as contacts, playlists and accounts.
///
/// INVocabulary's counterpart on Linux.
public struct Vocabulary: Sendable {
  /// The maximum number of names of one kind; the least important ones beyond it are dropped.
  public static let maxStrings = 5000
  /// The maximum number of characters of a name or an identifier.
  public static let maxCharacters = 500

  /// A kind of name.
  public typealias Kind = VocabularyKind

  let assistant: String
  let runtime: RuntimeStore

  /// Creates the vocabulary of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// Replaces the names of a kind, most important first; those after the first `maxStrings` are not kept.
  ///
  /// Several things may have the same name. If somebody says it, the assistant asks which one is meant.
  ///
  /// - Returns: The number of names that are not kept.
  /// - Throws: `StoreError` if a name has no words, is too long or is a duplicate for the same identifier, or if the store cannot
  ///   be written. The previous names remain in this case.
  @discardableResult
  public func set(_ strings: [SpeakableString], of kind: Kind) async throws(StoreError) -> Int {
    let kept = Array(strings.prefix(Self.maxStrings))
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
    return strings.count - kept.count
  }

  /// Removes the names of a kind.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll(of kind: Kind) async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(
        sql: "DELETE FROM vocabulary WHERE assistant = ? AND kind = ?", arguments: [assistant, kind.rawValue])
    }
  }

  /// Removes the names of all kinds.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll() async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(sql: "DELETE FROM vocabulary WHERE assistant = ?", arguments: [assistant])
    }
  }

  /// Returns the names of a kind that were set on this device, most important first.
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

  /// Rejects names that cannot be spoken or distinguished, and returns the spoken form of each as dictionary words.
  private func check(_ strings: [SpeakableString], of kind: Kind) throws(StoreError) -> [String] {
    var sentences: [String] = []
    var positions: [String: [[String]: Int]] = [:]
    for (index, string) in strings.enumerated() {
      let name = "number \(index + 1) of the \(kind.rawValue) vocabulary of the assistant \"\(assistant)\""
      for text in [string.spokenPhrase, string.vocabularyIdentifier] {
        guard text.unicodeScalars.count <= Self.maxCharacters else {
          throw runtime.refusal(
            "\(name), \"\(ShortText.clipped(text, to: 40))…\", has more than \(Self.maxCharacters) characters; use the spoken name"
          )
        }
        guard !text.unicodeScalars.contains("\0") else {
          throw runtime.refusal("\(name) contains the character U+0000; remove it")
        }
      }
      guard !string.vocabularyIdentifier.isEmpty else {
        throw runtime.refusal("\(name), \"\(string.spokenPhrase)\", has no identifier; add one for requests")
      }
      let words = SpokenText.words(of: string.spokenPhrase)
      guard !words.isEmpty else {
        throw runtime.refusal(
          "\(name) has no words to say: \"\(string.spokenPhrase)\"; add the spoken words, or remove it")
      }
      if let hint = string.pronunciationHint, hint.isEmpty || !hint.allSatisfy(Self.isPhone) {
        throw runtime.refusal(
          "\(name), \"\(string.spokenPhrase)\", has a pronunciation that is not a list of phones; write one as [\"B\", \"IH\", \"G\"]"
        )
      }
      if let former = positions[string.vocabularyIdentifier, default: [:]].updateValue(index, forKey: words) {
        throw runtime.refusal(
          "\(name), \"\(string.spokenPhrase)\", sounds like number \(former + 1) and has the same identifier; keep one of them")
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
  /// Creates a name from a database row.
  init(_ row: Row) throws {
    try self.init(
      vocabularyIdentifier: row.value(of: "identifier"), spokenPhrase: row.value(of: "phrase"),
      pronunciationHint: (row.value(of: "pronunciation") as String?)?.split(separator: " ").map(String.init))
  }
}
