import VocativeUnderstanding

/// What people call something with a name of several words.
public enum SpokenNames {
  /// The whole name first, then each shorter end of it; what two things would share, the runtime uses for neither.
  public static func of(_ name: String) -> [String] {
    ends(of: SpokenText.words(of: name))
  }

  /// The same for a name without the words that phrases have around it, so that two phrases cannot come to one sentence.
  ///
  /// A name of nothing but such words has no spoken names.
  public static func of(_ name: String, withoutFirst: Set<String>, withoutLast: Set<String>) -> [String] {
    ends(of: words(of: name, withoutFirst: withoutFirst, withoutLast: withoutLast), exceptFrom: withoutFirst)
  }

  /// The words of a name without those that phrases have before it and after it.
  public static func words(of name: String, withoutFirst: Set<String>, withoutLast: Set<String>) -> [String] {
    var words = SpokenText.words(of: name)[...]
    while let first = words.first, withoutFirst.contains(first) { words.removeFirst() }
    while let last = words.last, withoutLast.contains(last) { words.removeLast() }
    return Array(words)
  }

  /// An identifier that people can read, from the name a thing has when it is made.
  public static func identifier(for name: String) -> String {
    let words = SpokenText.words(of: name)
    return words.isEmpty ? name : words.joined(separator: "-")
  }

  private static func ends(of words: [String], exceptFrom first: Set<String> = []) -> [String] {
    words.indices.filter { !first.contains(words[$0]) }.map { words[$0...].joined(separator: " ") }
  }
}
