public import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage
import VocativeUnderstanding

/// The recent activities, for search, prediction and hand-off to another device, as far as their types allow it.
public struct ActivityHistory: Sendable {
  /// The maximum number of activities; the least recent ones are dropped.
  public static let maxActivities = 100

  /// A remembered activity.
  public struct Entry: Equatable, Sendable, Identifiable {
    /// The permanent identifier, which depends on the activity's type and state.
    public let id: String
    /// The name of the assistant that continues it.
    public let assistant: String
    /// The activity.
    public let activity: Activity
    /// The time of the last visit.
    public let date: Date
  }

  /// The number of the row of a new visit, in SQL; the rows are in the order of the latest visits.
  ///
  /// By date, a clock that was set back would make a new visit the oldest one.
  private static let next = "(SELECT MAX(id) + 1 FROM activity)"

  private let scope: AssistantScope
  private let runtime: RuntimeStore
  private var isHidden: @Sendable (Entry) -> Bool = { _ in false }

  /// Creates the activity history of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  init(_ scope: AssistantScope, store: RuntimeStore) {
    self.scope = scope
    runtime = store
  }

  /// Returns the history without the activities that a condition hides.
  func hiding(_ isHidden: @escaping @Sendable (Entry) -> Bool) -> ActivityHistory {
    var history = self
    history.isHidden = isHidden
    return history
  }

  /// Remembers an activity whose type is eligible for anything; a known activity moves to the front.
  ///
  /// - Parameters:
  ///   - assistant: The assistant that continues it; nil for the first one.
  ///   - group: The group of donations with which it is deleted; nil for none.
  /// - Throws: `StoreError` if the activity is too large or the store cannot be written.
  public func add(
    _ activity: Activity, of assistant: String? = nil, group: String? = nil, date: Date = Date()
  ) async throws(StoreError) {
    guard !activity.type.eligibility.isEmpty else { return }
    let eligibility = activity.type.eligibility.map(\.rawValue).sorted().joined(separator: " ")
    try await runtime.store.write { [assistant = scope.owner(assistant), runtime] database in
      let state = try runtime.json(activity.state, called: "the state of \(activity.type.identifier)")
      try database.execute(
        sql: """
          INSERT INTO activity (assistant, identifier, type, eligibility, title, state, "group", date)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (assistant, type, state)
          DO UPDATE SET id = \(Self.next), title = excluded.title, eligibility = excluded.eligibility,
            "group" = COALESCE(excluded."group", activity."group"), date = excluded.date
          """,
        arguments: [
          assistant, UUID().uuidString, activity.type.identifier, eligibility,
          ShortText.clipped(activity.title, to: Timeline.maxCharacters), state, group, date.timeIntervalSince1970,
        ])
      try database.execute(
        sql: """
          DELETE FROM activity WHERE assistant = :assistant AND id NOT IN (
            SELECT id FROM activity WHERE assistant = :assistant ORDER BY id DESC LIMIT :limit)
          """, arguments: ["assistant": assistant, "limit": Self.maxActivities])
    }
  }

  /// Moves a known activity to the front; others are not remembered.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  func visit(_ activity: Activity, of assistant: String, date: Date) async throws(StoreError) {
    try await runtime.store.write { [assistant = scope.owner(assistant), runtime] database in
      try database.execute(
        sql: "UPDATE activity SET id = \(Self.next), date = ? WHERE assistant = ? AND type = ? AND state = ?",
        arguments: [
          date.timeIntervalSince1970, assistant, activity.type.identifier,
          try runtime.json(activity.state, called: "the state of \(activity.type.identifier)"),
        ])
    }
  }

  /// Returns the group of a known activity; nil for none.
  static func group(of activity: Activity, of assistant: String, in database: Database) throws -> String? {
    try String.fetchOne(
      database, sql: #"SELECT "group" FROM activity WHERE assistant = ? AND type = ? AND state = ?"#,
      arguments: [assistant, activity.type.identifier, try StoredText.json(activity.state)])
  }

  /// Forgets the activities of a group.
  static func remove(group: String, of scope: AssistantScope, from database: Database) throws {
    try database.execute(
      sql: #"DELETE FROM activity WHERE assistant IN (\#(scope.marks)) AND "group" = ?"#,
      arguments: StatementArguments(scope.all) + [group])
  }

  /// Returns the activities that are eligible for a purpose, most recent first.
  ///
  /// - Parameter words: Words that the title must contain, in any order; empty for all activities.
  /// - Throws: `StoreError` if the store cannot be read.
  public func entries(
    eligibleFor eligibility: ActivityType.Eligibility, matching words: String = ""
  ) async throws(StoreError) -> [Entry] {
    let wanted = Set(SpokenText.words(of: words))
    return try await all().filter { entry in
      entry.activity.type.eligibility.contains(eligibility) && wanted.isSubset(of: SpokenText.words(of: entry.activity.title))
    }
  }

  /// Returns all remembered activities, most recent first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [Entry] {
    let all: [Entry] = try await runtime.store.read { [scope] database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM activity WHERE assistant IN (\(scope.marks)) ORDER BY id DESC",
        arguments: StatementArguments(scope.all)
      ).compactMap(Entry.init)
    }
    return all.filter { !isHidden($0) }
  }

  /// Forgets an activity, if it exists.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func remove(_ identifier: Entry.ID) async throws(StoreError) {
    try await runtime.store.write { [scope] database in
      try database.execute(
        sql: "DELETE FROM activity WHERE assistant IN (\(scope.marks)) AND identifier = ?",
        arguments: StatementArguments(scope.all) + [identifier])
    }
  }

  /// Forgets all activities.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll() async throws(StoreError) {
    try await runtime.store.write { [scope] database in
      try database.execute(
        sql: "DELETE FROM activity WHERE assistant IN (\(scope.marks))", arguments: StatementArguments(scope.all))
    }
  }
}

extension ActivityHistory.Entry {
  fileprivate init?(_ row: Row) throws {
    guard let state = try StoredText.value([String: String].self, fromJSON: row.value(of: "state")) else { return nil }
    let eligibility = try (row.value(of: "eligibility") as String).split(separator: " ").compactMap {
      ActivityType.Eligibility(rawValue: String($0))
    }
    id = try row.value(of: "identifier")
    assistant = try row.value(of: "assistant")
    date = Date(timeIntervalSince1970: try row.value(of: "date"))
    activity = try Activity(
      ActivityType(row.value(of: "type"), eligibility: Set(eligibility)), title: row.value(of: "title"), state: state)
  }
}
