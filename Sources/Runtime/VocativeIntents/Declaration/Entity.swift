import VocativeUnderstanding

/// An object of the assistant's domain, such as a goal, a note or a contact.
public protocol Entity: ParameterValue, Identifiable where ID: LosslessStringConvertible & Sendable {
  /// The query type that finds entities.
  associatedtype Query: EntityQuery where Query.Result == Self
  /// A query for entities of this type.
  static var defaultQuery: Query { get }
  /// The name to display.
  var displayName: String { get }
  /// The spoken names, the full name first; other entities may share a shorter name.
  var spokenNames: [String] { get }
  /// Phones for names that no dictionary contains, by name.
  var pronunciations: [String: [String]] { get }
  /// The name to use in dialogs.
  var dialogName: String { get }
}

/// A query for entities.
public protocol EntityQuery: Sendable {
  /// The type of the entities.
  associatedtype Result: Entity
  /// Returns the entities with these identifiers that still exist.
  func entities(for identifiers: [Result.ID]) async throws -> [Result]
  /// Returns the entities with a spoken name.
  func entities(matching spokenName: String) async throws -> [Result]
  /// Returns the entities to offer if none was named, likeliest first.
  func suggestedEntities() async throws -> [Result]
  /// Returns all entities.
  func allEntities() async throws -> [Result]
}

extension EntityQuery {
  /// Searches all entities; implement a custom lookup if there are very many.
  public func entities(for identifiers: [Result.ID]) async throws -> [Result] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }

  /// Searches the names of all entities.
  public func entities(matching spokenName: String) async throws -> [Result] {
    let words = SpokenText.words(of: spokenName)
    return try await allEntities().filter { entity in entity.spokenNames.contains { SpokenText.words(of: $0) == words } }
  }

  /// Returns all entities.
  public func suggestedEntities() async throws -> [Result] { try await allEntities() }
}

extension Entity {
  /// The words of the display name.
  public var spokenNames: [String] {
    let words = SpokenText.words(of: displayName)
    return words.isEmpty ? [] : [words.joined(separator: " ")]
  }
  /// No pronunciations: the dictionary contains the names.
  public var pronunciations: [String: [String]] { [:] }

  /// The first spoken name, which has no emoji or symbols.
  public var dialogName: String { spokenNames.first ?? displayName }

  /// Returns all entities with their spoken names.
  public static func spokenValues() async throws -> [SpokenValue] {
    try await defaultQuery.allEntities().map(\.spokenValue)
  }

  /// Returns the entity with an identifier; nil if it was deleted.
  public static func value(for identifier: String) async throws -> Self? {
    guard let id = ID(identifier) else { return nil }
    return try await defaultQuery.entities(for: [id]).first
  }

  /// Returns the entities with a spoken name.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    try await defaultQuery.entities(matching: spokenName).map(\.spokenValue)
  }

  /// Returns the entities to offer.
  public static func suggestedValues() async throws -> [SpokenValue] {
    try await defaultQuery.suggestedEntities().map(\.spokenValue)
  }

  /// The entity as a list value.
  public var spokenValue: SpokenValue {
    SpokenValue(
      identifier: String(id), display: displayName, names: spokenNames, pronunciations: pronunciations,
      dialogName: dialogName)
  }
}
