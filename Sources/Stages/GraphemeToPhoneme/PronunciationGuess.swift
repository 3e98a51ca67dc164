/// A way an unknown word may be said.
public struct PronunciationGuess: Equatable, Sendable {
  /// The phones.
  public let phones: [String]
  /// How much of what was thought of the guess is, from 0 to 1.
  public let confidence: Double

  /// A way of saying a word.
  public init(phones: [String], confidence: Double) {
    self.phones = phones
    self.confidence = confidence
  }
}
