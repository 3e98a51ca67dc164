public import Foundation
public import VocativeIntents
public import VocativeStorage

/// A store of shortcuts with the times and places at which they are relevant.
///
/// INRelevantShortcutStore's counterpart on Linux.
public struct RelevantShortcutStore: Sendable {
  /// The maximum number of relevant shortcuts.
  public static let maxShortcuts = 100

  private let scope: AssistantScope
  private let runtime: RuntimeStore

  /// Creates the store of an assistant's relevant shortcuts.
  public init(assistant: String, store: RuntimeStore) { self.init(AssistantScope(assistant), store: store) }

  init(_ scope: AssistantScope, store: RuntimeStore) {
    self.scope = scope
    runtime = store
  }

  /// Replaces the relevant shortcuts, best first; those after the first `maxShortcuts` are dropped.
  ///
  /// - Throws: `StoreError` if a shortcut is too large or the store cannot be written.
  public func set(_ shortcuts: [RelevantShortcut]) async throws(StoreError) {
    try await runtime.replaceList("relevantShortcut", of: scope.home, with: shortcuts.prefix(Self.maxShortcuts))
  }

  /// Returns all relevant shortcuts, best first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [RelevantShortcut] {
    var all: [RelevantShortcut] = []
    for assistant in scope.all {
      let own: [RelevantShortcut] = try await runtime.list("relevantShortcut", of: assistant)
      all += own.map { RelevantShortcut(scope.named($0.shortcut, storedWith: assistant), providers: $0.providers) }
    }
    return all
  }

  /// Returns the shortcuts that are relevant at a time and place, best first, each with its reason.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func relevant(
    at date: Date = Date(), place: String? = nil, calendar: Calendar = .localGregorian
  ) async throws(StoreError) -> [ShortcutSuggestion] {
    try await all().compactMap { relevant in
      relevant.reason(at: date, place: place, calendar: calendar).map {
        ShortcutSuggestion(shortcut: relevant.shortcut, reason: $0)
      }
    }
  }
}
