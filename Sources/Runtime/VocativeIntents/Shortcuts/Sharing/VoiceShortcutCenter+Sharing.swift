import GRDB
package import VocativeStorage

extension VoiceShortcutCenter {
  /// What came of what other boxes told.
  package struct Merge: Equatable, Sendable {
    /// How many shortcuts were made, changed or deleted by it.
    package var changes = 0
    /// Those that have lost their phrases by it to older ones, and wait until these are free.
    package var setAside: [VoiceShortcut] = []
    /// Why some were not taken.
    package var refusals: Set<String> = []

    /// Nothing has come of it.
    package init() {}
  }

  /// What this box knows, for the others: every shortcut in its latest version, and the deletions that are remembered.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func shared() async throws(StoreError) -> [SharedShortcut] {
    try await runtime.store.read { [assistant] database in try StoredVoiceShortcut.shared(database, of: assistant) }
  }

  /// Takes what other boxes tell, in one transaction; what is known already writes nothing.
  ///
  /// - Throws: `StoreError` if the store cannot be read or written.
  package func merge(_ others: [SharedShortcut]) async throws(StoreError) -> Merge {
    guard !others.isEmpty else { return Merge() }
    return try await runtime.store.write { [assistant] database in
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
      }
      for id in known.entries.keys where merged.entries[id] == nil {
        try StoredVoiceShortcut.remove(id, of: assistant, from: database)
      }
      let after = try Self.setAside(in: database, of: assistant)
      merge.setAside = after.filter { shortcut in !before.contains { $0.id == shortcut.id } }
      return merge
    }
  }

  /// The shortcuts whose phrases are had by older ones, which have them again when these are free.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func setAside() async throws(StoreError) -> [VoiceShortcut] {
    try await runtime.store.read { [assistant] database in try Self.setAside(in: database, of: assistant) }
  }
}

extension VoiceShortcutCenter {
  private static func setAside(in database: Database, of assistant: String) throws -> [VoiceShortcut] {
    let owners = PhraseOwnership(try StoredVoiceShortcut.claims(database, of: assistant)).owners
    return try StoredVoiceShortcut.fetchAll(database, where: "assistant = ? ORDER BY id", [assistant])
      .filter { !owners.contains($0.id) }
  }
}
