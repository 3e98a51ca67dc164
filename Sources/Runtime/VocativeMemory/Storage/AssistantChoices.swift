import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// The assistants that a person chose for sentences that several assistants share.
public struct AssistantChoices: Sendable {
  /// The maximum number of remembered choices; older ones are dropped.
  public static let maxChoices = 200

  private let runtime: RuntimeStore

  /// Creates the choices in a store.
  public init(store: RuntimeStore) { runtime = store }

  /// Returns the remembered choices, newest first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [SharedSentenceChoice] {
    try await runtime.store.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM assistantChoice ORDER BY sequence DESC, date DESC").map { row in
        try SharedSentenceChoice(
          sentence: row.value(of: "sentence"), assistant: row.value(of: "assistant"),
          others: StoredText.value([String].self, fromJSON: row.value(of: "others")) ?? [],
          date: Date(timeIntervalSince1970: row.value(of: "date")))
      }
    }
  }

  /// Forgets the choices for a sentence; returns whether there were any.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func forget(_ sentence: String) async throws(StoreError) -> Bool {
    try await runtime.store.write { database in
      try database.execute(sql: "DELETE FROM assistantChoice WHERE sentence = ?", arguments: [sentence])
      return database.changesCount > 0
    }
  }

  /// Forgets all choices.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func forgetAll() async throws(StoreError) {
    try await runtime.store.write { database in try database.execute(sql: "DELETE FROM assistantChoice") }
  }

  /// Returns the assistant that was chosen among intents; nil if there is none.
  func assistant(among meanings: [String]) async throws(StoreError) -> String? {
    try await runtime.store.read { database in
      try String.fetchOne(
        database, sql: "SELECT assistant FROM assistantChoice WHERE meanings = ?", arguments: [Self.key(meanings)])
    }
  }

  /// Remembers a choice among intents.
  func remember(_ choice: SharedSentenceChoice, among meanings: [String]) async throws(StoreError) {
    try await runtime.store.write { database in
      try database.execute(
        sql: """
          INSERT INTO assistantChoice (meanings, sentence, assistant, others, date, sequence)
          VALUES (?, ?, ?, ?, ?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM assistantChoice))
          ON CONFLICT (meanings) DO UPDATE SET sentence = excluded.sentence, assistant = excluded.assistant,
            others = excluded.others, date = excluded.date, sequence = excluded.sequence
          """,
        arguments: [
          Self.key(meanings), ShortText.clipped(choice.sentence, to: Timeline.maxCharacters), choice.assistant,
          try StoredText.json(choice.others), choice.date.timeIntervalSince1970,
        ])
      try database.execute(
        sql: """
          DELETE FROM assistantChoice WHERE meanings NOT IN (
            SELECT meanings FROM assistantChoice ORDER BY sequence DESC, date DESC LIMIT ?)
          """, arguments: [Self.maxChoices])
    }
  }

  /// The same question is one choice, whatever values the sentence has.
  private static func key(_ meanings: [String]) -> String { meanings.sorted().joined(separator: " ") }
}
