public import Foundation
public import VocativeIntents

/// Something that was written down.
public struct Note: Entity, Equatable {
  /// What identifies the note for good, made from its first title: `grocery-list`.
  public let id: String
  /// The title its owner gave it, emoji and all.
  public let title: String
  /// What it says; may have several lines.
  public let body: String
  /// When it was written.
  public let created: Date

  /// Finds notes in the store.
  public static let defaultQuery = NoteQuery()
  /// The title as its owner wrote it.
  public var displayName: String { title }
  /// The whole title, and each shorter end of it: `grocery list` and `list`.
  ///
  /// Without what phrases have around it, as in `read my car note`; and no note is called `newest`, which asks for another one.
  public var spokenNames: [String] {
    SpokenNames.of(title, withoutFirst: ["me", "my"], withoutLast: ["note"]).filter { !["newest", "latest"].contains($0) }
  }

  /// Finds notes in the store.
  public struct NoteQuery: EntityQuery {
    @Dependency private var store: NotesStore

    /// Every note, the newest first.
    public func allEntities() async throws -> [Note] { try await store.notes() }
  }
}
