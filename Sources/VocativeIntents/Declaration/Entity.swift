/// A thing of the assistant's own that intents are about: a goal, a note, a contact.
public protocol Entity: ParameterValue, Identifiable where ID: LosslessStringConvertible & Sendable {
  /// The type that finds entities.
  associatedtype Query: EntityQuery where Query.Result == Self
  /// Finds the entities of this type.
  static var defaultQuery: Query { get }
  /// What the entity is called on a screen.
  var displayName: String { get }
  /// What people call it, the full name first.
  var spokenNames: [String] { get }
}

/// Finds entities.
public protocol EntityQuery: Sendable {
  /// The entities that are found.
  associatedtype Result: Entity
  /// The entities with these identifiers, where they still exist.
  func entities(for identifiers: [Result.ID]) async throws -> [Result]
  /// Every entity.
  func allEntities() async throws -> [Result]
}

extension EntityQuery {
  /// Looks through every entity; a query over very many does better with a look-up of its own.
  public func entities(for identifiers: [Result.ID]) async throws -> [Result] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }
}

extension Entity {
  /// The name on the screen, and nothing else.
  public var spokenNames: [String] { [displayName] }

  /// The name to use in a dialog: the first that is spoken, without emoji and signs.
  public var dialogName: String { spokenNames.first ?? displayName }

  /// Every entity, under the names people call it by.
  public static func spokenValues() async throws -> [SpokenValue] {
    try await defaultQuery.allEntities().map {
      SpokenValue(identifier: String($0.id), display: $0.displayName, names: $0.spokenNames)
    }
  }

  /// The entity with this identifier; nil when it was deleted.
  public static func value(for identifier: String) async throws -> Self? {
    guard let id = ID(identifier) else { return nil }
    return try await defaultQuery.entities(for: [id]).first
  }
}
