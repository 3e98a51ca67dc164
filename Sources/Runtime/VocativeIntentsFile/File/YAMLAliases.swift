/// What YAML refers to by name, as `*name`: names that stand for others twice, again and again, are more than any memory holds.
package enum YAMLAliases {
  /// References a file may have: as long as there are so few, what they stand for stays small, however they are made.
  package static let most = 32

  /// Whether a text has more of them.
  ///
  /// What looks like one inside of a text counts too.
  package static func areTooMany(in text: String) -> Bool {
    var count = 0
    var previous = UInt8(ascii: "\n")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "*"), previous >= 0x80 || Self.starts.contains(previous) {
        count += 1
        if count > most { return true }
      }
      previous = byte
    }
    return false
  }

  /// What may stand before a reference, with the line ends of other encodings.
  private static let starts = Set("\n\r\t ,:[{".utf8)
}
