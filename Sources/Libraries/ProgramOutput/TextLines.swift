/// The lines of a text file that a program changes for its owner; the line ends of Windows stay as they are.
package struct TextLines: Sendable {
  /// The lines without their ends, and without empty ones at the end of the file.
  package var lines: [String]
  private let lineEnd: String

  /// Reads the lines of a text.
  package init(_ text: String) {
    // For Swift, "\r\n" is one character, in which there is no "\n".
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
  }

  /// The text of the lines.
  package var text: String { lines.joined(separator: lineEnd) + lineEnd }
}
