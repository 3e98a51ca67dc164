import Logging
import Synchronization
import VocativeIntents
import VocativeMemory

/// The donations of an app to the memory of the assistant, stored one after the other in the order of its messages.
///
/// On a slow disk, an app sends them faster than they are stored.
final class AppDonations: Sendable {
  private enum Change: Sendable {
    case donation(Shortcut, group: String?)
    case deletion(group: String)

    var isDonation: Bool { if case .donation = self { true } else { false } }

    var group: String? {
      switch self {
      case .donation(_, let group): group
      case .deletion(let group): group
      }
    }
  }

  private struct State {
    var memory: AssistantMemory?
    var waiting: [Change] = []
    /// Whether a task stores what waits.
    var isStoring = false
  }

  /// The maximum number of donations that wait.
  ///
  /// The oldest are dropped, as in the memory itself. Deletions are not, because their subject must be forgotten.
  private static let maxWaiting = 100

  private let app: String
  private let logger: Logger
  private let faults = FaultLog()
  private let state = Mutex(State())

  init(of app: String, logger: Logger) { (self.app, self.logger) = (app, logger) }

  /// Uses this memory from now on, also for the changes before.
  func use(_ memory: AssistantMemory) {
    state.withLock { $0.memory = memory }
    store()
  }

  /// Stores a shortcut.
  func add(_ shortcut: Shortcut, group: String?) {
    state.withLock { state in
      state.waiting.append(.donation(shortcut, group: group))
      guard state.waiting.count(where: \.isDonation) > Self.maxWaiting else { return }
      if let oldest = state.waiting.firstIndex(where: \.isDonation) { state.waiting.remove(at: oldest) }
    }
    store()
  }

  /// Deletes the donations of a group.
  func delete(group: String) {
    state.withLock { state in
      // An app that deletes the same group again and again does not fill the memory.
      state.waiting.removeAll { $0.group == group }
      state.waiting.append(.deletion(group: group))
    }
    store()
  }

  /// Begins to store the waiting changes, unless the memory is missing or a task stores them already.
  private func store() {
    let isFirst = state.withLock { state in
      guard state.memory != nil, !state.isStoring else { return false }
      state.isStoring = true
      return true
    }
    guard isFirst else { return }
    // Detached, because it also stores what follows: the request whose context it would have may be private.
    Task.detached { [self] in
      while let (change, memory) = next() { await store(change, in: memory) }
    }
  }

  /// Returns the oldest change that waits; nil if there is none.
  private func next() -> (Change, AssistantMemory)? {
    state.withLock { state in
      guard let memory = state.memory, !state.waiting.isEmpty else {
        state.isStoring = false
        return nil
      }
      return (state.waiting.removeFirst(), memory)
    }
  }

  private func store(_ change: Change, in memory: AssistantMemory) async {
    let failure = change.isDonation ? "the donation could not be stored" : "the donations could not be deleted"
    do {
      switch change {
      case .donation(let shortcut, let group): try await memory.donations.donate(shortcut, group: group)
      case .deletion(let group): try await memory.donations.delete(group: group)
      }
      faults.clear(of: failure)
    } catch {
      if faults.isNew("\(error)", of: failure) { logger.error("\(app): \(failure): \(error)") }
    }
  }
}
