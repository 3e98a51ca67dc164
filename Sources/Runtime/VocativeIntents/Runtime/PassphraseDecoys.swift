import VocativeUnderstanding

/// Sentences that a passphrase is told apart from.
///
/// A grammar with nothing but the passphrase in it takes almost anything for the passphrase. With these beside it, what sounds like it
/// has somewhere else to go: other words in its rhythm, the passphrase with one other word, and the passphrase cut short.
enum PassphraseDecoys {
  /// Common words of one to three syllables that sound unlike each other.
  private static let words = [
    "apple", "basket", "bridge", "candle", "carpet", "chicken", "clock", "cousin", "dinner", "dragon", "elephant", "engine",
    "farmer", "finger", "forest", "garden", "guitar", "hammer", "history", "island", "jacket", "kitchen", "ladder", "lemon",
    "market", "monday", "mountain", "number", "orange", "paper", "pencil", "question", "rabbit", "river", "sailor", "silver",
    "summer", "teacher", "thousand", "tomorrow", "umbrella", "village", "window", "winter", "yellow", "open", "tell", "the",
    "please", "and",
  ]
  /// Letters that a decoy must not begin with as a word of the passphrase does: "bottle" beside "bottles" would take its place.
  private static let stemLength = 4

  /// The sentences for a passphrase, none of which is the passphrase.
  static func templates(for passphrase: [String]) -> [Template] {
    let stems = Set(passphrase.map { $0.prefix(stemLength) })
    let others = Template.alternatives(words.filter { !stems.contains($0.prefix(stemLength)) }.map(Template.word))
    let own = passphrase.map(Template.word)
    var templates: [Template] = []
    for length in max(1, own.count - 1)...(own.count + 1) {
      templates.append(.sequence(Array(repeating: others, count: length)))
    }
    guard own.count > 1 else { return templates }
    for index in own.indices {
      var changed = own
      changed[index] = others
      templates.append(.sequence(changed))
    }
    return templates + [.sequence(Array(own.dropLast())), .sequence(Array(own.dropFirst()))]
  }
}
