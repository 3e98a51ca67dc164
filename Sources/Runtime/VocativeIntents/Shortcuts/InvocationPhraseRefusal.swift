/// Why a phrase cannot be made somebody's for a shortcut: the words and what to do.
public enum InvocationPhraseRefusal: Equatable, Sendable, CustomStringConvertible {
  /// There is nothing to say in it.
  case noWords(phrase: String)
  /// It is longer than people say in one breath.
  case tooManyWords(phrase: String, count: Int)
  /// It is so short that it would be heard everywhere.
  case tooFewPhones(phrase: String, count: Int)
  /// Nobody knows how a word of it sounds; it could only be typed.
  case unknownWord(String, phrase: String)
  /// It is a sentence that is understood already.
  case sameSentence(phrase: String, owner: String)
  /// It sounds like a sentence that is understood already.
  case soundsLike(phrase: String, existing: String, owner: String)
  /// It is, or sounds like, the phrase of a shortcut that does something private.
  case taken(phrase: String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noWords(let phrase):
      "\"\(phrase)\" has no words to say; choose one to \(InvocationPhraseCheck.mostWords) words"
    case .tooManyWords(let phrase, let count):
      "\"\(phrase)\" has \(count) word\(count == 1 ? "" : "s"); choose at most \(InvocationPhraseCheck.mostWords)"
    case .tooFewPhones(let phrase, let count):
      "\"\(phrase)\" has \(count) sound\(count == 1 ? "" : "s"), and would be heard where nobody said it; choose a longer phrase"
    case .unknownWord(let word, let phrase):
      "nobody knows how \"\(word)\" sounds in \"\(phrase)\"; choose another word, or write it as it is said"
    case .sameSentence(let phrase, let owner):
      "\"\(phrase)\" is understood already, as \(owner); choose other words"
    case .soundsLike(let phrase, let existing, let owner):
      "\"\(phrase)\" sounds like \"\(existing)\", which is understood as \(owner); choose words that sound different"
    case .taken(let phrase): "\"\(phrase)\" is too close to a phrase of yours that is private; choose other words"
    }
  }

  /// Whether it is refused for what belongs to this owner.
  func isOwned(by name: String) -> Bool {
    switch self {
    case .sameSentence(_, let owner), .soundsLike(_, _, let owner): owner == name
    case .noWords, .tooManyWords, .tooFewPhones, .unknownWord, .taken: false
    }
  }
}
