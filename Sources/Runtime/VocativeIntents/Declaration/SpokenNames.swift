import VocativeUnderstanding

/// The spoken names of a thing whose name has several words.
public enum SpokenNames {
  /// Returns the full name, then each of its shorter endings.
  ///
  /// The runtime disambiguates endings that several things share.
  public static func of(_ name: String) -> [String] {
    ends(of: SpokenText.words(of: name))
  }

  /// Returns the names without the words that phrases put around them, so that two phrases cannot produce the same sentence.
  ///
  /// A name that consists only of such words has no spoken names.
  public static func of(_ name: String, withoutFirst: Set<String>, withoutLast: Set<String>) -> [String] {
    ends(of: words(of: name, withoutFirst: withoutFirst, withoutLast: withoutLast), exceptFrom: withoutFirst)
  }

  /// Returns the words of a name without those that phrases put before and after it.
  public static func words(of name: String, withoutFirst: Set<String>, withoutLast: Set<String>) -> [String] {
    var words = SpokenText.words(of: name)[...]
    while let first = words.first, withoutFirst.contains(first) { words.removeFirst() }
    while let last = words.last, withoutLast.contains(last) { words.removeLast() }
    return Array(words)
  }

  /// Returns a readable identifier derived from the original name.
  public static func identifier(for name: String) -> String {
    let words = SpokenText.words(of: name)
    return words.isEmpty ? name : words.joined(separator: "-")
  }

  private static func ends(of words: [String], exceptFrom first: Set<String> = []) -> [String] {
    words.indices.filter { !first.contains(words[$0]) }.map { words[$0...].joined(separator: " ") }
  }
}
