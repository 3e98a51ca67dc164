public import VocativeCapture

/// Finds wake phrases in place of the detector here, as long as it answers.
public protocol WakeWordService: Sendable {
  /// Finds these phrases from now on, in dictionary words separated by single spaces.
  func listen(for phrases: [String])

  /// Takes the next frame; never waits.
  func hear(_ frame: AudioFrame)

  /// What was found since it was asked last, and nothing of it twice; nil when it does not answer, so that what is found here counts.
  func takeDetections() -> [WakeWordDetection]?
}

/// A wake phrase that was heard elsewhere.
public struct WakeWordDetection: Equatable, Sendable {
  /// The phrase, as it was asked for.
  public let phrase: String
  /// Sample by which it was heard, since the source was started.
  public let position: Int

  /// A phrase that was heard by a position.
  public init(phrase: String, position: Int) {
    self.phrase = phrase
    self.position = position
  }
}
