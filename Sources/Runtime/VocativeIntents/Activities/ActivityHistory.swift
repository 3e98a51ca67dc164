public import Foundation
import GRDB
public import VocativeStorage
import VocativeUnderstanding

/// Where somebody has been, to be found again, suggested, or gone on with on another device, as far as the types allow it.
public struct ActivityHistory: Sendable {
  /// The most activities; the ones that were left longest ago are dropped.
  public static let mostActivities = 100

  /// An activity somebody was led to.
  public struct Entry: Equatable, Sendable, Identifiable {
    /// What identifies the entry; the same as long as the activity's type and state are.
    public let id: String
    /// The activity.
    public let activity: Activity
    /// When somebody was there last.
    public let date: Date
  }

  private let assistant: String
  private let runtime: RuntimeStore

  /// An assistant's activities in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// Remembers an activity whose type is eligible for anything; one that is remembered already moves to the front.
  ///
  /// - Throws: `StoreError` if it is too large, and when the store cannot be written.
  public func add(_ activity: Activity, date: Date = Date()) async throws(StoreError) {
    guard !activity.type.eligibility.isEmpty else { return }
    let eligibility = activity.type.eligibility.map(\.rawValue).sorted().joined(separator: " ")
    try await runtime.store.write { [assistant, runtime] database in
      let state = try runtime.json(activity.state, called: "the state of \(activity.type.identifier)")
      try database.execute(
        sql: """
          INSERT INTO activity (assistant, identifier, type, eligibility, title, state, date) VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (assistant, type, state)
          DO UPDATE SET title = excluded.title, eligibility = excluded.eligibility, date = excluded.date
          """,
        arguments: [
          assistant, UUID().uuidString, activity.type.identifier, eligibility,
          StoredText.clipped(activity.title, to: Timeline.mostCharacters), state, date.timeIntervalSince1970,
        ])
      try database.execute(
        sql: """
          DELETE FROM activity WHERE assistant = :assistant AND id NOT IN (
            SELECT id FROM activity WHERE assistant = :assistant ORDER BY date DESC, id DESC LIMIT :most)
          """, arguments: ["assistant": assistant, "most": Self.mostActivities])
    }
  }

  /// The activities that may be offered for something, the one somebody was at last first.
  ///
  /// - Parameter words: Words the title must have, in any order; none for all.
  /// - Throws: `StoreError` if the store cannot be read.
  public func entries(
    eligibleFor eligibility: ActivityType.Eligibility, matching words: String = ""
  ) async throws(StoreError) -> [Entry] {
    let wanted = Set(SpokenText.words(of: words))
    return try await all().filter { entry in
      entry.activity.type.eligibility.contains(eligibility) && wanted.isSubset(of: SpokenText.words(of: entry.activity.title))
    }
  }

  /// Every activity that is remembered, the one somebody was at last first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [Entry] {
    try await runtime.store.read { [assistant] database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM activity WHERE assistant = ? ORDER BY date DESC, id DESC", arguments: [assistant]
      ).compactMap(Entry.init)
    }
  }

  /// Forgets an activity; none has this identifier any more.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func remove(_ identifier: Entry.ID) async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(
        sql: "DELETE FROM activity WHERE assistant = ? AND identifier = ?", arguments: [assistant, identifier])
    }
  }

  /// Forgets every activity.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  public func removeAll() async throws(StoreError) {
    try await runtime.store.write { [assistant] database in
      try database.execute(sql: "DELETE FROM activity WHERE assistant = ?", arguments: [assistant])
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
    date = Date(timeIntervalSince1970: try row.value(of: "date"))
    activity = try Activity(
      ActivityType(row.value(of: "type"), eligibility: Set(eligibility)), title: row.value(of: "title"), state: state)
  }
}
