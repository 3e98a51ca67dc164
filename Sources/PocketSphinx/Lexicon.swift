/// The words a decoder needs and how each is said.
public struct Lexicon: Equatable, Sendable {
  /// For each word, its pronunciations as phones, the usual one first.
  public private(set) var pronunciations: [String: [[String]]]

  /// A lexicon of the given pronunciations.
  public init(_ pronunciations: [String: [[String]]] = [:]) {
    self.pronunciations = pronunciations
  }

  /// Names under which the pronunciations of `word` stand in a decoder: `word`, `word(2)` and so on.
  public func variants(of word: String) -> [String] {
    (pronunciations[word] ?? []).indices.map { $0 == 0 ? word : "\(word)(\($0 + 1))" }
  }

  /// Phones of the usual pronunciation of a phrase, all words together; nil when a word is missing.
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
  /// Gives the decoder every word of a lexicon, with all its pronunciations.
  ///
  /// - Throws: `PocketSphinxError` when a phone is not one of the model's.
  public func add(_ lexicon: Lexicon) throws(PocketSphinxError) {
    for (word, pronunciations) in lexicon.pronunciations.sorted(by: { $0.key < $1.key }) {
      for (name, phones) in zip(lexicon.variants(of: word), pronunciations) {
        try add(name, phones: phones)
      }
    }
  }
}
