import VocativeUnderstanding

/// Decoy sentences that compete with the passphrase.
///
/// A grammar with only the passphrase accepts almost anything. Decoys give similar sounds another match: different words in the
/// same rhythm, the passphrase with one word changed, and the passphrase cut short.
enum PassphraseDecoys {
  /// Common words of one to three syllables that no other common word sounds like.
  ///
  /// The more there are, the more often one of them resembles a wrong word more than the passphrase does.
  private static let words = [
    "actor", "animal", "apple", "artist", "baby", "bag", "baker", "banana", "basket", "bed", "bicycle", "bird", "blanket",
    "boat", "book", "box", "bridge", "brother", "butter", "candle", "captain", "car", "carpet", "carrot", "castle", "cat",
    "chair", "chicken", "chocolate", "church", "city", "clock", "cloud", "coffee", "color", "cookie", "corner", "country",
    "cousin", "cup", "dancer", "dinner", "doctor", "dog", "dollar", "dragon", "elephant", "engine", "family", "farmer",
    "father", "finger", "fish", "floor", "forest", "fork", "friend", "game", "garden", "glass", "grass", "guitar",
    "hammer", "hat", "hill", "history", "horizon", "house", "island", "jacket", "journey", "kitchen", "kitten", "ladder",
    "lake", "lamp", "lawyer", "lemon", "letter", "lion", "magnet", "market", "minute", "monday", "monkey", "mother",
    "mountain", "movie", "muffin", "music", "number", "nurse", "ocean", "office", "orange", "page", "paper", "pencil",
    "people", "phone", "picture", "planet", "plate", "pocket", "police", "potato", "problem", "puppy", "queen",
    "question", "rabbit", "radio", "river", "roof", "sailor", "sand", "school", "shirt", "shop", "silver", "singer",
    "sister", "sock", "soldier", "song", "spoon", "station", "stone", "street", "summer", "table", "teacher", "thousand",
    "ticket", "tiger", "tomato", "tomorrow", "tower", "tree", "turtle", "umbrella", "valley", "video", "village", "wall",
    "watch", "water", "window", "winter", "yellow", "open", "tell", "the", "please", "and",
  ]
  /// The number of initial letters that a decoy must not share with a word of the passphrase: "bottle" would win over "bottles".
  ///
  /// A shorter decoy must not begin a word of the passphrase: "cat" would win over "cats".
  private static let stemLength = 4

  /// Returns the sentences for a passphrase; none of them is the passphrase.
  static func templates(for passphrase: [String]) -> [Template] {
    let stems = Set(passphrase.map { $0.prefix(stemLength) })
    let others = Template.alternatives(
      words.filter { word in !stems.contains { $0.hasPrefix(word.prefix(stemLength)) } }.map(Template.word))
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
