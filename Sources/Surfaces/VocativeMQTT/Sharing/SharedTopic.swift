import Foundation
package import VocativeIntents

/// What a topic is about that boxes share by a broker: `vocative/shared/<assistant>/…`.
package enum SharedTopic: Hashable, Sendable {
  /// A voice shortcut by its identifier.
  case shortcut(VoiceShortcut.ID)
  /// The names of a kind that a box has set.
  case names(Vocabulary.Kind, box: String)
  /// A box: in which room it stands, and when it has last begun to listen.
  case box(String)

  private static let prefix = "vocative/shared/"
  /// The most bytes of a name that is a level of a topic, as it is written there.
  private static let mostBytes = 200

  /// Whether a topic is anything that is shared.
  static func isShared(_ topic: String) -> Bool { topic.hasPrefix(prefix) }

  /// All that is shared of an assistant.
  static func subscription(of assistant: String) -> String { "\(prefix)\(level(assistant))/#" }

  /// Reads a topic; nil for another assistant's, and for one that no box writes.
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

  /// The topic; nil for a name that is too long for one.
  package func topic(of assistant: String) -> String? {
    let base = Self.prefix + Self.level(assistant)
    switch self {
    case .shortcut(let id): return "\(base)/shortcuts/\(id)"
    case .box(let box): return "\(base)/boxes/\(box)"
    case .names(let kind, let box):
      let level = Self.level(kind.rawValue)
      return (1...Self.mostBytes).contains(level.utf8.count) ? "\(base)/vocabulary/\(level)/\(box)" : nil
    }
  }

  // MARK: Names as levels

  private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")

  /// A name with nothing in it that means something in a topic, percent-encoded as in an address.
  private static func level(_ name: String) -> String { name.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

  /// The name that a level stands for; nil for one that no box writes.
  private static func name(of level: String) -> String? {
    // One name has one level: what is written otherwise is nobody's.
    guard (1...mostBytes).contains(level.utf8.count), let name = level.removingPercentEncoding, self.level(name) == level
    else { return nil }
    return name
  }
}
