import Foundation

/// The source of a word's pronunciation.
public enum PronunciationSource: Hashable, Sendable {
  /// A hint by the author of the phrase or the name.
  case hint
  /// The user's own dictionary.
  case userDictionary
  /// The model's dictionary.
  case dictionary
  /// A known word with an ending.
  case derived(from: String)
  /// The names of its letters, because it contains no vowel.
  case spelled
  /// A guess from its letters, with the share of the best guess among all candidates, from 0 to 1.
  case guessed(confidence: Double)

  /// The confidence below which a guess is uncertain: of held-out dictionary words, two in three of these were wrong.
  public static let minConfidence = 0.4

  /// The share of the best guess among all candidates; nil if it is not a guess.
  public var confidence: Double? {
    if case .guessed(let confidence) = self { confidence } else { nil }
  }

  /// Whether the guess is too uncertain to rely on.
  public var isUncertain: Bool {
    confidence.map { $0 < Self.minConfidence } ?? false
  }

  /// Whether the pronunciation is derived or guessed rather than written.
  public var isGuess: Bool {
    switch self {
    case .hint, .userDictionary, .dictionary: false
    case .derived, .spelled, .guessed: true
    }
  }

  /// The kind of source as one word, for programs.
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

  /// A description of the source for a message.
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
