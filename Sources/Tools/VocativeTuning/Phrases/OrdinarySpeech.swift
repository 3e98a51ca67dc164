import PocketSphinx
import Vocative

/// Finds ordinary English words that a phrase sounds like.
struct OrdinarySpeech {
  private let sentences: [[String]]
  private let lexicon: Lexicon

  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  init(lookup: PronunciationLookup, phrases: [[String]]) throws(PocketSphinxError) {
    sentences = (OrdinarySentences.similar + OrdinarySentences.ordinary).map(SpokenText.words)
    lexicon = try lookup.pronunciations(of: Set((sentences + phrases).joined()), hints: [:]).lexicon
  }

  /// Whether the words of a phrase occur in a sentence one after another.
  static func contains(_ phrase: [String], in sentence: [String]) -> Bool {
    guard !phrase.isEmpty, sentence.count >= phrase.count else { return false }
    return (0...sentence.count - phrase.count).contains { sentence[$0..<$0 + phrase.count].elementsEqual(phrase) }
  }

  /// Returns words that contain all phones of a phrase in sequence; nil if there are none.
  func words(containing phrase: [String]) -> String? {
    guard let phones = lexicon.phones(of: phrase), !phones.isEmpty else { return nil }
    for sentence in sentences where !Self.contains(phrase, in: sentence) {
      var (all, owners): ([String], [Int]) = ([], [])
      for (index, word) in sentence.enumerated() {
        let usual = lexicon.pronunciations[word]?.first ?? []
        all += usual
        owners += usual.map { _ in index }
      }
      guard all.count >= phones.count else { continue }
      for start in 0...all.count - phones.count where all[start..<start + phones.count].elementsEqual(phones) {
        return sentence[owners[start]...owners[start + phones.count - 1]].joined(separator: " ")
      }
    }
    return nil
  }

  /// Returns the words that sound most like a phrase; nil if none are similar.
  func words(soundingLike phrase: [String]) -> String? {
    let distance = PhoneDistance(lexicon: lexicon)
    var nearest: (words: [String], distance: Double)?
    for sentence in sentences {
      for length in max(phrase.count - 1, 1)...phrase.count + 1 where length <= sentence.count {
        for start in 0...sentence.count - length {
          let words = Array(sentence[start..<start + length])
          guard words != phrase, let found = distance.between(words, phrase), found <= PhoneDistance.soundsAlike else { continue }
          if found < nearest?.distance ?? .infinity { nearest = (words, found) }
        }
      }
    }
    return nearest?.words.joined(separator: " ")
  }
}
