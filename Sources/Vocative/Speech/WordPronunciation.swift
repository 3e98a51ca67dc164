public import PocketSphinx
public import VocativeUnderstanding

/// How one word will be heard, and where that comes from, for people and programs.
public struct WordPronunciation: Encodable, Equatable, Sendable {
  /// The word as dictionaries have it, or what was asked for when there is no word in it.
  public let word: String
  /// Its pronunciations, the usual one first, with a space between phones; none when nobody knows how it is said.
  public let pronunciations: [String]
  /// Where they come from, in one word; nil when there are none.
  public let source: String?
  /// How much of all that was thought of the best guess is, from 0 to 1; nil for what is no guess.
  public let confidence: Double?
  /// Whether a guess is too uncertain to be relied on.
  public let isUncertain: Bool
  /// Whether nobody wrote the pronunciations down.
  let isGuess: Bool
  private let explanation: String

  /// A word with what was found for it; nil when it is not among the words.
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

  /// A word nobody knows how to say.
  public init(unknown word: String) {
    self.init(unknown: word, because: "nobody knows how it sounds; give it a pronunciation")
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

  /// A text without any word.
  private init(wordless text: String) {
    self.init(unknown: text, because: "there is no word in it")
  }

  /// The words of a text in their order, each as it will be heard.
  ///
  /// - Throws: `PocketSphinxError` when the dictionary cannot be read.
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

  /// The word, its pronunciations, and where they come from.
  public var line: String {
    pronunciations.isEmpty
      ? "\"\(word)\": \(explanation)" : "\"\(word)\" as \(pronunciations.joined(separator: ", or ")) (\(explanation))"
  }
}
