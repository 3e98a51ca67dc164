/// What all boxes together know of an assistant's voice shortcuts: of each the latest version, whatever the order they came in.
///
/// Merging is commutative, associative and idempotent, as long as nobody has more than a box keeps.
package struct SharedShortcuts: Equatable, Sendable {
  /// The most shortcuts that are kept, also those that are set aside.
  package static let mostKept = 600
  /// The most deletions that are remembered, the latest; what was deleted before them may come back from a box that was away since.
  package static let mostDeleted = 200

  /// Each shortcut by its identifier.
  package private(set) var entries: [VoiceShortcut.ID: SharedShortcut] = [:]

  /// What became of a version that somebody told.
  package enum Outcome: Equatable, Sendable {
    /// It is the latest now.
    case taken
    /// It was known, or a later one.
    case known
    /// It cannot be kept: why.
    case refused(String)
  }

  /// Nothing yet, or what is known.
  package init(_ known: some Sequence<SharedShortcut> = []) {
    for entry in known { entries[entry.id] = entry }
  }

  /// The highest counter that is known.
  package var latestCounter: Int { entries.values.map(\.version.counter).max() ?? 0 }

  /// Takes what somebody tells, unless it is older than what is known, or nobody could have made it.
  @discardableResult
  package mutating func merge(_ entry: SharedShortcut) -> Outcome {
    if let fault = entry.fault { return .refused(fault) }
    guard entry.version.counter - latestCounter <= ShortcutVersion.mostLead else {
      return .refused("its version is further ahead than changes are ever made")
    }
    if let known = entries[entry.id], !entry.supersedes(known) { return .known }
    if entry.content != nil, entries[entry.id]?.content == nil {
      guard entries.values.count(where: { $0.content != nil }) < Self.mostKept else {
        return .refused("there are \(Self.mostKept) shortcuts already")
      }
    }
    entries[entry.id] = entry
    forgetDeletions()
    return .taken
  }

  private mutating func forgetDeletions() {
    let deleted = entries.values.filter { $0.content == nil }
    guard deleted.count > Self.mostDeleted else { return }
    let oldest = deleted.sorted { ($0.version, $0.id) < ($1.version, $1.id) }.prefix(deleted.count - Self.mostDeleted)
    for entry in oldest { entries[entry.id] = nil }
  }
}
