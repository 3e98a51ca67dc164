/// A regular difference between many speakers' pronunciation and the dictionary's.
///
/// The model's dictionary lists one careful American pronunciation of most words. A rule derives another one from it, at a cost.
public struct PronunciationRule: Sendable {
  /// A short name, for `vocative pronounce` and measurements.
  public let name: String
  /// The change, as a phrase.
  public let summary: String
  /// The publication that describes the rule.
  public let source: String
  /// The probability of the changed pronunciation relative to the listed one, above 0 and up to 1; its logarithm is the cost.
  public let probability: Double
  private let change: @Sendable (_ word: String, _ phones: [String]) -> [String]?

  init(
    name: String, summary: String, source: String, probability: Double,
    change: @escaping @Sendable (_ word: String, _ phones: [String]) -> [String]?
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.probability = probability
    self.change = change
  }

  /// Returns the changed pronunciation; nil if the rule does not apply.
  public func variant(of word: String, phones: [String]) -> [String]? {
    guard let changed = change(word, phones), !changed.isEmpty, changed != phones else { return nil }
    return changed
  }

  /// The rules for commands, in order of application.
  public static let all = [lowBackMerger, weakForms, flapping, ntReduction, ingReduction]

  /// `AO` pronounced as `AA`, as in "off", except before `R`.
  public static let lowBackMerger = PronunciationRule(
    name: "low-back-merger", summary: "AO is pronounced as AA, except before R",
    source: "Labov, Ash and Boberg: The Atlas of North American English, 2006, chapter 9", probability: 1
  ) { _, phones in
    replacing(in: phones) { index in phones[index] == "AO" && phones.element(after: index) != "R" ? ["AA"] : nil }
  }

  /// Unstressed function words.
  public static let weakForms = PronunciationRule(
    name: "weak-form", summary: "an unstressed function word has a reduced vowel or loses its last consonant",
    source: "Wells: Longman Pronunciation Dictionary, 2008, \"weak forms\"", probability: 0.5
  ) { word, _ in weakFormsByWord[word] }

  /// `T` between a vowel and an unstressed vowel pronounced as a flap, for which `D` is the closest phone of the model.
  public static let flapping = PronunciationRule(
    name: "flapping", summary: "T between vowels is pronounced as a flap, near D",
    source: "Zue and Laferriere: Acoustic study of medial /t, d/ in American English, 1979", probability: 0.5
  ) { _, phones in
    replacing(in: phones) { index in
      guard phones[index] == "T", let before = phones.element(before: index), vowels.contains(before) || before == "R",
        phones.element(after: index).map(unstressedVowels.contains) == true,
        // The last syllable of "thirteen" is stressed, that of "thirty" is not.
        !phones[index...].starts(with: ["T", "IY", "N"])
      else { return nil }
      return ["D"]
    }
  }

  /// `T` after `N` lost before an unstressed vowel, as in "twenty".
  public static let ntReduction = PronunciationRule(
    name: "nt-reduction", summary: "T is lost between N and an unstressed vowel",
    source: "Wells: Accents of English, 1982, volume 3, section 6.2", probability: 0.5
  ) { _, phones in
    replacing(in: phones) { index in
      phones[index] == "T" && phones.element(before: index) == "N"
        && phones.element(after: index).map(unstressedVowels.contains) == true
        ? [] : nil
    }
  }

  /// A final "-ing" pronounced with `N`, as in "doing".
  public static let ingReduction = PronunciationRule(
    name: "ing-reduction", summary: "a final -ing ends in N",
    source: "Labov: The Social Stratification of English in New York City, 2006, chapter 10", probability: 0.5
  ) { word, phones in
    guard word.hasSuffix("ing"), phones.count > 3, phones.suffix(2) == ["IH", "NG"] else { return nil }
    return phones.dropLast(2) + ["AH", "N"]
  }

  private static let vowels: Set<String> = [
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
  ]
  /// The vowels of unstressed syllables in the dictionary, which does not mark stress.
  private static let unstressedVowels: Set<String> = ["AH", "ER", "IH", "IY", "OW"]

  private static let weakFormsByWord: [String: [String]] = [
    "and": ["AH", "N"], "at": ["AH", "T"], "can": ["K", "AH", "N"], "for": ["F", "ER"], "from": ["F", "R", "AH", "M"],
    "have": ["AH", "V"], "her": ["ER"], "him": ["IH", "M"], "his": ["IH", "Z"], "in": ["AH", "N"], "my": ["M", "AH"],
    "of": ["AH"], "or": ["ER"], "some": ["S", "AH", "M"], "that": ["DH", "AH", "T"], "to": ["T", "AH"], "us": ["AH", "S"],
    "was": ["W", "AH", "Z"], "you": ["Y", "AH"], "your": ["Y", "ER"],
  ]

  /// Returns the phones with the replacements of `change`.
  private static func replacing(in phones: [String], _ change: (Int) -> [String]?) -> [String] {
    phones.indices.flatMap { change($0) ?? [phones[$0]] }
  }
}

extension [String] {
  fileprivate func element(before index: Int) -> String? { index > startIndex ? self[index - 1] : nil }
  fileprivate func element(after index: Int) -> String? { index + 1 < endIndex ? self[index + 1] : nil }
}

/// A regular variant of a word's pronunciation and the rules that derive it.
public struct PronunciationVariant: Equatable, Sendable {
  /// The phones.
  public let phones: [String]
  /// The names of the rules, in order of application.
  public let rules: [String]
  /// The probability of the variant relative to a listed pronunciation, from 0 to 1.
  public let probability: Double

  /// The maximum number of variants of a word, which keeps the search small.
  public static let maxPerWord = 4

  /// Returns the variants that rules derive from a word's listed pronunciations; each rule also applies to earlier rules' results.
  public static func variants(
    of word: String, listed: [[String]], rules: [PronunciationRule] = PronunciationRule.all
  ) -> [PronunciationVariant] {
    var found = listed.map { PronunciationVariant(phones: $0, rules: [], probability: 1) }
    for rule in rules {
      for base in found {
        guard let phones = rule.variant(of: word, phones: base.phones), !found.contains(where: { $0.phones == phones }) else {
          continue
        }
        found.append(
          PronunciationVariant(phones: phones, rules: base.rules + [rule.name], probability: base.probability * rule.probability))
      }
    }
    return Array(found.dropFirst(listed.count).prefix(maxPerWord))
  }
}
