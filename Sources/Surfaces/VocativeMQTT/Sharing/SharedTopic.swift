import Foundation
package import VocativeIntents
package import VocativeMemory

/// The topics of shared items: `vocative/shared/<assistant>/…`.
package enum SharedTopic: Hashable, Sendable {
  /// A voice shortcut by its identifier.
  case shortcut(VoiceShortcut.ID)
  /// The names of a kind that a box has set.
  case names(Vocabulary.Kind, box: String)
  /// A box: its room, and the time at which it last began to listen.
  case box(String)

  private static let prefix = "vocative/shared/"
  /// The maximum size in bytes of an encoded name in a topic.
  private static let maxBytes = 200

  /// Whether a topic is about shared items.
  static func isShared(_ topic: String) -> Bool { topic.hasPrefix(prefix) }

  /// The topic filter for all shared items of an assistant.
  static func subscription(of assistant: String) -> String { "\(prefix)\(level(assistant))/#" }

  /// Parses a topic; returns nil for another assistant's topic and for an invalid one.
  package init?(_ topic: String, of assistant: String) {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard levels.count >= 5, topic.hasPrefix(Self.prefix), levels[2] == Self.level(assistant) else { return nil }
    switch (levels[3], levels.count) {
    case ("shortcuts", 5) where ShortcutVersion.isIdentifier(levels[4]): self = .shortcut(levels[4])
    case ("boxes", 5) where ShortcutVersion.isIdentifier(levels[4]): self = .box(levels[4])
    case ("vocabulary", 6) where ShortcutVersion.isIdentifier(levels[5]):
      guard let kind = Self.name(of: levels[4]) else { return nil }
      self = .names(Vocabulary.Kind(rawValue: kind), box: levels[5])
    default: return nil
    }
  }

  /// The topic; nil if a name is too long.
  package func topic(of assistant: String) -> String? {
    let base = Self.prefix + Self.level(assistant)
    switch self {
    case .shortcut(let id): return "\(base)/shortcuts/\(id)"
    case .box(let box): return "\(base)/boxes/\(box)"
    case .names(let kind, let box):
      let level = Self.level(kind.rawValue)
      return (1...Self.maxBytes).contains(level.utf8.count) ? "\(base)/vocabulary/\(level)/\(box)" : nil
    }
  }

  // MARK: Names as levels

  private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")

  /// Percent-encodes a name, as in a URL, so that it contains no special characters of topics.
  private static func level(_ name: String) -> String { name.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

  /// Decodes the name of a level; returns nil for an invalid one.
  private static func name(of level: String) -> String? {
    // Each name has exactly one encoding; others are invalid.
    guard (1...maxBytes).contains(level.utf8.count), let name = level.removingPercentEncoding, self.level(name) == level
    else { return nil }
    return name
  }
}
