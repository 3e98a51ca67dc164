import Synchronization

/// The dynamic lists that this process uses, so that a list of a file that is loaded again begins with the values of the former one.
///
/// It does not keep the lists alive.
enum DynamicListsInUse {
  /// Identifies a list across loadings of its file.
  struct Key: Hashable {
    let file: String
    let name: String
  }

  private struct Entry {
    let identifier: ObjectIdentifier
    weak var list: DynamicList?
  }

  /// The lists in the order of their creation: after a loading that fails, the last one is not used.
  private static let entries = Mutex<[Key: [Entry]]>([:])

  /// Adds a list, and returns the others with its key, the latest one first.
  static func add(_ list: DynamicList, as key: Key) -> [DynamicList] {
    // The caller receives all references: a list that is deinitialized removes itself, which must not happen in the lock.
    entries.withLock { entries in
      let others = (entries[key] ?? []).reversed().compactMap(\.list)
      entries[key, default: []].append(Entry(identifier: ObjectIdentifier(list), list: list))
      return others
    }
  }

  /// Removes a list that is deinitialized.
  static func remove(_ identifier: ObjectIdentifier, of key: Key) {
    entries.withLock { entries in
      entries[key]?.removeAll { $0.identifier == identifier }
      if entries[key]?.isEmpty == true { entries[key] = nil }
    }
  }
}
