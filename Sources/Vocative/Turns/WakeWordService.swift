public import VocativeCapture

/// Finds wake phrases instead of the loop's own detector while it answers.
public protocol WakeWordService: Sendable {
  /// Sets the phrases to find, in dictionary words separated by single spaces.
  func listen(for phrases: [String])

  /// Processes the next frame without blocking.
  func hear(_ frame: AudioFrame)

  /// Returns the detections since the last call; nil if the service does not answer and the loop's own detector counts.
  func takeDetections() -> [WakeWordDetection]?
}

/// A wake phrase that a service detected.
public struct WakeWordDetection: Equatable, Sendable {
  /// The phrase, as it was requested.
  public let phrase: String
  /// The sample where its detection ends, counted from the start of the source.
  public let position: Int

  /// Creates a detection.
  public init(phrase: String, position: Int) {
    self.phrase = phrase
    self.position = position
  }
}
