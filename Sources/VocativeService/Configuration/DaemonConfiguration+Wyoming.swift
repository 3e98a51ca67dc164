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

  /// Where Wyoming is announced to the local network; nil when it is not.
  ///
  /// - Throws: `WyomingAnnouncementError` when there is nothing that others could reach.
  var announcedAddress: WyomingAddress? {
    get throws {
      guard isWyomingAnnounced else { return nil }
      guard let wyomingAddress, !wyomingAddress.isLocal else { throw WyomingAnnouncementError() }
      return wyomingAddress
    }
  }
}

/// An announcement of something that other computers cannot reach.
struct WyomingAnnouncementError: ExitStatusProviding, CustomStringConvertible {
  var description: String {
    "wyoming-zeroconf announces what other computers cannot reach; set wyoming-uri to an address of this computer in the local "
      + "network, such as tcp://0.0.0.0:10300, or wyoming-zeroconf to false"
  }
  var exitStatus: ExitStatus { .configuration }
}
