import Logging
import VocativeIntents
import VocativeMemory

/// The donations of an app to the memory of the assistant, stored one after the other in the order of its messages.
struct AppDonations {
  private let app: String
  private let logger: Logger
  private var memory: AssistantMemory?
  private var last: Task<Void, Never>?

  init(of app: String, logger: Logger) { (self.app, self.logger) = (app, logger) }

  /// Uses this memory from now on; donations before are ignored.
  mutating func use(_ memory: AssistantMemory) { self.memory = memory }

  /// Stores a shortcut.
  mutating func add(_ shortcut: Shortcut, group: String?) {
    change("the donation could not be stored") { try await $0.donate(shortcut, group: group) }
  }

  /// Deletes the donations of a group.
  mutating func delete(group: String) {
    change("the donations could not be deleted") { try await $0.delete(group: group) }
  }

  private mutating func change(
    _ failure: String, _ work: @escaping @Sendable (InteractionDonations) async throws -> Void
  ) {
    guard let memory else { return }
    last = Task { [last, app, logger] in
      await last?.value
      do {
        try await work(memory.donations)
      } catch {
        logger.error("\(app): \(failure): \(error)")
      }
    }
  }
}
