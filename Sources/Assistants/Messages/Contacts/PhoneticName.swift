import GraphemeToPhoneme
import VocativeUnderstanding

/// The pronunciation of a name in an address book: phones, as in `SH IH V AO N`, or a name that sounds like it, as in `Shivawn`.
enum PhoneticName {
  /// Returns the phones by name; nil if the pronunciation cannot be read.
  static func pronunciations(of name: String, soundingLike hint: String) -> [String: [String]]? {
    let words = SpokenText.words(of: name)
    guard !words.isEmpty, let model = try? PronunciationModel.english() else { return nil }
    let parts = hint.split(whereSeparator: \.isWhitespace).map(String.init)
    if let phones = phones(parts, among: Set(model.phones)) { return [words.joined(separator: " "): phones] }
    // Hyphens and apostrophes separate syllables, as in "shi-VAWN".
    let sounds = parts.map { part in SpokenText.words(of: part.lowercased().filter { $0.isLetter || $0.isNumber }) }
    let converter = GraphemeToPhonemeConverter(model: model)
    var found: [[String]] = []
    for sound in sounds {
      let guesses = sound.map { converter.guesses(for: $0, limit: 1).first?.phones ?? [] }
      guard !guesses.isEmpty, guesses.allSatisfy({ !$0.isEmpty }) else { return nil }
      found.append(Array(guesses.joined()))
    }
    guard !found.isEmpty else { return nil }
    guard found.count == words.count else { return [words.joined(separator: " "): Array(found.joined())] }
    return Dictionary(zip(words, found)) { first, _ in first }
  }

  /// Returns the phones without their stress; nil if it is not a list of phones.
  private static func phones(_ parts: [String], among known: Set<String>) -> [String]? {
    let phones = parts.map { part in
      part.last.map { "012".contains($0) } == true ? String(part.dropLast()) : part
    }
    return !phones.isEmpty && phones.allSatisfy(known.contains) ? phones : nil
  }
}
