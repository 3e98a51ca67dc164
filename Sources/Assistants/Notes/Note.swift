public import Foundation
public import VocativeIntents

/// A note.
public struct Note: Entity, Equatable {
  /// The permanent identifier, derived from the original title: `grocery-list`.
  public let id: String
  /// The title that the owner gave it, including emoji.
  public let title: String
  /// The text; may have several lines.
  public let body: String
  /// The time of creation.
  public let created: Date

  /// Finds notes in the store.
  public static let defaultQuery = NoteQuery()
  /// The title in the spelling of the owner.
  public var displayName: String { title }
  /// The full title and each of its shorter endings: `grocery list` and `list`.
  ///
  /// The names exclude words that phrases put around a title, as in `read the car note`. They also exclude `newest`, `latest` and
  /// `last`, which refer to the newest note.
  public var spokenNames: [String] { Self.spokenNames(of: title) }

  private static let namesOfNewest: Set<String> = ["newest", "latest", "last"]

  static func spokenNames(of title: String) -> [String] {
    SpokenNames.of(title, withoutFirst: ["me", "my", "the"], withoutLast: ["note"]).filter { !namesOfNewest.contains($0) }
  }

  /// Finds notes in the store.
  public struct NoteQuery: EntityQuery {
    @Dependency private var store: NotesStore

    /// Returns all notes, those whose title ends in "list" first: "grocery list" is that note, not another one called "grocery".
    public func allEntities() async throws -> [Note] {
      func isList(_ note: Note) -> Bool { note.spokenNames.first?.hasSuffix(" list") ?? false }
      let notes = try await store.notes()
      return notes.filter(isList) + notes.filter { !isList($0) }
    }

    /// Returns all notes, newest first.
    public func suggestedEntities() async throws -> [Note] { try await store.notes() }
  }
}
