/// Limits YAML aliases, as in `*name`: nested aliases can expand to more data than fits in memory.
package enum YAMLAliases {
  /// The maximum number of aliases of a file; with so few, the expansion stays small in any arrangement.
  package static let maxCount = 32

  /// Returns whether a text has more aliases than the maximum.
  ///
  /// Words inside a text that look like an alias count too.
  package static func areTooMany(in text: String) -> Bool {
    var count = 0
    var previous = UInt8(ascii: "\n")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "*"), previous >= 0x80 || Self.starts.contains(previous) {
        count += 1
        if count > maxCount { return true }
      }
      previous = byte
    }
    return false
  }

  /// The characters that may precede an alias, including line ends of other encodings.
  private static let starts = Set("\n\r\t ,:[{".utf8)
}
