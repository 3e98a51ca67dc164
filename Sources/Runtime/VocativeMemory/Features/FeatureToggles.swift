import GRDB
import VocativeIntents
public import VocativeStorage

/// The features that users turned on or off.
public struct FeatureToggles: Sendable {
  /// The maximum number of stored toggles.
  public static let maxToggles = 1000

  private let assistant: String
  private let runtime: RuntimeStore

  /// Creates the toggles of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// Returns whether a feature is on; nil if it was never set.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func isOn(_ identifier: String) async throws(StoreError) -> Bool? {
    try await runtime.store.read { [assistant] database in
      try Bool.fetchOne(
        database, sql: "SELECT isOn FROM featureToggle WHERE assistant = ? AND identifier = ?",
        arguments: [assistant, identifier])
    }
  }

  /// Turns a feature on or off.
  ///
  /// - Throws: `StoreError` if the identifier is empty or invalid, if `maxToggles` toggles are already set, or if the store
  ///   cannot be written.
  public func set(_ isOn: Bool, for identifier: String) async throws(StoreError) {
    let maxLength = FeatureConstraint.maxIdentifierLength
    guard (1...maxLength).contains(identifier.unicodeScalars.count), !identifier.unicodeScalars.contains("\0") else {
      throw runtime.refusal(
        "\"\(ShortText.clipped(identifier, to: 40))\" is not a feature identifier; use 1 to \(maxLength) characters")
    }
    try await runtime.store.write { [assistant, runtime] database in
      try database.execute(
        sql: """
          INSERT INTO featureToggle (assistant, identifier, isOn) VALUES (?, ?, ?)
          ON CONFLICT (assistant, identifier) DO UPDATE SET isOn = excluded.isOn
          """, arguments: [assistant, identifier, isOn])
      let count = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM featureToggle WHERE assistant = ?", arguments: [assistant])
      guard (count ?? 0) <= Self.maxToggles else {
        throw runtime.refusal("\(Self.maxToggles) toggles are the maximum; cannot add \"\(identifier)\"")
      }
    }
  }

  /// Returns all stored toggles.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [String: Bool] {
    try await runtime.store.read { [assistant] database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT identifier, isOn FROM featureToggle WHERE assistant = ?", arguments: [assistant])
      let states: [(String, Bool)] = try rows.map { (try $0.value(of: "identifier"), try $0.value(of: "isOn")) }
      return Dictionary(states) { first, _ in first }
    }
  }
}
