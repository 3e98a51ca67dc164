public import VocativeIntents

extension VoiceShortcut: Entity {
  /// Finds voice shortcuts in the assistant's center.
  public static let defaultQuery = VoiceShortcutQuery()
  /// The phrase in its original spelling.
  public var displayName: String { invocationPhrase }
  /// The phrase without the words that other phrases put around it: `delete the … shortcut`.
  public var spokenNames: [String] {
    [SpokenNames.words(of: invocationPhrase, withoutFirst: ["the", "my"], withoutLast: ["shortcut"]).joined(separator: " ")]
  }

  /// Finds voice shortcuts in the assistant's center.
  public struct VoiceShortcutQuery: EntityQuery {
    @Dependency private var center: VoiceShortcutCenter

    /// Returns all voice shortcuts except private ones, which must not be named aloud.
    public func allEntities() async throws -> [VoiceShortcut] { try await center.allShown().shortcuts }
  }
}
