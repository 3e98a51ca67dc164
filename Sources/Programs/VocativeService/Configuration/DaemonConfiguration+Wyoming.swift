import Logging
import Vocative
import VocativeWyoming

extension DaemonConfiguration {
  /// What commands are heard with; nil for what comes with Vocative.
  func recognizer(model: RecognitionModel, logger: Logger) -> sending (any UtteranceRecognizer)? {
    transcriptionService.map { WyomingRecognizer($0, model: model, logger: logger) }
  }

  /// What answers are spoken with.
  func synthesizer(logger: Logger) throws -> SpeakingSynthesizer {
    let (engine, output) = (try SpeechEngine.installed(), SpeakingSynthesizer.Output.device(outputDevice))
    guard let speechService else { return SpeakingSynthesizer(engine: engine, output: output) }
    return SpeakingSynthesizer(service: speechService, fallback: engine, output: output, logger: logger)
  }

  /// Whether an address of this daemon's is announced to the local network, which others can reach.
  func isAnnounced(_ address: WyomingAddress) -> Bool { isWyomingAnnounced && !address.isLocal }

  /// Checks that there is something to announce where announcing is wanted.
  ///
  /// - Throws: `WyomingAnnouncementError` when there is nothing that others could reach.
  func checkAnnouncements() throws(WyomingAnnouncementError) {
    guard isWyomingAnnounced, ![wyomingAddress, satelliteAddress].contains(where: { $0?.isLocal == false }) else { return }
    throw WyomingAnnouncementError()
  }
}

/// An announcement of something that other computers cannot reach.
struct WyomingAnnouncementError: ExitStatusProviding, CustomStringConvertible {
  var description: String {
    "wyoming-zeroconf announces what other computers cannot reach; set wyoming-uri or satellite-uri to an address of this computer "
      + "in the local network, such as tcp://0.0.0.0:10300, or wyoming-zeroconf to false"
  }
  var exitStatus: ExitStatus { .configuration }
}
