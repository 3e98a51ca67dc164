import PocketSphinx

/// Free text in a decoder's grammar: a loop of words, one for each phone.
struct TextLoop {
  /// The phones of speech.
  let phones: [String]
  /// The weight of the beginning of text where it may begin.
  let firstProbability: Double
  /// The weight of another phone of text.
  let nextProbability: Double

  private static let prefix = "+TEXT_"
  private static let suffix = "+"

  /// The words and their phones; no dictionary word or filler has this form.
  var lexicon: Lexicon { Lexicon(Dictionary(uniqueKeysWithValues: phones.map { (Self.word(for: $0), [[$0]]) })) }

  /// One arc for each phone.
  func arcs(from: Int, to: Int, probability: Double) -> [WordGraph.Arc] {
    phones.map { .init(from: from, to: to, word: Self.word(for: $0), probability: probability) }
  }

  /// Returns whether a decoded word is a phone of text.
  static func contains(_ word: String) -> Bool { word.hasPrefix(prefix) && word.hasSuffix(suffix) }

  private static func word(for phone: String) -> String { prefix + phone + suffix }
}
