/// When a shortcut was changed last, and by whom: of two versions the later one holds, on every box.
///
/// The counter is a Lamport clock: a box counts on from the highest it has seen, so that what somebody changes after having seen a
/// version is later than that version, whatever the clocks of the boxes say.
package struct ShortcutVersion: Hashable, Comparable, Sendable, Codable {
  /// Counts the changes that were known when it was made, from 1.
  package let counter: Int
  /// The box that made it.
  package let author: String

  /// The highest counter of all; a billion messages away for who counts on as far as anybody is followed.
  package static let mostCounter = 1 << 62
  /// How far ahead of all that is known a counter is believed: more changes than a house ever makes.
  package static let mostLead = 1 << 32
  /// The most characters of an author or an identifier.
  static let mostCharacters = 64

  /// A version.
  package init(counter: Int, author: String) {
    (self.counter, self.author) = (counter, author)
  }

  /// Whether it is the earlier one.
  package static func < (one: ShortcutVersion, other: ShortcutVersion) -> Bool {
    (one.counter, one.author) < (other.counter, other.author)
  }

  /// Whether any box could have made it.
  var isPossible: Bool { (1...Self.mostCounter).contains(counter) && Self.isIdentifier(author) }

  /// Whether a text is an identifier as boxes make them: letters, digits and hyphens, as in a UUID.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...mostCharacters).contains(text.utf8.count)
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
