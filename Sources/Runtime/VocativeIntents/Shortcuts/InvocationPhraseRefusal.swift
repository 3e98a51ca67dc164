import VocativeUnderstanding

/// The reason why a phrase cannot be used for a shortcut, with a remedy.
public enum InvocationPhraseRefusal: Equatable, Sendable, CustomStringConvertible {
  /// The phrase has no words.
  case noWords(phrase: String)
  /// The phrase is too long to be spoken in one breath.
  case tooManyWords(phrase: String, count: Int)
  /// The phrase is so short that it would cause false alarms.
  case tooFewPhones(phrase: String, count: Int)
  /// The pronunciation of a word is unknown; the phrase could only be typed.
  case unknownWord(String, phrase: String)
  /// The phrase is an existing sentence.
  case sameSentence(phrase: String, owner: String)
  /// The phrase sounds like an existing sentence.
  case soundsLike(phrase: String, existing: String, owner: String)
  /// The phrase is, or sounds like, a private sentence or the phrase of a private shortcut.
  case tooSimilarToPrivate(phrase: String)
  /// The phrase is that of a shortcut with a step that nothing here can perform.
  case unsupported(phrase: String)

  /// The cause and the remedy.
  public var description: String {
    switch self {
    case .noWords(let phrase):
      "\"\(phrase)\" has no words to say; choose one to \(InvocationPhraseCheck.maxWords) words"
    case .tooManyWords(let phrase, let count):
      "\"\(phrase)\" has \(count) word\(count == 1 ? "" : "s"); choose at most \(InvocationPhraseCheck.maxWords)"
    case .tooFewPhones(let phrase, let count):
      "\"\(phrase)\" has \(count) sound\(count == 1 ? "" : "s"), and would cause false alarms; choose a longer phrase"
    case .unknownWord(let word, let phrase):
      "the pronunciation of \"\(word)\" in \"\(phrase)\" is unknown; choose another word, or spell it as it sounds"
    case .sameSentence(let phrase, let owner):
      "\"\(phrase)\" is already understood as \(owner); choose other words"
    case .soundsLike(let phrase, let existing, let owner):
      "\"\(phrase)\" sounds like \"\(existing)\", which is understood as \(owner); choose words that sound different"
    case .tooSimilarToPrivate(let phrase): "\"\(phrase)\" is too similar to one of your private phrases; choose other words"
    case .unsupported(let phrase):
      "\"\(phrase)\" is the phrase of a shortcut that does not work here; delete that with \"vocative shortcuts delete\", "
        + "or choose other words"
    }
  }

  /// The reason as it is said to a person, who is then asked for another phrase.
  package var dialog: String {
    switch self {
    case .noWords: "I don't hear any words in that."
    case .tooManyWords:
      "That's too long. Use at most \(SpokenNumber.count(InvocationPhraseCheck.maxWords, "word"))."
    case .tooFewPhones: "That's too short, so I'd hear it by mistake."
    case .unknownWord(let word, _): "I don't know how \"\(word)\" sounds."
    case .sameSentence(let phrase, let owner): "\"\(phrase)\" already stands for \(owner)."
    case .soundsLike(_, let existing, let owner): "That sounds like \"\(existing)\", which stands for \(owner)."
    case .tooSimilarToPrivate: "That's too close to one of your private phrases."
    case .unsupported: "That's the phrase of a shortcut that doesn't work here."
    }
  }

  /// The meaning of a sentence that must not be revealed.
  package static let privateOwner = "a private request"

  /// Returns the refusal without a conflicting sentence that is private.
  package var withoutPrivateSentence: InvocationPhraseRefusal {
    switch self {
    case .sameSentence(let phrase, Self.privateOwner), .soundsLike(let phrase, _, Self.privateOwner):
      .tooSimilarToPrivate(phrase: phrase)
    case .noWords, .tooManyWords, .tooFewPhones, .unknownWord, .tooSimilarToPrivate, .unsupported, .sameSentence, .soundsLike:
      self
    }
  }
}
