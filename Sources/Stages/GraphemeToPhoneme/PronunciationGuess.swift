/// A possible pronunciation of an unknown word.
public struct PronunciationGuess: Equatable, Sendable {
  /// The phones.
  public let phones: [String]
  /// The guess's share of the total probability of all guesses, from 0 to 1.
  public let confidence: Double

  /// Creates a guess.
  public init(phones: [String], confidence: Double) {
    self.phones = phones
    self.confidence = confidence
  }
}
