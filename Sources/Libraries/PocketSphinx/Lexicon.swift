/// The words that a decoder needs, with their pronunciations.
public struct Lexicon: Equatable, Sendable {
  /// An additional pronunciation of a word, with a lower probability than the listed ones.
  public struct Variant: Equatable, Sendable {
    /// The phones.
    public let phones: [String]
    /// The probability relative to a listed pronunciation, above 0 and up to 1.
    public let probability: Double

    /// Creates a variant of a word.
    public init(phones: [String], probability: Double) {
      self.phones = phones
      self.probability = probability
    }
  }

  /// The listed pronunciations of each word, as phones; the most common one comes first.
  public private(set) var pronunciations: [String: [[String]]]
  /// The regular variants of each word that has any, for grammars.
  public private(set) var variants: [String: [Variant]]

  /// Creates a lexicon from pronunciations and variants.
  public init(_ pronunciations: [String: [[String]]] = [:], variants: [String: [Variant]] = [:]) {
    self.pronunciations = pronunciations
    self.variants = variants
  }

  /// Returns the decoder's names for the listed pronunciations of `word`: `word`, `word(2)` and so on.
  public func names(of word: String) -> [String] {
    (pronunciations[word] ?? []).indices.map { Self.name(of: word, pronunciation: $0 + 1) }
  }

  /// Returns the decoder's name for a listed pronunciation of `word`, which are numbered from 1.
  static func name(of word: String, pronunciation number: Int) -> String { number == 1 ? word : "\(word)(\(number))" }

  /// Returns the decoder's names for the variants of `word`, `word~1` and so on, with their probabilities.
  ///
  /// A decoder's grammar contains `word(2)` with the probability of `word`. It does not contain these names by itself.
  public func variantNames(of word: String) -> [(name: String, probability: Double)] {
    (variants[word] ?? []).enumerated().map { ("\(word)~\($0 + 1)", $1.probability) }
  }

  /// Returns the word that a decoder's name stands for: `off` for `off`, `off(2)` and `off~1`.
  public static func word(named name: String) -> String {
    // Most names are the words themselves, and a search takes time.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "~") }) else { return name }
    return name.replacing(#/(\(\d+\)|~\d+)$/#, with: "")
  }

  /// Returns the phones of a phrase's most common pronunciation; nil if a word is missing.
  public func phones(of words: [String]) -> [String]? {
    var phones: [String] = []
    for word in words {
      guard let first = pronunciations[word]?.first else { return nil }
      phones += first
    }
    return phones
  }
}

extension Decoder {
  /// Adds every word of a lexicon, with its listed pronunciations, to the decoder.
  ///
  /// - Parameter withVariants: Whether to add the variants as well.
  /// - Throws: `PocketSphinxError` if a phone is not one of the model's.
  public func add(_ lexicon: Lexicon, withVariants: Bool = false) throws(PocketSphinxError) {
    for (word, pronunciations) in lexicon.pronunciations.sorted(by: { $0.key < $1.key }) {
      for (name, phones) in zip(lexicon.names(of: word), pronunciations) { try add(name, phones: phones) }
    }
    guard withVariants else { return }
    for (word, variants) in lexicon.variants.sorted(by: { $0.key < $1.key }) {
      for (variant, named) in zip(variants, lexicon.variantNames(of: word)) { try add(named.name, phones: variant.phones) }
    }
  }
}

extension WordGraph {
  /// Returns a graph in which each word can also be spoken as one of its variants.
  public func expanded(by lexicon: Lexicon) -> WordGraph {
    let variants = arcs.flatMap { arc in
      arc.word.map { lexicon.variantNames(of: $0) }?.map { variant in
        Arc(from: arc.from, to: arc.to, word: variant.name, probability: arc.probability * variant.probability)
      } ?? []
    }
    return WordGraph(stateCount: stateCount, start: start, final: final, arcs: arcs + variants)
  }
}
