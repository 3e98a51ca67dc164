public import PocketSphinx
public import VocativeUnderstanding

/// The pronunciations of a word and their source, for people and programs.
public struct WordPronunciation: Codable, Equatable, Sendable {
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
  /// The regular variants of the pronunciations that commands also understand.
  public let variants: [Variant]
  /// The source, or the reason why there are no pronunciations, for people.
  private let explanation: String

  /// A variant that rules derive from a pronunciation.
  public struct Variant: Codable, Equatable, Sendable {
    /// The phones, with spaces between them.
    public let pronunciation: String
    /// The names of the rules, in order of application.
    public let rules: [String]
    /// The probability of the variant relative to the pronunciation itself, from 0 to 1.
    public let probability: Double

    /// The variant with its rules and their probability, as a line for people.
    public var line: String {
      let names = rules.joined(separator: " and ")
      let changes = PronunciationRule.all.filter { rules.contains($0.name) }.map(\.summary).joined(separator: "; ")
      return "also as \(pronunciation) (\(names), probability \(probability): \(changes))"
    }
  }

  /// Creates the entry of a word in a lexicon; nil if the lexicon does not have it.
  ///
  /// - Parameter variants: The variants of the word.
  public init?(
    _ word: String, in lexicon: Lexicon, _ sources: [String: PronunciationSource], variants: [PronunciationVariant] = []
  ) {
    guard let ways = lexicon.pronunciations[word], let source = sources[word] else { return nil }
    self.word = word
    pronunciations = ways.map { $0.joined(separator: " ") }
    self.source = source.name
    confidence = source.confidence.map { ($0 * 100).rounded() / 100 }
    isUncertain = source.isUncertain
    explanation = source.explanation
    self.variants = variants.map {
      Variant(pronunciation: $0.phones.joined(separator: " "), rules: $0.rules, probability: $0.probability)
    }
  }

  /// Creates an entry for a word without a known pronunciation.
  public init(unknown word: String) {
    self.init(unknown: word, because: "its pronunciation is unknown")
  }

  private init(unknown word: String, because explanation: String) {
    self.word = word
    pronunciations = []
    source = nil
    confidence = nil
    isUncertain = false
    variants = []
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
    return words.map { word in
      WordPronunciation(word, in: found.lexicon, found.sources, variants: found.variants[word] ?? [])
        ?? WordPronunciation(unknown: word)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case word, pronunciations, variants, source, confidence, explanation
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
