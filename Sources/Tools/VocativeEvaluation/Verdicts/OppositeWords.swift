import VocativeUnderstanding

/// Words that turn a command into its opposite, and number words that sound alike.
///
/// Acting on the wrong word of a pair is the worst error: the lamp turns off instead of on, the alarm rings at fifty past instead
/// of fifteen past. The table has words that occur in commands to a house, a device or a diary. It is not a dictionary of
/// antonyms: any other wrong word is an ordinary error.
public enum OppositeWords {
  /// The pairs, each in one direction.
  static let pairs: [(String, String)] = [
    // States and actions that lead to them.
    ("on", "off"), ("open", "close"), ("open", "closed"), ("open", "shut"), ("opened", "closed"), ("opening", "closing"),
    ("opened", "shut"), ("opens", "closes"), ("lock", "unlock"), ("locked", "unlocked"), ("locking", "unlocking"),
    ("arm", "disarm"), ("armed", "disarmed"), ("enable", "disable"), ("enabled", "disabled"), ("activate", "deactivate"),
    ("mute", "unmute"), ("muted", "unmuted"), ("start", "stop"), ("started", "stopped"), ("begin", "end"), ("play", "pause"),
    ("play", "stop"), ("pause", "resume"), ("stop", "resume"), ("connect", "disconnect"), ("show", "hide"), ("add", "remove"),
    ("keep", "delete"), ("do", "undo"), ("true", "false"), ("allow", "block"),
    // Answers.
    ("yes", "no"), ("yeah", "no"), ("yes", "nope"), ("yeah", "nope"), ("accept", "decline"), ("accept", "reject"),
    ("confirm", "cancel"), ("always", "never"), ("with", "without"),
    // Directions and amounts.
    ("up", "down"), ("upstairs", "downstairs"), ("left", "right"), ("forward", "back"), ("forward", "backward"),
    ("forwards", "backwards"), ("in", "out"), ("next", "previous"), ("first", "last"), ("before", "after"), ("front", "back"),
    ("top", "bottom"), ("upper", "lower"), ("inside", "outside"), ("raise", "lower"), ("increase", "decrease"), ("more", "less"),
    ("higher", "lower"), ("high", "low"), ("louder", "quieter"), ("louder", "softer"), ("brighter", "darker"),
    ("brighter", "dimmer"),
    ("brighten", "dim"), ("warmer", "cooler"), ("warmer", "colder"), ("hotter", "colder"), ("hotter", "cooler"), ("hot", "cold"),
    ("faster", "slower"), ("minimum", "maximum"), ("morning", "evening"), ("am", "pm"), ("today", "tomorrow"),
    // Numbers that sound alike.
    ("thirteen", "thirty"), ("fourteen", "forty"), ("fifteen", "fifty"), ("sixteen", "sixty"), ("seventeen", "seventy"),
    ("eighteen", "eighty"), ("nineteen", "ninety"), ("thirteenth", "thirtieth"), ("fourteenth", "fortieth"),
    ("fifteenth", "fiftieth"), ("sixteenth", "sixtieth"), ("seventeenth", "seventieth"), ("eighteenth", "eightieth"),
    ("nineteenth", "ninetieth"),
  ]

  private static let table: [String: Set<String>] = pairs.reduce(into: [:]) { table, pair in
    table[pair.0, default: []].insert(pair.1)
    table[pair.1, default: []].insert(pair.0)
  }

  /// Returns the opposites of a lower-case word; empty for most words.
  public static func opposites(of word: String) -> Set<String> { table[word] ?? [] }

  /// Whether two sentences differ in exactly one word whose two forms are a pair of the table.
  public static func areOpposite(_ one: [String], _ other: [String]) -> Bool {
    guard one.count == other.count else { return false }
    let differences = zip(one, other).filter { $0 != $1 }
    guard differences.count == 1, let (first, second) = differences.first else { return false }
    return opposites(of: first).contains(second)
  }

  /// Whether two written texts are opposite; numbers are read as words, so 15 and 50 are a pair.
  public static func areOpposite(_ one: String, _ other: String) -> Bool {
    areOpposite(words(of: one), words(of: other))
  }

  /// Returns the words of a text or a name: `turn-on`, `TurnOn` and `turn_on` are "turn on".
  private static func words(of text: String) -> [String] {
    SpokenText.words(of: text.replacing(#/([a-z0-9])([A-Z])/#) { "\($0.1) \($0.2)" })
  }
}
