public import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// The record of past actions with an assistant, from which it predicts future ones.
///
/// INInteraction's counterpart on Linux.
public struct InteractionDonations: Sendable {
  /// The maximum number of donations; older ones are dropped.
  public static let maxDonations = 1000
  /// The weight of a shortcut that is only associated with an action; the action itself has weight 1.
  public static let associatedWeight = 0.25

  private let scope: AssistantScope
  private let runtime: RuntimeStore
  /// Called with a group that is deleted.
  private let didForget: @Sendable (String) -> Void

  /// Creates the donations of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  init(
    _ scope: AssistantScope, store: RuntimeStore, didForget: @escaping @Sendable (_ group: String) -> Void = { _ in }
  ) {
    self.scope = scope
    runtime = store
    self.didForget = didForget
  }

  /// Donates an interaction and, with a lower weight, its associated shortcuts.
  ///
  /// An interaction that is private or unsuccessful is not donated. If only the activity to which it leads is eligible for
  /// prediction, the continuation of that activity is donated in its place.
  ///
  /// - Parameter group: The group for deletion; nil for the group of the intent, or of the activity that it continues.
  /// - Returns: Whether the interaction was donated.
  /// - Throws: `StoreError` if a shortcut is too large or the store cannot be written.
  @discardableResult
  public func donate(_ interaction: Interaction, group: String? = nil) async throws(StoreError) -> Bool {
    guard let donated = donated(by: interaction, group: group) else { return false }
    try await runtime.store.write { try insert(donated, in: $0) }
    return true
  }

  func donate(_ interaction: Interaction, in database: Database) throws {
    if let donated = donated(by: interaction, group: nil) { try insert(donated, in: database) }
  }

  /// Donations with the assistant that learns from them.
  private struct Donated: Sendable {
    let assistant: String
    let donations: [Donation]
    /// The activity that they continue, and to whose group they belong if they have none.
    var continued: Activity?
  }

  /// Returns whether an interaction is donated.
  func donates(_ interaction: Interaction) -> Bool { donated(by: interaction, group: nil) != nil }

  /// Returns the donations of an interaction; nil if it is not donated.
  private func donated(by interaction: Interaction, group: String?) -> Donated? {
    let dispatch = interaction.dispatch
    let isEligible = dispatch.isEligibleForPrediction
    guard !dispatch.isPrivate, interaction.response.code.isPerformed,
      let shortcut = isEligible ? dispatch.shortcut : continuation(after: interaction)
    else { return nil }
    let group = group ?? interaction.donationGroup
    func donation(of shortcut: Shortcut, weight: Double) -> Donation {
      Donation(id: dispatch.id, shortcut: shortcut, group: group, weight: weight, date: dispatch.date)
    }
    let associated = isEligible ? interaction.associatedShortcuts : []
    // Several assistants have the intent that continues activities in common, so the activity decides which of them learns.
    let continued = ContinueActivity.activity(of: dispatch.shortcut)
    return Donated(
      assistant: scope.owner(continued?.assistant ?? dispatch.assistant),
      donations: [donation(of: shortcut, weight: 1)] + associated.map { donation(of: $0, weight: Self.associatedWeight) },
      continued: continued?.activity)
  }

  /// Returns the shortcut to the activity to which an interaction leads; nil if there is none that is eligible for prediction.
  private func continuation(after interaction: Interaction) -> Shortcut? {
    guard let activity = interaction.response.activity, activity.type.eligibility.contains(.prediction) else { return nil }
    return ContinueActivity.shortcut(to: activity, of: scope.owner(interaction.dispatch.assistant))
  }

  /// Donates a shortcut that was used in another way, unless that happens in a private request.
  ///
  /// - Returns: The identifier of the donation, for deletion.
  /// - Throws: `StoreError` if the shortcut is too large or the store cannot be written.
  @discardableResult
  public func donate(_ shortcut: Shortcut, group: String? = nil, date: Date = Date()) async throws(StoreError) -> Donation.ID {
    let id = UUID().uuidString
    // A public step of a private shortcut is private, too.
    guard IntentContext.current?.isPrivate != true else { return id }
    let donated = Donated(
      assistant: scope.owner(shortcut.assistant),
      donations: [Donation(id: id, shortcut: shortcut, group: group, weight: 1, date: date)])
    try await runtime.store.write { try insert(donated, in: $0) }
    return id
  }

  /// Deletes a donation with its associated shortcuts, if it exists.
  ///
  /// - Returns: The number of deleted donations.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func delete(_ identifier: Donation.ID) async throws(StoreError) -> Int {
    try await remove(where: "assistant = ? AND identifier = ?", identifier)
  }

  /// Deletes the donations of a group and the activities to which its requests led, for example if their subject was deleted.
  ///
  /// Its entries in the timeline keep what private ones have.
  ///
  /// - Returns: The number of deleted donations.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func delete(group: String) async throws(StoreError) -> Int {
    let count = try await runtime.store.write { [self] database in
      try ActivityHistory.remove(group: group, of: scope, from: database)
      try Timeline.forget(group: group, of: scope, in: database)
      return try remove(where: #"assistant = ? AND "group" = ?"#, group, in: database)
    }
    didForget(group)
    return count
  }

  /// Deletes all donations.
  ///
  /// - Returns: The number of deleted donations.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func deleteAll() async throws(StoreError) -> Int {
    try await remove(where: "assistant = ?")
  }

  private func remove(where condition: String, _ argument: String? = nil) async throws(StoreError) -> Int {
    try await runtime.store.write { [self] database in try remove(where: condition, argument, in: database) }
  }

  private func remove(where condition: String, _ argument: String? = nil, in database: Database) throws -> Int {
    try scope.all.reduce(0) { count, assistant in
      try database.execute(
        sql: "DELETE FROM donation WHERE \(condition)", arguments: argument.map { [assistant, $0] } ?? [assistant])
      return count + database.changesCount
    }
  }

  /// Deletes all donations and passes them on in the same transaction, oldest first.
  ///
  /// A change waits until they are passed on: a donation is neither lost nor passed on twice, and a group is deleted after its
  /// donations are passed on, or before.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func takeAll(_ receive: @escaping @Sendable (Donation) -> Void) async throws(StoreError) {
    try await runtime.store.write { [self] database in
      let donations = try newest(Self.maxDonations, in: database)
      _ = try remove(where: "assistant = ?", in: database)
      for donation in donations.reversed() { receive(donation) }
    }
  }

  /// Returns the newest donations, newest first.
  ///
  /// - Parameter group: The group of the donations; nil for all.
  /// - Throws: `StoreError` if the store cannot be read.
  public func all(limit: Int = maxDonations, group: String? = nil) async throws(StoreError) -> [Donation] {
    try await runtime.store.read { [self] database in try newest(max(limit, 0), of: group, in: database) }
  }

  private func newest(_ limit: Int, of group: String? = nil, in database: Database) throws -> [Donation] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM donation WHERE assistant IN (\(scope.marks)) AND (? IS NULL OR "group" = ?)
        ORDER BY id DESC LIMIT ?
        """, arguments: StatementArguments(scope.all) + [group, group, limit]
    ).compactMap { row in
      try StoredText.value(Shortcut.self, fromJSON: row.value(of: "shortcut")).map { shortcut in
        try Donation(
          id: row.value(of: "identifier"),
          shortcut: scope.named(shortcut, storedWith: row.value(of: "assistant")), group: row.value(of: "group"),
          weight: row.value(of: "weight"),
          date: Date(timeIntervalSince1970: row.value(of: "date")))
      }
    }
  }

  /// Returns the shortcuts that the person is likely to want at a time, likeliest first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func predictions(
    at date: Date = Date(), calendar: Calendar = .localGregorian, limit: Int = 5
  ) async throws(StoreError) -> [Prediction] {
    var predictor = ShortcutPredictor(calendar: calendar)
    for donation in try await all().reversed() { predictor.learn(donation) }
    return predictor.predictions(at: date, limit: limit)
  }

  private func insert(_ donated: Donated, in database: Database) throws {
    let assistant = donated.assistant
    let activityGroup = try donated.continued.flatMap { try ActivityHistory.group(of: $0, of: assistant, in: database) }
    for donation in donated.donations {
      let shortcut = try runtime.json(
        scope.stored(donation.shortcut, with: assistant), called: "the shortcut \(donation.shortcut.intent)")
      try database.execute(
        sql: #"INSERT INTO donation (assistant, identifier, "group", shortcut, weight, date) VALUES (?, ?, ?, ?, ?, ?)"#,
        arguments: [
          assistant, donation.id, donation.group ?? activityGroup, shortcut, donation.weight,
          donation.date.timeIntervalSince1970,
        ])
    }
    // By date, a clock that was set back would make a new donation the oldest one.
    try database.execute(
      sql: """
        DELETE FROM donation WHERE assistant = :assistant AND id NOT IN (
          SELECT id FROM donation WHERE assistant = :assistant ORDER BY id DESC LIMIT :limit)
        """, arguments: ["assistant": assistant, "limit": Self.maxDonations])
  }
}
