import VocativeUnderstanding

/// Decoy sentences that compete with the passphrase.
///
/// A grammar with only the passphrase accepts almost anything. Decoys give similar sounds another match: different words in the
/// same rhythm, the passphrase with one word changed, and the passphrase cut short.
enum PassphraseDecoys {
  /// Common words of one to three syllables that sound different from each other.
  private static let words = [
    "apple", "basket", "bridge", "candle", "carpet", "chicken", "clock", "cousin", "dinner", "dragon", "elephant", "engine",
    "farmer", "finger", "forest", "garden", "guitar", "hammer", "history", "island", "jacket", "kitchen", "ladder", "lemon",
    "market", "monday", "mountain", "number", "orange", "paper", "pencil", "question", "rabbit", "river", "sailor", "silver",
    "summer", "teacher", "thousand", "tomorrow", "umbrella", "village", "window", "winter", "yellow", "open", "tell", "the",
    "please", "and",
  ]
  /// The number of initial letters that a decoy must not share with a word of the passphrase: "bottle" would win over "bottles".
  private static let stemLength = 4

  /// Returns the sentences for a passphrase; none of them is the passphrase.
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
