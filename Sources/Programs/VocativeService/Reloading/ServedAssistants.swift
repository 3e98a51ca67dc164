import Dispatch
import ProgramOutput
import Synchronization
import Vocative
import VocativeControl

/// Lists the assistants of the daemon, and enables and disables them while it runs.
final class ServedAssistants: AssistantControl {
  private struct Served {
    let selection: AssistantSelection
    var names: [String] = []
    var failures: [String: String] = [:]
  }

  private struct State {
    var served: Served
    var prepared: Served?
    var reload: @Sendable () async throws -> Void = {}
    var lastChange: Task<Void, any Error>?
  }

  private let state: Mutex<State>
  /// The running apps.
  let apps: AppHosts

  init(_ selection: AssistantSelection, apps: AppHosts) {
    state = Mutex(State(served: Served(selection: selection)))
    self.apps = apps
  }

  /// Remembers the loaded assistants, which are served from the next `begin()` on.
  func prepare(_ selection: AssistantSelection, _ loaded: LoadedAssistants) {
    let names = loaded.assistants.map(\.name)
    state.withLock { $0.prepared = Served(selection: selection, names: names, failures: loaded.failures) }
  }

  /// Serves the assistants that were loaded last.
  func begin() {
    let served = state.withLock { state in
      if let prepared = state.prepared { (state.served, state.prepared) = (prepared, nil) }
      return state.served
    }
    // A failed app is started again, so that it can be used as soon as it works.
    apps.keep(served.names + served.failures.keys)
  }

  /// Reloads in this way after a change.
  func reload(by reload: @escaping @Sendable () async throws -> Void) { state.withLock { $0.reload = reload } }

  func listings() throws -> [AssistantListing] {
    let served = state.withLock { $0.served }
    return try served.selection.catalog.listings(
      served: served.names, isLimited: !served.selection.isEverything, failures: served.failures,
      apps: apps.states)
  }

  func set(_ name: String, isEnabled: Bool) async throws {
    // One after the other: the reload of a change must not see another one that is undone because its own reload fails.
    let change = state.withLock { state in
      let change = Task { [last = state.lastChange] in
        _ = await last?.result
        try await setNow(name, isEnabled: isEnabled)
      }
      state.lastChange = change
      return change
    }
    try await change.value
  }

  private func setNow(_ name: String, isEnabled: Bool) async throws {
    let (catalog, reload) = state.withLock { ($0.served.selection.catalog, $0.reload) }
    // Setting waits for a lock and for the disk.
    func set(_ isEnabled: Bool) async throws -> Bool {
      try await DispatchQueue.global().run { () throws in try catalog.set(name, isEnabled: isEnabled) }
    }
    guard try await set(isEnabled) else { return }
    do {
      try await reload()
    } catch {
      _ = try await set(!isEnabled)
      throw error
    }
  }
}
