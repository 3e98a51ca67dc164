extension VoiceShortcut: Entity {
  /// Finds voice shortcuts in the assistant's center.
  public static let defaultQuery = VoiceShortcutQuery()
  /// The phrase as somebody wrote it.
  public var displayName: String { invocationPhrase }
  /// The whole phrase, without what phrases have around it: `delete the … shortcut`.
  public var spokenNames: [String] {
    [SpokenNames.words(of: invocationPhrase, withoutFirst: ["the", "my"], withoutLast: ["shortcut"]).joined(separator: " ")]
  }

  /// Finds voice shortcuts in the assistant's center.
  public struct VoiceShortcutQuery: EntityQuery {
    @Dependency private var center: VoiceShortcutCenter

    /// Every voice shortcut that may be named aloud: not those that do something private.
    public func allEntities() async throws -> [VoiceShortcut] { try await center.allShown().shortcuts }
  }
}
