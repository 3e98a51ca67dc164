import Clock
import Messages
import Money
import Notes

/// The stores of the assistants, for tests of their files.
enum AssistantStore: String, CaseIterable {
  case money, notes, messages, clock

  /// A statement that stores a value of another type in a column of the newest row.
  var mistyping: String {
    switch self {
    case .money: "UPDATE goal SET savedCents = 'plenty'"
    case .notes: "UPDATE note SET createdAt = x'00ff'"
    case .messages: "UPDATE message SET sentAt = 'soon'"
    case .clock: "INSERT INTO alarm (time, weekdays, handled) VALUES ('noon', '2', 'never')"
    }
  }

  /// A statement that drops a required table.
  var dropping: String {
    switch self {
    case .money: "DROP TABLE expense"
    case .notes: "DROP TABLE note"
    case .messages: "DROP TABLE message"
    case .clock: "DROP TABLE alarm"
    }
  }

  /// Opens the store and returns a closure that reads from it.
  func open(_ path: String) throws -> () async throws -> Void {
    switch self {
    case .money:
      let store = try MoneyStore(sampleAt: path)
      return {
        _ = try await store.safeToSpend()
        _ = try await store.goals()
      }
    case .notes:
      let store = try NotesStore(path: path, hasSampleData: true)
      return { _ = try await store.notes() }
    case .messages:
      let store = try MessagesStore(path: path, hasSampleData: true)
      return { _ = try await store.readNewest() }
    case .clock:
      let store = try ClockStore(path: path)
      return { _ = try await store.ledger() }
    }
  }
}
