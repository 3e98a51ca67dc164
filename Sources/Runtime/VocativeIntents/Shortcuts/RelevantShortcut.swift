public import Foundation

/// A shortcut with the times and places it is good for.
///
/// INRelevantShortcut's part on Linux.
public struct RelevantShortcut: Hashable, Sendable, Codable {
  /// What would be done.
  public let shortcut: Shortcut
  /// When and where it is relevant; one that applies is enough, and with none it always is.
  public let providers: [RelevanceProvider]

  /// A shortcut that is relevant where one of the providers applies.
  public init(_ shortcut: Shortcut, providers: [RelevanceProvider]) {
    self.shortcut = shortcut
    self.providers = providers
  }

  /// Why it is relevant at a time and place, in words; nil when it is not.
  public func reason(at date: Date, place: String? = nil, calendar: Calendar = .localGregorian) -> String? {
    if providers.isEmpty { return "always relevant" }
    return providers.lazy.compactMap { $0.reason(at: date, place: place, calendar: calendar) }.first
  }
}
