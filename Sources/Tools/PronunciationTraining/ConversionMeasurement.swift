public import GraphemeToPhoneme

/// How well a converter guesses words whose pronunciations are known.
public struct ConversionMeasurement: Equatable, Sendable {
  /// Words that were guessed.
  public private(set) var words = 0
  /// Words whose first guess is none of their pronunciations.
  public private(set) var wrongWords = 0
  /// Words none of whose guesses is one of their pronunciations.
  public private(set) var wrongGuesses = 0
  /// Phones of the pronunciations that were nearest to the first guesses.
  public private(set) var phones = 0
  /// Phones that were wrong, missing or too many in the first guesses.
  public private(set) var wrongPhones = 0
  /// For each tenth of confidence, words and how many of them were right.
  public private(set) var calibration = Array(repeating: Tenth(words: 0, right: 0), count: 10)

  /// Words whose confidence is in one tenth.
  public struct Tenth: Equatable, Sendable {
    /// Words of the tenth.
    public var words: Int
    /// Words that were right.
    public var right: Int

    /// So many words.
    public init(words: Int, right: Int) {
      self.words = words
      self.right = right
    }
  }

  /// Part of the words that are wrong.
  public var wordErrorRate: Double { Double(wrongWords) / Double(max(words, 1)) }
  /// Part of the words that are wrong in each of the guesses.
  public var guessesErrorRate: Double { Double(wrongGuesses) / Double(max(words, 1)) }
  /// Errors a phone.
  public var phoneErrorRate: Double { Double(wrongPhones) / Double(max(phones, 1)) }

  /// Guesses every word, up to `guesses` times.
  public init(of converter: GraphemeToPhonemeConverter, on heldOut: [TrainingWord], phones: [String], guesses: Int = 3) {
    for word in heldOut {
      let found = converter.guesses(for: String(decoding: word.letters, as: UTF8.self), limit: guesses)
      add(found, pronunciations: word.pronunciations.map { $0.map { phones[Int($0)] } })
    }
  }

  /// A measurement of nothing yet.
  public init() {}

  /// Adds a word with what was guessed.
  public mutating func add(_ guesses: [PronunciationGuess], pronunciations: [[String]]) {
    let first = guesses.first?.phones ?? []
    let isRight = pronunciations.contains(first)
    words += 1
    wrongWords += isRight ? 0 : 1
    wrongGuesses += guesses.contains { pronunciations.contains($0.phones) } ? 0 : 1
    let nearest = pronunciations.map { (distance: Self.distance(first, $0), count: $0.count) }
      .min { $0.distance * $1.count < $1.distance * $0.count }
    wrongPhones += nearest?.distance ?? 0
    phones += nearest?.count ?? 0
    let tenth = min(Int((guesses.first?.confidence ?? 0) * 10), 9)
    calibration[tenth].words += 1
    calibration[tenth].right += isRight ? 1 : 0
  }

  /// The fewest phones to change, add or leave out to get from one pronunciation to another.
  private static func distance(_ left: [String], _ right: [String]) -> Int {
    var row = Array(0...right.count)
    for (index, phone) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let substituted = diagonal + (phone == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
