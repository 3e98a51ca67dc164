import Logging
import Vocative

/// A pool of detections: Home Assistant connects again for every wake word, and creating decoders takes time.
actor WakeDetections {
  private let model: RecognitionModel
  private let logger: Logger
  private let limit: Int
  private var lent = 0
  private var free: [WakeDetection] = []
  private static let maxFree = 8

  /// - Parameter limit: The maximum number of detections in use.
  init(limit: Int, model: RecognitionModel, logger: Logger) {
    self.limit = limit
    self.model = model
    self.logger = logger
  }

  /// Returns an unused detection; nil if too many are in use.
  func take() -> WakeDetection? {
    guard lent < limit else { return nil }
    lent += 1
    return free.popLast() ?? WakeDetection(model: model, logger: logger)
  }

  /// Keeps a detection for the next client, without its audio.
  func giveBack(_ detection: WakeDetection) async {
    lent -= 1
    guard free.count < Self.maxFree else { return }
    do {
      try await detection.forget()
      free.append(detection)
    } catch {
      logger.debug("a wake word detection cannot be reused: \(error)")
    }
  }
}
