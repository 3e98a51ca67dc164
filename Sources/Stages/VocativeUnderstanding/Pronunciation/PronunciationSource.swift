import Foundation

/// Where the pronunciation of a word comes from.
public enum PronunciationSource: Hashable, Sendable {
  /// The author of the phrase or the name gave it.
  case hint
  /// The user's own dictionary.
  case userDictionary
  /// The dictionary of the model.
  case dictionary
  /// A word that is known, with an ending.
  case derived(from: String)
  /// The names of its letters, because there is no vowel among them.
  case spelled
  /// Guessed from its letters; how much of all that was thought of the best guess is, from 0 to 1.
  case guessed(confidence: Double)

  /// The confidence under which a guess is uncertain: of dictionary words that were held out, two in three of these were wrong.
  public static let leastConfidence = 0.4

  /// How much of all that was thought of the best guess is; nil for what is not guessed.
  public var confidence: Double? {
    if case .guessed(let confidence) = self { confidence } else { nil }
  }

  /// Whether the guess is too uncertain to be relied on.
  public var isUncertain: Bool {
    confidence.map { $0 < Self.leastConfidence } ?? false
  }

  /// Whether nobody wrote the pronunciation down, and it was worked out.
  public var isGuess: Bool {
    switch self {
    case .hint, .userDictionary, .dictionary: false
    case .derived, .spelled, .guessed: true
    }
  }

  /// One word for the kind of source, as programs are told it.
  public var name: String {
    switch self {
    case .hint: "hint"
    case .userDictionary: "user-dictionary"
    case .dictionary: "dictionary"
    case .derived: "derived"
    case .spelled: "spelled"
    case .guessed: "guessed"
    }
  }

  /// The source in words for a message.
  public var explanation: String {
    switch self {
    case .hint: "from its hint"
    case .userDictionary: "from your dictionary"
    case .dictionary: "from the dictionary"
    case .derived(let stem): "from \"\(stem)\""
    case .spelled: "letter by letter"
    case .guessed(let confidence):
      String(format: "guessed, confidence %.2f", confidence) + (isUncertain ? ", uncertain" : "")
    }
  }
}
