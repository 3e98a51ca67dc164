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
  /// Returns an activity of an assistant with its present title.
  private(set) var titled: @Sendable (_ activity: Activity, _ assistant: String) async -> Activity = { activity, _ in activity }

  /// Creates the activity history of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  init(_ scope: AssistantScope, store: RuntimeStore) {
    self.scope = scope
    runtime = store
  }

  /// Returns the history without the activities that a condition hides, and with present titles; what was stored may have been renamed.
  func hiding(
    _ isHidden: @escaping @Sendable (Entry) -> Bool,
    titled: @escaping @Sendable (_ activity: Activity, _ assistant: String) async -> Activity
  ) -> ActivityHistory {
    var history = self
    (history.isHidden, history.titled) = (isHidden, titled)
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
    try await runtime.store.write { try insert(activity, of: assistant, group: group, date: date, in: $0) }
  }

  /// Remembers the activity to which an interaction leads, unless that is private or was not performed.
  func add(_ interaction: Interaction, in database: Database) throws {
    guard let activity = interaction.rememberedActivity, !activity.type.eligibility.isEmpty else { return }
    let dispatch = interaction.dispatch
    try insert(activity, of: dispatch.assistant, group: interaction.donationGroup, date: dispatch.date, in: database)
  }

  private func insert(_ activity: Activity, of assistant: String?, group: String?, date: Date, in database: Database) throws {
    let assistant = scope.owner(assistant)
    let eligibility = activity.type.eligibility.map(\.rawValue).sorted().joined(separator: " ")
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
  /// - Parameters:
  ///   - words: Words that the title must contain, in any order; empty for all activities.
  ///   - limit: The maximum number of activities.
  /// - Throws: `StoreError` if the store cannot be read.
  public func entries(
    eligibleFor eligibility: ActivityType.Eligibility, matching words: String = "", limit: Int = .max
  ) async throws(StoreError) -> [Entry] {
    let wanted = Set(SpokenText.words(of: words))
    return try await shown(eligibleFor: eligibility, limit: limit) {
      wanted.isSubset(of: SpokenText.words(of: $0.activity.title))
    }
  }

  /// Returns all remembered activities, most recent first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [Entry] { try await shown() }

  /// Returns the first activities that are not hidden, with their present titles.
  private func shown(
    eligibleFor eligibility: ActivityType.Eligibility? = nil, limit: Int = .max, where isWanted: (Entry) -> Bool = { _ in true }
  ) async throws(StoreError) -> [Entry] {
    let stored: [Entry] = try await runtime.store.read { [scope] database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM activity WHERE assistant IN (\(scope.marks)) ORDER BY id DESC",
        arguments: StatementArguments(scope.all)
      ).compactMap(Entry.init)
    }
    var shown: [Entry] = []
    for entry in stored where !isHidden(entry) {
      if let eligibility, !entry.activity.type.eligibility.contains(eligibility) { continue }
      guard shown.count < limit else { break }
      let current = Entry(
        id: entry.id, assistant: entry.assistant, activity: await titled(entry.activity, entry.assistant), date: entry.date)
      if isWanted(current) { shown.append(current) }
    }
    return shown
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

extension Interaction {
  /// The activity to remember; nil if there is none, or it is private.
  var rememberedActivity: Activity? { !dispatch.isPrivate && response.code.isPerformed ? response.activity : nil }
}
