import GRDB
package import VocativeIntents
package import VocativeStorage

extension VoiceShortcutCenter {
  /// The result of merging versions from other devices.
  package struct Merge: Equatable, Sendable {
    /// The number of shortcuts that were added, changed or deleted.
    package var changes = 0
    /// The shortcuts that lost their phrases to older ones and are set aside.
    package var setAside: [VoiceShortcut] = []
    /// The reasons for rejected versions.
    package var refusals: Set<String> = []

    /// Creates an empty result.
    package init() {}
  }

  /// Returns the state to share with other devices: the latest version of each shortcut, and the remembered deletions.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func shared() async throws(StoreError) -> [SharedShortcut] {
    try await runtime.store.read { [assistant = scope.home] database in try StoredVoiceShortcut.shared(database, of: assistant) }
  }

  /// Merges versions from other devices in one transaction; known versions cause no write.
  ///
  /// - Throws: `StoreError` if the store cannot be read or written.
  package func merge(_ others: [SharedShortcut]) async throws(StoreError) -> Merge {
    guard !others.isEmpty else { return Merge() }
    return try await runtime.store.write { [assistant = scope.home] database in
      var merge = Merge()
      let known = SharedShortcuts(try StoredVoiceShortcut.shared(database, of: assistant))
      var merged = known
      for other in others {
        if case .refused(let reason) = merged.merge(other) { merge.refusals.insert(reason) }
      }
      guard merged != known else { return merge }
      let before = try Self.setAside(in: database, of: assistant)
      for (id, entry) in merged.entries.sorted(by: { ($0.value.version, $0.key) < ($1.value.version, $1.key) })
      where known.entries[id] != entry {
        merge.changes += 1
        try StoredVoiceShortcut.replace(with: entry, of: assistant, in: database)
        if entry.content == nil, known.entries[id]?.content != nil { try StoredVoiceShortcut.forget(id, in: database) }
      }
      for id in known.entries.keys where merged.entries[id] == nil {
        try StoredVoiceShortcut.remove(id, of: assistant, from: database)
      }
      let after = try Self.setAside(in: database, of: assistant)
      merge.setAside = after.filter { shortcut in !before.contains { $0.id == shortcut.id } }
      return merge
    }
  }

  /// Returns the shortcuts whose phrases belong to older ones; they get their phrases back if these become free.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func setAside() async throws(StoreError) -> [VoiceShortcut] {
    try await runtime.store.read { [scope] database in
      try Self.assistants(in: database, of: scope).flatMap { try Self.setAside(in: database, of: $0) }
    }
  }
}

extension VoiceShortcutCenter {
  private static func setAside(in database: Database, of assistant: String) throws -> [VoiceShortcut] {
    let owners = PhraseOwnership(try StoredVoiceShortcut.claims(database, of: assistant)).owners
    return try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? ORDER BY id", [assistant])
      .filter { !owners.contains($0.id) }
  }
}
