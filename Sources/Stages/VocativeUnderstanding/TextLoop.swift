import PocketSphinx

/// What stands for free text in a decoder's grammar: a word for each phone, any number of them after one another.
struct TextLoop {
  /// The phones of speech.
  let phones: [String]
  /// How likely text begins where it may.
  let firstProbability: Double
  /// How likely text goes on with one more phone.
  let nextProbability: Double

  private static let prefix = "+TEXT_"
  private static let suffix = "+"

  /// The words with their phones; no dictionary has a word of this form, and no filler has it.
  var lexicon: Lexicon { Lexicon(Dictionary(uniqueKeysWithValues: phones.map { (Self.word(for: $0), [[$0]]) })) }

  /// An arc for each phone.
  func arcs(from: Int, to: Int, probability: Double) -> [WordGraph.Arc] {
    phones.map { .init(from: from, to: to, word: Self.word(for: $0), probability: probability) }
  }

  /// Whether a decoded word is a phone of text.
  static func contains(_ word: String) -> Bool { word.hasPrefix(prefix) && word.hasSuffix(suffix) }

  private static func word(for phone: String) -> String { prefix + phone + suffix }
}
