import Logging
import Vocative

/// A pool of detections: Home Assistant connects again for every wake word, and creating decoders takes time.
actor WakeDetections {
  private let model: RecognitionModel
  private let logger: Logger
  private let places: ClientPlaces
  private var free: [WakeDetection] = []
  private static let maxFree = 8

  /// - Parameter limit: The maximum number of clients with a detection.
  init(limit: Int, model: RecognitionModel, logger: Logger) {
    places = ClientPlaces(limit: limit)
    self.model = model
    self.logger = logger
  }

  /// Returns an unused detection for a client; nil if too many clients have one.
  func take(for client: WyomingAnswer) -> WakeDetection? {
    guard places.take(for: client) else { return nil }
    return free.popLast() ?? WakeDetection(model: model, logger: logger)
  }

  /// Records that a client uses its detection.
  nonisolated func use(by peer: ServedPeer) { places.use(by: peer) }

  /// Keeps the detection of a client for the next one, without its audio.
  func giveBack(_ detection: WakeDetection, of peer: ServedPeer) async {
    places.giveBack(of: peer)
    guard free.count < Self.maxFree else { return }
    do {
      try await detection.forget()
      free.append(detection)
    } catch {
      logger.debug("a wake word detection cannot be reused: \(error)")
    }
  }
}
