public import PocketSphinx
public import VocativeUnderstanding

/// Finds out whether a phrase can be made somebody's own: it must be sayable, and not be or sound like what is understood already.
public struct InvocationPhraseCheck: Sendable {
  /// The most words of a phrase.
  public static let mostWords = 10
  /// The fewest phones of a phrase, so that it is not heard everywhere.
  public static let fewestPhones = 4

  private var existing: [(owner: String, words: [String])]
  private let pronunciations: PronunciationLookup?
  private let owner: (@Sendable (_ words: [String]) -> String?)?

  /// A check against sentences that are understood already.
  ///
  /// - Parameters:
  ///   - existing: The sentences as dictionary words, wake phrases among them, each with what it is understood as, in words that
  ///     follow "as": `the wake phrase`, `Goal progress`.
  ///   - pronunciations: How words sound; nil where nobody listens, and phrases only have to differ in writing.
  ///   - owner: What a sentence is understood as, for grammars with too many sentences to list; nil for no such grammar.
  public init(
    existing: [(owner: String, words: [String])] = [], pronunciations: PronunciationLookup? = nil,
    owner: (@Sendable (_ words: [String]) -> String?)? = nil
  ) {
    self.existing = existing
    self.pronunciations = pronunciations
    self.owner = owner
  }

  /// The same check against more sentences.
  public func adding(_ sentences: [(owner: String, words: [String])]) -> InvocationPhraseCheck {
    var check = self
    check.existing += sentences
    return check
  }

  /// Whether every word of a phrase has a pronunciation; one that has not can be typed and never heard.
  ///
  /// - Throws: `PocketSphinxError` when the dictionary cannot be read.
  public func isSpeakable(_ phrase: String) throws(PocketSphinxError) -> Bool {
    guard let pronunciations else { return false }
    let words = SpokenText.words(of: phrase)
    guard !words.isEmpty else { return false }
    return try pronunciations.pronunciations(of: Set(words), hints: [:]).unknownWords.isEmpty
  }

  /// Why a phrase is refused; nil for one that can be somebody's own.
  ///
  /// - Throws: `PocketSphinxError` when the dictionary cannot be read.
  public func refusal(of phrase: String) throws(PocketSphinxError) -> InvocationPhraseRefusal? {
    let words = SpokenText.words(of: phrase)
    let written = StoredText.clipped(StoredText.line(phrase), to: 100)
    guard !words.isEmpty else { return .noWords(phrase: written) }
    guard words.count <= Self.mostWords, phrase.unicodeScalars.count <= Vocabulary.mostCharacters else {
      return .tooManyWords(phrase: written, count: words.count)
    }
    // A question that is open would take it.
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
    guard phones >= Self.fewestPhones else { return .tooFewPhones(phrase: written, count: phones) }
    let distance = PhoneDistance(lexicon: found.lexicon)
    // Sentences nobody can say are told apart by their writing alone.
    let nearest = existing.compactMap { sentence in distance.between(words, sentence.words).map { (sentence, $0) } }
      .min { $0.1 < $1.1 }
    guard let (sentence, nearness) = nearest, nearness <= PhoneDistance.soundsAlike else { return nil }
    return .soundsLike(phrase: written, existing: sentence.words.joined(separator: " "), owner: sentence.owner)
  }
}
