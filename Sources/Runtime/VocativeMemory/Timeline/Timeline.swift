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
    try await runtime.store.write { try complete(interaction, in: $0) }
  }

  func complete(_ interaction: Interaction, in database: Database) throws {
    let (dispatch, response) = (interaction.dispatch, interaction.response)
    let assistant = scope.owner(dispatch.assistant)
    try Self.insert(dispatch, of: assistant, into: database)
    try database.execute(
      sql: "UPDATE timelineEntry SET code = ?, reason = ? WHERE assistant = ? AND identifier = ?",
      arguments: [response.code.rawValue, interaction.reason?.rawValue, assistant, dispatch.id])
    // A private entry has no title, and neither has that of a request that deleted its subject.
    try database.execute(
      sql: """
        UPDATE timelineEntry SET dialog = ?, duration = ?, "group" = ?
        WHERE assistant = ? AND identifier = ? AND title IS NOT NULL
        """,
      arguments: [
        ShortText.clipped(response.dialog, to: Self.maxCharacters), interaction.duration / .seconds(1), interaction.donationGroup,
        assistant, dispatch.id,
      ])
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

  /// Removes what names the subject of a group, which was deleted: its entries keep what private ones have.
  ///
  /// The entries of a subject are those of its group, and those with its identifier or its name as a value, because a request that was
  /// not performed has no group.
  static func forget(group: String, of scope: AssistantScope, in database: Database) throws {
    try forget(where: "assistant IN (\(scope.marks))", StatementArguments(scope.all), in: database) { own, values in
      // The group of an entity ends with its identifier.
      own == group || values.contains { group.hasSuffix(" \($0)") || group.hasSuffix(" \(SpokenNames.identifier(for: $0))") }
    }
    // The answers to other requests may name it, too, such as a list or a hint.
    try database.execute(
      sql: """
        UPDATE timelineEntry SET dialog = NULL
        WHERE (assistant IN (\(scope.marks)) AND "group" IS NULL) OR topic GLOB 'rejected.*'
        """, arguments: StatementArguments(scope.all))
  }

  /// Removes what names a voice shortcut, which was deleted.
  static func forget(shortcut id: VoiceShortcut.ID, in database: Database) throws {
    try forget(where: "TRUE", [], in: database) { _, values in values.contains(id) }
    // Only the answers of these intents, which all assistants have in common, have the phrase of a shortcut that is not a value.
    for intent in [AddShortcut.name, ListShortcuts.name] {
      try database.execute(
        sql: "UPDATE timelineEntry SET dialog = NULL WHERE topic = :intent OR topic GLOB '*.' || :intent",
        arguments: ["intent": intent])
    }
  }

  private static func forget(
    where condition: String, _ arguments: StatementArguments, in database: Database,
    _ isForgotten: (_ group: String?, _ values: [String]) -> Bool
  ) throws {
    let rows = try Row.fetchAll(
      database, sql: #"SELECT id, "group", arguments FROM timelineEntry WHERE title IS NOT NULL AND \#(condition)"#,
      arguments: arguments)
    for row in rows {
      let arguments = try (row.value(of: "arguments") as String?).flatMap {
        StoredText.value([String: String].self, fromJSON: $0)
      }
      let values = (arguments ?? [:]).values.flatMap { value in
        // The identifier of an activity contains the values of its subject.
        [value] + (RecentActivity(id: value)?.activity.state.values.map { $0 } ?? [])
      }
      guard try isForgotten(row.value(of: "group"), values) else { continue }
      try database.execute(
        sql: """
          UPDATE timelineEntry SET title = NULL, arguments = NULL, source = NULL, session = NULL, dialog = NULL, duration = NULL,
            "group" = NULL
          WHERE id = ?
          """, arguments: [try row.value(of: "id") as Int64])
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
