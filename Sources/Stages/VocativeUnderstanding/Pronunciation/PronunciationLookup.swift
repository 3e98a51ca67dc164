import GraphemeToPhoneme
public import PocketSphinx

/// Looks up pronunciations: the author's hint, else the user's dictionary, else the model's dictionary, else a guess.
public struct PronunciationLookup: Sendable {
  /// The model's dictionary.
  public let dictionary: PronunciationDictionary
  /// The user's own dictionary, which takes precedence.
  public let userDictionary: UserDictionary?
  private let phones: Set<String>

  /// The maximum number of guesses for a word.
  public static let maxGuesses = 3
  /// The minimum probability of another guess, relative to the best guess.
  static let minRelativeConfidence = 0.2

  /// Creates a lookup in dictionaries.
  ///
  /// - Parameter phones: The phones of the acoustic model, to which guesses are limited; empty if they are not known.
  public init(dictionary: PronunciationDictionary, userDictionary: UserDictionary? = nil, phones: [String] = []) {
    self.dictionary = dictionary
    self.userDictionary = userDictionary
    self.phones = Set(phones)
  }

  /// Returns whether the acoustic model has all of these phones, as far as its phones are known.
  package func hasPhones(_ wanted: [String]) -> Bool { phones.isEmpty || phones.isSuperset(of: wanted) }

  /// The result of a lookup.
  public struct Result: Equatable, Sendable {
    /// The words and their pronunciations.
    public let lexicon: Lexicon
    /// The variants that rules derive, by word.
    public let variants: [String: [PronunciationVariant]]
    /// The source of each word's pronunciations.
    public let sources: [String: PronunciationSource]
    /// The words without a pronunciation, in alphabetical order.
    public let unknownWords: [String]
  }

  /// Looks up words, hints first, and guesses those that are in no dictionary.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  public func pronunciations(of words: Set<String>, hints: [String: [String]]) throws(PocketSphinxError) -> Result {
    var found: [String: [[String]]] = [:]
    var sources: [String: PronunciationSource] = [:]
    for (word, listed) in try listed(words) { (found[word], sources[word]) = (listed.pronunciations, listed.source) }
    for word in words {
      guard let hint = hints[word] else { continue }
      found[word] = [hint] + (found[word] ?? []).filter { $0 != hint }
      sources[word] = .hint
    }
    let missing = words.filter { found[$0] == nil }
    for (word, guess) in try guesses(for: missing, hints: hints) {
      (found[word], sources[word]) = (guess.pronunciations, guess.source)
    }
    let variants = variants(of: found, sources)
    let priced = variants.mapValues { $0.map { Lexicon.Variant(phones: $0.phones, probability: $0.probability) } }
    return Result(
      lexicon: Lexicon(found, variants: priced), variants: variants, sources: sources,
      unknownWords: words.filter { found[$0] == nil }.sorted())
  }

  /// Returns the regular variants of words, except for pronunciations that the author or the owner wrote.
  private func variants(
    of found: [String: [[String]]], _ sources: [String: PronunciationSource]
  ) -> [String: [PronunciationVariant]] {
    var variants: [String: [PronunciationVariant]] = [:]
    for (word, listed) in found {
      switch sources[word] {
      case .hint, .userDictionary, nil: continue
      case .dictionary, .derived, .spelled, .guessed: break
      }
      let sayable = PronunciationVariant.variants(of: word, listed: listed).filter { hasPhones($0.phones) }
      if !sayable.isEmpty { variants[word] = sayable }
    }
    return variants
  }

  private typealias Found = (pronunciations: [[String]], source: PronunciationSource)

  /// Returns the entries of the dictionaries.
  private func listed(_ words: Set<String>) throws(PocketSphinxError) -> [String: Found] {
    var found = try dictionary.pronunciations(of: words).mapValues { Found($0, .dictionary) }
    for (word, known) in found where SpelledLetters.abbreviations.contains(word) {
      found[word] = (withLetters(of: word, known.pronunciations), known.source)
    }
    for word in words {
      if let own = userDictionary?.pronunciations[word] { found[word] = (own, .userDictionary) }
    }
    return found
  }

  /// Returns derived or guessed pronunciations for words that no dictionary has.
  private func guesses(
    for words: Set<String>, hints: [String: [String]]
  ) throws(PocketSphinxError) -> [String: Found] {
    guard !words.isEmpty else { return [:] }
    let stems = Dictionary(words.compactMap { word in InflectedWord(word).map { (word, $0.stems) } }) { first, _ in first }
    let known = try listed(Set(stems.values.joined())).mapValues(\.pronunciations).merging(hints.mapValues { [$0] }) { $1 }
    let converter = try converter()
    var found: [String: Found] = [:]
    for word in words {
      let stem = stems[word]?.first { known[$0] != nil }
      if let stem, let ways = known[stem] {
        found[word] = sayable(ways.map(InflectedWord.phones), .derived(from: stem))
      } else {
        found[word] = guess(LatinLetters.english(word), converter)
      }
    }
    return found
  }

  private func guess(_ word: String, _ converter: GraphemeToPhonemeConverter) -> Found? {
    if SpelledLetters.areNeeded(for: word), let letters = SpelledLetters.phones(of: word) { return sayable([letters], .spelled) }
    guard word.contains(where: \.isLetter) else { return nil }
    let guesses = converter.guesses(for: word, limit: Self.maxGuesses)
    guard let best = guesses.first else { return nil }
    let source = PronunciationSource.guessed(confidence: best.confidence)
    var ways = guesses.filter { $0.confidence >= best.confidence * Self.minRelativeConfidence }.map(\.phones)
    // Three letters without a good guess may be an abbreviation.
    if word.count <= 3 && source.isUncertain || SpelledLetters.abbreviations.contains(word) {
      ways = withLetters(of: word, ways)
    }
    return sayable(ways, source)
  }

  /// Returns some pronunciations and that of the letters' names.
  private func withLetters(of word: String, _ ways: [[String]]) -> [[String]] {
    guard let letters = SpelledLetters.phones(of: word), hasPhones(letters), !ways.contains(letters) else { return ways }
    return ways + [letters]
  }

  /// Returns the pronunciations that the acoustic model has phones for.
  private func sayable(_ ways: [[String]], _ source: PronunciationSource) -> Found? {
    let sayable = ways.filter(hasPhones)
    return sayable.isEmpty ? nil : (sayable, source)
  }

  private func converter() throws(PocketSphinxError) -> GraphemeToPhonemeConverter {
    do throws(PronunciationModelError) {
      return GraphemeToPhonemeConverter(model: try .english())
    } catch {
      throw PocketSphinxError(code: .pronunciation, operation: "pronunciation model", reason: error.reason)
    }
  }
}
