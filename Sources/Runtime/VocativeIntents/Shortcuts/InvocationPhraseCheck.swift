public import PocketSphinx
public import VocativeUnderstanding

/// Checks whether a phrase can be used for a shortcut: it must be speakable, and must not be or sound like an existing one.
public struct InvocationPhraseCheck: Sendable {
  /// The maximum number of words.
  public static let maxWords = 10
  /// The maximum number of characters.
  static let maxCharacters = 500
  /// The minimum number of phones, to prevent false alarms.
  public static let minPhones = 4

  private var existing: [(owner: String, words: [String])]
  private let pronunciations: PronunciationLookup?
  private let owner: (@Sendable (_ words: [String]) -> String?)?

  /// Creates a check against existing sentences.
  ///
  /// - Parameters:
  ///   - existing: The sentences as dictionary words, including wake phrases, each with its meaning as it follows "as":
  ///     `the wake phrase`, `Goal progress`.
  ///   - pronunciations: The pronunciations of words; nil without speech input, in which case phrases only need a different
  ///     spelling.
  ///   - owner: Returns the meaning of a sentence, for grammars with too many sentences to list; nil if there is no such grammar.
  public init(
    existing: [(owner: String, words: [String])] = [], pronunciations: PronunciationLookup? = nil,
    owner: (@Sendable (_ words: [String]) -> String?)? = nil
  ) {
    self.existing = existing
    self.pronunciations = pronunciations
    self.owner = owner
  }

  /// Returns the check with additional sentences.
  public func adding(_ sentences: [(owner: String, words: [String])]) -> InvocationPhraseCheck {
    var check = self
    check.existing += sentences
    return check
  }

  /// Returns whether all words of a phrase have a pronunciation; otherwise the phrase can only be typed.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  public func isSpeakable(_ phrase: String) throws(PocketSphinxError) -> Bool {
    guard let pronunciations else { return false }
    let words = SpokenText.words(of: phrase)
    guard !words.isEmpty else { return false }
    return try pronunciations.pronunciations(of: Set(words), hints: [:]).unknownWords.isEmpty
  }

  /// Returns the reason to reject a phrase; nil if the phrase can be used.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  public func refusal(of phrase: String) throws(PocketSphinxError) -> InvocationPhraseRefusal? {
    let words = SpokenText.words(of: phrase)
    let written = ShortText.clipped(ShortText.line(phrase), to: 100)
    guard !words.isEmpty else { return .noWords(phrase: written) }
    guard words.count <= Self.maxWords, phrase.unicodeScalars.count <= Self.maxCharacters else {
      return .tooManyWords(phrase: written, count: words.count)
    }
    // An open question would take the words as its answer.
    if AnswerWords.areAnswer(words) { return .sameSentence(phrase: written, owner: "an answer to a question") }
    if let same = existing.first(where: { $0.words == words })?.owner ?? owner?(words) {
      return .sameSentence(phrase: written, owner: same)
    }
    guard let pronunciations else { return nil }
    return try refusalBySound(of: words, written: written, pronunciations)
  }

  private func refusalBySound(
    of words: [String], written: String, _ pronunciations: PronunciationLookup
  ) throws(PocketSphinxError) -> InvocationPhraseRefusal? {
    let found = try pronunciations.pronunciations(of: Set(existing.flatMap(\.words)).union(words), hints: [:])
    let lexicon = found.lexicon.pronunciations
    if let unknown = words.first(where: { lexicon[$0] == nil }) { return .unknownWord(unknown, phrase: written) }
    let phones = words.reduce(0) { $0 + (lexicon[$1]?.map(\.count).min() ?? 0) }
    guard phones >= Self.minPhones else { return .tooFewPhones(phrase: written, count: phones) }
    let distance = PhoneDistance(lexicon: found.lexicon)
    // Sentences without a pronunciation are compared only by spelling.
    let nearest = existing.compactMap { sentence in distance.between(words, sentence.words).map { (sentence, $0) } }
      .min { $0.1 < $1.1 }
    guard let (sentence, nearness) = nearest, nearness <= PhoneDistance.soundsAlike else { return nil }
    return .soundsLike(phrase: written, existing: sentence.words.joined(separator: " "), owner: sentence.owner)
  }
}
