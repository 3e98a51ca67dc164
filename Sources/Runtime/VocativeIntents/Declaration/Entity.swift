import VocativeUnderstanding

/// A thing of the assistant's own that intents are about: a goal, a note, a contact.
public protocol Entity: ParameterValue, Identifiable where ID: LosslessStringConvertible & Sendable {
  /// The type that finds entities.
  associatedtype Query: EntityQuery where Query.Result == Self
  /// Finds the entities of this type.
  static var defaultQuery: Query { get }
  /// What the entity is called on a screen.
  var displayName: String { get }
  /// What people call it, the full name first; a shorter name may be another entity's too.
  var spokenNames: [String] { get }
  /// Phones for names no dictionary has, by name.
  var pronunciations: [String: [String]] { get }
  /// The name to use in a dialog.
  var dialogName: String { get }
}

/// Finds entities.
public protocol EntityQuery: Sendable {
  /// The entities that are found.
  associatedtype Result: Entity
  /// The entities with these identifiers, where they still exist.
  func entities(for identifiers: [Result.ID]) async throws -> [Result]
  /// The entities that are called this.
  func entities(matching spokenName: String) async throws -> [Result]
  /// The entities to offer when none was named, the likeliest first.
  func suggestedEntities() async throws -> [Result]
  /// Every entity.
  func allEntities() async throws -> [Result]
}

extension EntityQuery {
  /// Looks through every entity; a query over very many does better with a look-up of its own.
  public func entities(for identifiers: [Result.ID]) async throws -> [Result] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }

  /// Looks through every entity's names.
  public func entities(matching spokenName: String) async throws -> [Result] {
    let words = SpokenText.words(of: spokenName)
    return try await allEntities().filter { entity in entity.spokenNames.contains { SpokenText.words(of: $0) == words } }
  }

  /// Every entity.
  public func suggestedEntities() async throws -> [Result] { try await allEntities() }
}

extension Entity {
  /// The name on the screen as it is said, and nothing else.
  public var spokenNames: [String] {
    let words = SpokenText.words(of: displayName)
    return words.isEmpty ? [] : [words.joined(separator: " ")]
  }
  /// None: the dictionary knows the names.
  public var pronunciations: [String: [String]] { [:] }

  /// The name to use in a dialog: the first that is spoken, without emoji and signs.
  public var dialogName: String { spokenNames.first ?? displayName }

  /// Every entity, under the names people call it by.
  public static func spokenValues() async throws -> [SpokenValue] {
    try await defaultQuery.allEntities().map(\.spokenValue)
  }

  /// The entity with this identifier; nil when it was deleted.
  public static func value(for identifier: String) async throws -> Self? {
    guard let id = ID(identifier) else { return nil }
    return try await defaultQuery.entities(for: [id]).first
  }

  /// The entities that are called this.
  public static func spokenValues(matching spokenName: String) async throws -> [SpokenValue] {
    try await defaultQuery.entities(matching: spokenName).map(\.spokenValue)
  }

  /// The entities to offer.
  public static func suggestedValues() async throws -> [SpokenValue] {
    try await defaultQuery.suggestedEntities().map(\.spokenValue)
  }

  /// The entity as it is listed.
  public var spokenValue: SpokenValue {
    SpokenValue(
      identifier: String(id), display: displayName, names: spokenNames, pronunciations: pronunciations,
      dialogName: dialogName)
  }
}
