import Logging
import Vocative
import VocativeWyoming

extension DaemonConfiguration {
  /// The external recognizer of commands; nil for Vocative's own.
  func recognizer(model: RecognitionModel, logger: Logger) -> sending (any UtteranceRecognizer)? {
    self.transcriptionService.map { WyomingRecognizer($0, model: model, logger: logger) }
  }

  /// Whether one of the daemon's addresses is announced on the local network and reachable from there.
  func isAnnounced(_ address: WyomingAddress) -> Bool { self.isWyomingAnnounced && !address.isLocal }

  /// Checks that an announcement has an address to announce.
  ///
  /// - Throws: `SettingError` if other computers can't reach any address.
  func checkAnnouncements() throws {
    guard self.isWyomingAnnounced, ![self.wyomingAddress, self.satelliteAddress].contains(where: { $0?.isLocal == false }) else {
      return
    }
    throw located(WyomingAnnouncementError(), at: [Settings.all.isWyomingAnnounced])
  }
}

/// An announcement of an address that other computers can't reach.
struct WyomingAnnouncementError: ExitStatusProviding, CustomStringConvertible {
  var description: String {
    "wyoming-zeroconf is set, but other computers can't connect; set wyoming-uri or satellite-uri to an address of this computer "
      + "in the local network, such as tcp://0.0.0.0:10300, or wyoming-zeroconf to false"
  }
  var exitStatus: ExitStatus { .configuration }
}
