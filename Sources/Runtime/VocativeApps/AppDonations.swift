import Logging
import VocativeIntents
import VocativeMemory

/// The donations of an app to the memory of the assistant, stored one after the other in the order of its messages.
struct AppDonations {
  private typealias Work = @Sendable (InteractionDonations) async throws -> Void

  /// The maximum number of changes that wait for the memory; the oldest are dropped, as in the memory itself.
  private static let maxWaiting = 100

  private let app: String
  private let logger: Logger
  private var memory: AssistantMemory?
  private var last: Task<Void, Never>?
  private var waiting: [(failure: String, work: Work)] = []

  init(of app: String, logger: Logger) { (self.app, self.logger) = (app, logger) }

  /// Uses this memory from now on, also for the changes before.
  mutating func use(_ memory: AssistantMemory) {
    self.memory = memory
    for (failure, work) in waiting { change(failure, work) }
    waiting = []
  }

  /// Stores a shortcut.
  mutating func add(_ shortcut: Shortcut, group: String?) {
    change("the donation could not be stored") { try await $0.donate(shortcut, group: group) }
  }

  /// Deletes the donations of a group.
  mutating func delete(group: String) {
    change("the donations could not be deleted") { try await $0.delete(group: group) }
  }

  private mutating func change(_ failure: String, _ work: @escaping Work) {
    guard let memory else {
      waiting.append((failure, work))
      if waiting.count > Self.maxWaiting { waiting.removeFirst() }
      return
    }
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
