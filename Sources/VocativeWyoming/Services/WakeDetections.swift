import Logging
import Vocative

/// Detections for one client after the other: Home Assistant connects anew for every wake word, and decoders take a while to make.
actor WakeDetections {
  private let model: RecognitionModel
  private let logger: Logger
  private var free: [WakeDetection] = []
  private static let mostFree = 8

  init(model: RecognitionModel, logger: Logger) {
    self.model = model
    self.logger = logger
  }

  /// A detection that nobody else has.
  func take() -> WakeDetection { free.popLast() ?? WakeDetection(model: model, logger: logger) }

  /// Keeps a detection for the next client; what it has heard is forgotten.
  func giveBack(_ detection: WakeDetection) async {
    guard free.count < Self.mostFree else { return }
    do {
      try await detection.forget()
      free.append(detection)
    } catch {
      logger.debug("a detection is not used again: \(error)")
    }
  }
}
