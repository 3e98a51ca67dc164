import Messages
import Money
import Notes

/// The stores of the assistants, as tests of their files need them.
enum AssistantStore: String, CaseIterable {
  case money, notes, messages

  /// Opens the store, and gives a way to read from it.
  func open(_ path: String) throws -> () async throws -> Void {
    switch self {
    case .money:
      let store = try MoneyStore(path: path)
      return { _ = try await store.safeToSpend() }
    case .notes:
      let store = try NotesStore(path: path)
      return { _ = try await store.notes() }
    case .messages:
      let store = try MessagesStore(path: path)
      return { _ = try await store.readNewest() }
    }
  }
}
