import VocativeIntents
import VocativeUnderstanding

/// The text of a note: lines, each of which may have several items, as in `milk, eggs and bread`.
struct NoteText {
  private var lines: [String]

  private static let determiners: Set<String> = ["a", "an", "my", "some", "the"]

  /// Creates a text.
  init(_ body: String) {
    lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns the text without a line, an item of a line, or several of them; nil if one of them is missing.
  ///
  /// A line that has other words, too, stays: it may be a whole paragraph.
  func removing(_ text: String) -> String? {
    let rest = removing(one: text) ?? Self.items(of: text).reduce(self as NoteText?) { $0?.removing(one: $1) }
    return rest?.lines.joined(separator: "\n")
  }

  private func removing(one text: String) -> NoteText? {
    let words = Self.words(of: text)
    // All texts of emoji have the same words: none.
    guard !words.isEmpty else { return nil }
    var rest = self
    if let index = lines.firstIndex(where: { Self.words(of: $0) == words }) {
      rest.lines.remove(at: index)
      return rest
    }
    for index in lines.indices {
      var items = Self.items(of: lines[index])
      guard items.count > 1, let item = items.firstIndex(where: { Self.words(of: $0) == words }) else { continue }
      items.remove(at: item)
      rest.lines[index] = SpokenList.of(items, limit: items.count)
      return rest
    }
    return nil
  }

  private static func items(of line: String) -> [String] {
    line.split(separator: #/,\s+(?:and\s+)?|\s+and\s+/#).map(String.init)
  }

  /// The words without a determiner: "the milk" is "milk".
  private static func words(of text: String) -> [String] {
    let words = SpokenText.words(of: text)
    return words.count > 1 && determiners.contains(words[0]) ? Array(words.dropFirst()) : words
  }
}
