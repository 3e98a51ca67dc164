/// Limits YAML aliases, as in `*name`: nested aliases can expand to more data than fits in memory.
package enum YAMLAliases {
  /// The maximum number of aliases of a file; with so few, the expansion stays small in any arrangement.
  package static let maxCount = 32

  /// Returns the line of the first alias beyond the maximum; nil if there is none.
  ///
  /// Words inside a text that look like an alias count too, but not those in comments.
  package static func firstExcess(in text: String) -> Int? {
    var (count, line) = (0, 1)
    var (isComment, isStar) = (false, false)
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if isStar, isNamePart(scalar) {
        count += 1
        if count > maxCount { return line }
      }
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        isComment = false
        if scalar == "\n" { line += 1 }
      // Words that look like a comment may be a line of a text in quotes, after which aliases can follow.
      case "\"", "'": isComment = false
      case "#": isComment = isComment || isSpace(previous)
      default: break
      }
      isStar = scalar == "*" && !isComment && mayPrecedeAlias(previous)
      previous = scalar
    }
    return nil
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }

  /// Includes line ends of other encodings.
  private static func mayPrecedeAlias(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || isSpace(scalar) || [",", ":", "[", "{"].contains(scalar)
  }
}
