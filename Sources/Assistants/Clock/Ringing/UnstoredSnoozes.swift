import Synchronization

/// The alarms or reminders that a person snoozed, until the store contains that.
///
/// This is kept in memory: a disk may be full, and what is snoozed must ring again nevertheless.
final class UnstoredSnoozes<Item: Equatable & Identifiable & Sendable>: Sendable {
  private let snoozes = Mutex<[(stored: Item, snoozed: Item)]>([])

  /// Adds an item as it will be, for the one that the store contains.
  func add(_ snoozed: Item, for stored: Item) {
    snoozes.withLock { snoozes in
      snoozes.removeAll { $0.stored.id == stored.id }
      snoozes.append((stored, snoozed))
    }
  }

  /// Snoozes items from the store, and returns those that are snoozed.
  ///
  /// An item that has changed in the store is forgotten: its snooze is stored, or it has ended.
  func apply(to items: inout [Item]) -> [Item] {
    snoozes.withLock { snoozes in
      snoozes.removeAll { !items.contains($0.stored) }
      for snooze in snoozes {
        if let index = items.firstIndex(of: snooze.stored) { items[index] = snooze.snoozed }
      }
      return snoozes.map(\.snoozed)
    }
  }
}
