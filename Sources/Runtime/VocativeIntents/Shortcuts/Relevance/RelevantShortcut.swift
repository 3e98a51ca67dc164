public import Foundation

/// A shortcut with the times and places at which it is relevant.
///
/// INRelevantShortcut's counterpart on Linux.
public struct RelevantShortcut: Hashable, Sendable, Codable {
  /// The shortcut.
  public let shortcut: Shortcut
  /// The conditions for relevance, of which one must be met; if empty, the shortcut is always relevant.
  public let providers: [RelevanceProvider]

  /// Creates a shortcut that is relevant if one of the conditions is met.
  public init(_ shortcut: Shortcut, providers: [RelevanceProvider]) {
    self.shortcut = shortcut
    self.providers = providers
  }

  /// Returns the reason for relevance at a time and place, in words; nil if it is not relevant.
  public func reason(at date: Date, place: String? = nil, calendar: Calendar = .localGregorian) -> String? {
    if providers.isEmpty { return "always relevant" }
    return providers.lazy.compactMap { $0.reason(at: date, place: place, calendar: calendar) }.first
  }
}
