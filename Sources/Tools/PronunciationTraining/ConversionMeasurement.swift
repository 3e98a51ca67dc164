public import GraphemeToPhoneme

/// The accuracy of a converter on words with known pronunciations.
public struct ConversionMeasurement: Equatable, Sendable {
  /// The number of words.
  public private(set) var words = 0
  /// Words whose first guess is not one of their pronunciations.
  public private(set) var wrongWords = 0
  /// Words for which none of the guesses is one of their pronunciations.
  public private(set) var wrongGuesses = 0
  /// The number of phones in the pronunciations closest to the first guesses.
  public private(set) var phones = 0
  /// Wrong, missing and extra phones in the first guesses.
  public private(set) var wrongPhones = 0
  /// For each tenth of the confidence scale, the number of words and of correct words.
  public private(set) var calibration = Array(repeating: Tenth(words: 0, right: 0), count: 10)

  /// The words whose confidence is in one tenth of the scale.
  public struct Tenth: Equatable, Sendable {
    /// The number of words.
    public var words: Int
    /// The number of correct words.
    public var right: Int

    /// Creates a count.
    public init(words: Int, right: Int) {
      self.words = words
      self.right = right
    }
  }

  /// The share of words whose first guess is wrong.
  public var wordErrorRate: Double { Double(wrongWords) / Double(max(words, 1)) }
  /// The share of words for which every guess is wrong.
  public var guessesErrorRate: Double { Double(wrongGuesses) / Double(max(words, 1)) }
  /// The number of errors for each phone.
  public var phoneErrorRate: Double { Double(wrongPhones) / Double(max(phones, 1)) }

  /// Measures a converter with up to `guesses` guesses for each word.
  public init(of converter: GraphemeToPhonemeConverter, on heldOut: [TrainingWord], phones: [String], guesses: Int = 3) {
    for word in heldOut {
      let found = converter.guesses(for: String(decoding: word.letters, as: UTF8.self), limit: guesses)
      add(found, pronunciations: word.pronunciations.map { $0.map { phones[Int($0)] } })
    }
  }

  /// Creates an empty measurement.
  public init() {}

  /// Adds a word with its guesses.
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

  /// Returns the edit distance between two pronunciations, in phones.
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
