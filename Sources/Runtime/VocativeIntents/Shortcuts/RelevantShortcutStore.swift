public import Foundation
public import VocativeStorage

/// Shortcuts with the times and places they are good for.
///
/// INRelevantShortcutStore's part on Linux.
public struct RelevantShortcutStore: Sendable {
  /// The most relevant shortcuts.
  public static let mostShortcuts = 100

  private let assistant: String
  private let runtime: RuntimeStore

  /// An assistant's relevant shortcuts in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.assistant = assistant
    runtime = store
  }

  /// Replaces the relevant shortcuts, the best first; of more than `mostShortcuts` the last are dropped.
  ///
  /// - Throws: `StoreError` if a shortcut is too large, and when the store cannot be written.
  public func set(_ shortcuts: [RelevantShortcut]) async throws(StoreError) {
    try await runtime.replaceList("relevantShortcut", of: assistant, with: shortcuts.prefix(Self.mostShortcuts))
  }

  /// Every relevant shortcut, the best first.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func all() async throws(StoreError) -> [RelevantShortcut] {
    try await runtime.list("relevantShortcut", of: assistant)
  }

  /// The shortcuts that are relevant at a time and place, the best first, each with its reason.
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
