/// The time and author of a change to a shortcut; on all devices, the later version wins.
///
/// The counter is a Lamport clock: each device counts on from the highest value it has seen. A change made after seeing a version
/// is therefore later than that version, regardless of the devices' system clocks.
package struct ShortcutVersion: Hashable, Comparable, Sendable, Codable {
  /// The counter, from 1.
  package let counter: Int
  /// The device that made the change.
  package let author: String

  /// The maximum counter; even at the maximum accepted lead per message, a billion messages are needed to reach it.
  package static let maxCounter = 1 << 62
  /// The maximum accepted lead of a counter over all known ones; more than a household ever needs.
  package static let maxLead = 1 << 32
  /// The maximum number of characters of an author or an identifier.
  static let maxCharacters = 64

  /// Creates a version.
  package init(counter: Int, author: String) {
    (self.counter, self.author) = (counter, author)
  }

  /// Returns whether one version is earlier than another.
  package static func < (one: ShortcutVersion, other: ShortcutVersion) -> Bool {
    (one.counter, one.author) < (other.counter, other.author)
  }

  /// Whether the version is valid.
  var isPossible: Bool { (1...Self.maxCounter).contains(counter) && Self.isIdentifier(author) }

  /// Returns whether a text is a valid identifier: letters, digits and hyphens, as in a UUID.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...maxCharacters).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
