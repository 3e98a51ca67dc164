import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// The recent requests to an assistant with their results, for diagnosis.
public struct Timeline: Sendable {
  /// The maximum number of entries; older ones are dropped.
  public static let maxEntries = 500
  /// The maximum number of characters of a stored title, dialog or other text.
  public static let maxCharacters = 1000

  private let scope: AssistantScope
  private let runtime: RuntimeStore

  /// Creates the timeline of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  init(_ scope: AssistantScope, store: RuntimeStore) {
    self.scope = scope
    runtime = store
  }

  /// Records that an intent is about to be performed.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func begin(_ dispatch: Dispatch) async throws(StoreError) {
    try await runtime.store.write { [scope] database in
      try Self.insert(dispatch, of: scope.owner(dispatch.assistant), into: database)
    }
  }

  /// Records the result of an intent, and its start if that is missing.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func complete(_ interaction: Interaction) async throws(StoreError) {
    let (dispatch, response) = (interaction.dispatch, interaction.response)
    let dialog = dispatch.isPrivate ? nil : ShortText.clipped(response.dialog, to: Self.maxCharacters)
    let duration = dispatch.isPrivate ? nil : interaction.duration / .seconds(1)
    try await runtime.store.write { [assistant = scope.owner(dispatch.assistant)] database in
      try Self.insert(dispatch, of: assistant, into: database)
      try database.execute(
        sql: "UPDATE timelineEntry SET code = ?, reason = ?, dialog = ?, duration = ? WHERE assistant = ? AND identifier = ?",
        arguments: [
          response.code.rawValue, interaction.reason?.rawValue, dialog, duration, assistant, dispatch.id,
        ])
    }
  }

  /// Returns the newest entries, newest first.
  ///
  /// - Parameter topic: A feature or an intent to filter by, including everything inside it; case is ignored; nil for all entries.
  /// - Throws: `StoreError` if the store cannot be read.
  public func entries(limit: Int = maxEntries, topic: String? = nil) async throws(StoreError) -> [TimelineEntry] {
    try await runtime.store.read { [scope] database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM timelineEntry
          WHERE assistant IN (\(scope.marks))
            AND (? IS NULL OR topic COLLATE NOCASE = ? OR substr(topic, 1, length(?) + 1) COLLATE NOCASE = ? || '.')
          ORDER BY id DESC LIMIT ?
          """, arguments: StatementArguments(scope.all) + [topic, topic, topic, topic, max(limit, 0)]
      ).map(TimelineEntry.init)
    }
  }

  /// Deletes all entries.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll() async throws(StoreError) {
    try await runtime.store.write { [scope] database in
      try database.execute(
        sql: "DELETE FROM timelineEntry WHERE assistant IN (\(scope.marks))", arguments: StatementArguments(scope.all))
    }
  }

  private static func insert(_ dispatch: Dispatch, of assistant: String, into database: Database) throws {
    func kept(_ text: @autoclosure () throws -> String) rethrows -> String? {
      dispatch.isPrivate ? nil : ShortText.clipped(try text(), to: maxCharacters)
    }
    // Truncated JSON would be unreadable, so each value is truncated instead.
    let values = dispatch.values.mapValues { ShortText.clipped($0, to: maxCharacters) }
    try database.execute(
      sql: """
        INSERT INTO timelineEntry (assistant, identifier, date, topic, title, arguments, source, session)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (assistant, identifier) DO NOTHING
        """,
      arguments: [
        assistant, dispatch.id, dispatch.date.timeIntervalSince1970, ShortText.clipped(dispatch.topic, to: maxCharacters),
        kept(dispatch.title), dispatch.isPrivate ? nil : try StoredText.json(values), kept(dispatch.source.rawValue),
        kept(dispatch.session),
      ])
    // By date, a clock that was set back would make a new entry the oldest one.
    try database.execute(
      sql: """
        DELETE FROM timelineEntry WHERE assistant = :assistant AND id NOT IN (
          SELECT id FROM timelineEntry WHERE assistant = :assistant ORDER BY id DESC LIMIT :limit)
        """, arguments: ["assistant": assistant, "limit": maxEntries])
  }
}

extension TimelineEntry {
  fileprivate init(_ row: Row) throws {
    id = try row.value(of: "identifier")
    date = Date(timeIntervalSince1970: try row.value(of: "date"))
    topic = try row.value(of: "topic")
    title = try row.value(of: "title")
    values = try (row.value(of: "arguments") as String?).flatMap { StoredText.value([String: String].self, fromJSON: $0) }
    source = try (row.value(of: "source") as String?).flatMap(IntentSource.init)
    session = try row.value(of: "session")
    code = try (row.value(of: "code") as String?).flatMap(IntentResponse.Code.init)
    reason = try (row.value(of: "reason") as String?).flatMap(EndReason.init)
    dialog = try row.value(of: "dialog")
    duration = try (row.value(of: "duration") as Double?).flatMap { Self.duration(ofSeconds: $0) }
  }

  /// Returns a duration; nil for a number of seconds that `Duration` cannot represent.
  private static func duration(ofSeconds seconds: Double) -> Duration? {
    abs(seconds) < 1e9 ? .seconds(seconds) : nil
  }
}
