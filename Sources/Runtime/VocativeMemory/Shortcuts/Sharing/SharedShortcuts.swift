package import VocativeIntents

/// The shared state of an assistant's voice shortcuts: the latest version of each, regardless of the order of arrival.
///
/// Merging is commutative, associative and idempotent as long as no device exceeds the limits.
package struct SharedShortcuts: Equatable, Sendable {
  /// The maximum number of stored shortcuts, including those set aside.
  package static let maxKept = 600
  /// The maximum number of remembered deletions.
  ///
  /// A shortcut whose deletion is forgotten may return from a device that was away.
  package static let maxDeleted = 200

  /// The shortcuts by identifier.
  package private(set) var entries: [VoiceShortcut.ID: SharedShortcut] = [:]

  /// The result of merging a version.
  package enum Outcome: Equatable, Sendable {
    /// The version is the latest and was stored.
    case accepted
    /// The version or a later one was already known.
    case known
    /// The version was rejected for this reason.
    case refused(String)
  }

  /// Creates an empty state, or one with known versions.
  package init(_ known: some Sequence<SharedShortcut> = []) {
    for entry in known { entries[entry.id] = entry }
  }

  /// The highest known counter.
  package var latestCounter: Int { entries.values.map(\.version.counter).max() ?? 0 }

  /// Merges a version, unless it is older than the known one or invalid.
  @discardableResult
  package mutating func merge(_ entry: SharedShortcut) -> Outcome {
    if let fault = entry.fault { return .refused(fault) }
    guard entry.version.counter - latestCounter <= ShortcutVersion.maxLead else {
      return .refused("its version is implausibly high")
    }
    if let known = entries[entry.id], !entry.supersedes(known) { return .known }
    if entry.content != nil, entries[entry.id]?.content == nil {
      guard entries.values.count(where: { $0.content != nil }) < Self.maxKept else {
        return .refused("there are already \(Self.maxKept) shortcuts")
      }
    }
    entries[entry.id] = entry
    forgetDeletions()
    return .accepted
  }

  private mutating func forgetDeletions() {
    let deleted = entries.values.filter { $0.content == nil }
    guard deleted.count > Self.maxDeleted else { return }
    let oldest = deleted.sorted { ($0.version, $0.id) < ($1.version, $1.id) }.prefix(deleted.count - Self.maxDeleted)
    for entry in oldest { entries[entry.id] = nil }
  }
}
