import Logging
import Vocative

/// Detections for one client after the other: Home Assistant connects anew for every wake word, and decoders take a while to make.
actor WakeDetections {
  private let model: RecognitionModel
  private let logger: Logger
  private let most: Int
  private var lent = 0
  private var free: [WakeDetection] = []
  private static let mostFree = 8

  /// - Parameter most: How many may be had at a time.
  init(most: Int, model: RecognitionModel, logger: Logger) {
    self.most = most
    self.model = model
    self.logger = logger
  }

  /// A detection that nobody else has; nil when there are too many already.
  func take() -> WakeDetection? {
    guard lent < most else { return nil }
    lent += 1
    return free.popLast() ?? WakeDetection(model: model, logger: logger)
  }

  /// Keeps a detection for the next client; what it has heard is forgotten.
  func giveBack(_ detection: WakeDetection) async {
    lent -= 1
    guard free.count < Self.mostFree else { return }
    do {
      try await detection.forget()
      free.append(detection)
    } catch {
      logger.debug("a detection is not used again: \(error)")
    }
  }
}
