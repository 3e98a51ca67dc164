public import PocketSphinx

/// Finds out how words are said: the author's hint, else the dictionary.
public struct PronunciationLookup: Sendable {
  /// The dictionary that is asked.
  public let dictionary: PronunciationDictionary

  /// A look-up in one dictionary.
  public init(dictionary: PronunciationDictionary) {
    self.dictionary = dictionary
  }

  /// What was found, and what was not.
  public struct Result: Equatable, Sendable {
    /// The words with their pronunciations.
    public let lexicon: Lexicon
    /// Words nobody knows how to say, in alphabetical order.
    public let unknownWords: [String]
  }

  /// Looks up words, with the author's hints before the dictionary.
  ///
  /// - Throws: `PocketSphinxError` when the dictionary cannot be read.
  public func pronunciations(of words: Set<String>, hints: [String: [String]]) throws(PocketSphinxError) -> Result {
    var found = try dictionary.pronunciations(of: words)
    for word in words {
      guard let hint = hints[word] else { continue }
      found[word] = [hint] + (found[word] ?? []).filter { $0 != hint }
    }
    return Result(lexicon: Lexicon(found), unknownWords: words.filter { found[$0] == nil }.sorted())
  }
}
