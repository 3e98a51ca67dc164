public import PocketSphinx
public import VocativeUnderstanding

/// The pronunciations of a word and their source, for people and programs.
public struct WordPronunciation: Encodable, Equatable, Sendable {
  /// The word as dictionaries spell it, or the given text if it has no words.
  public let word: String
  /// Its pronunciations, the most common one first, with spaces between phones; empty if none is known.
  public let pronunciations: [String]
  /// The source of the pronunciations, in one word; nil if there are none.
  public let source: String?
  /// The share of the best guess among all candidates, from 0 to 1; nil if it is not a guess.
  public let confidence: Double?
  /// Whether a guess is too uncertain to rely on.
  public let isUncertain: Bool
  /// Whether the pronunciations are guessed.
  let isGuess: Bool
  private let explanation: String

  /// Creates the entry of a word in a lexicon; nil if the lexicon does not have it.
  public init?(_ word: String, in lexicon: Lexicon, _ sources: [String: PronunciationSource]) {
    guard let ways = lexicon.pronunciations[word], let source = sources[word] else { return nil }
    self.word = word
    pronunciations = ways.map { $0.joined(separator: " ") }
    self.source = source.name
    confidence = source.confidence.map { ($0 * 100).rounded() / 100 }
    isUncertain = source.isUncertain
    isGuess = source.isGuess
    explanation = source.explanation
  }

  /// Creates an entry for a word without a known pronunciation.
  public init(unknown word: String) {
    self.init(unknown: word, because: "its pronunciation is unknown; add one")
  }

  private init(unknown word: String, because explanation: String) {
    self.word = word
    pronunciations = []
    source = nil
    confidence = nil
    isUncertain = false
    isGuess = false
    self.explanation = explanation
  }

  /// Creates an entry for a text without words.
  private init(wordless text: String) {
    self.init(unknown: text, because: "it contains no words")
  }

  /// Returns an entry for each word of a text, in order.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  public static func all(of text: String, by lookup: PronunciationLookup) throws(PocketSphinxError) -> [WordPronunciation] {
    let words = SpokenText.words(of: text)
    guard !words.isEmpty else { return [WordPronunciation(wordless: text)] }
    let found = try lookup.pronunciations(of: Set(words), hints: [:])
    return words.map { WordPronunciation($0, in: found.lexicon, found.sources) ?? WordPronunciation(unknown: $0) }
  }

  private enum CodingKeys: String, CodingKey {
    case word, pronunciations, source, confidence
    case isUncertain = "uncertain"
  }

  /// The word as one line of JSON.
  public var json: String { jsonLine }

  /// The word, its pronunciations, and their source.
  public var line: String {
    pronunciations.isEmpty
      ? "\"\(word)\": \(explanation)" : "\"\(word)\" as \(pronunciations.joined(separator: ", or ")) (\(explanation))"
  }
}
