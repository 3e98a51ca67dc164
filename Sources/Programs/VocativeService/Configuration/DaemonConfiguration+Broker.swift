import Logging
import Vocative
import VocativeMQTT

extension DaemonConfiguration {
  /// The connection to the broker.
  ///
  /// - Throws: `SettingError` for a file that can't be used.
  func brokerService(_ broker: BrokerSettings, loop: TurnLoop, mailbox: TurnMailbox, logger: Logger) throws -> BrokerService {
    let settings = Settings.all
    do throws(BrokerSettingsError) {
      return try BrokerService(broker, loop: loop, mailbox: mailbox, logger: logger)
    } catch {
      let files = [
        settings.brokerPasswordFile, settings.brokerCertificateAuthority, settings.brokerCertificate, settings.brokerKey,
      ]
      guard let file = files.first(where: { self[$0] == error.path }) else { throw error }
      throw located(error, at: [file])
    }
  }

  /// The settings of the broker connection; nil without a broker.
  var broker: BrokerSettings? {
    guard let brokerAddress = self.brokerAddress else { return nil }
    var settings = BrokerSettings(address: brokerAddress, room: self.room)
    settings.username = self.brokerUsername
    settings.passwordFile = self.brokerPasswordFile
    settings.certificateAuthority = self.brokerCertificateAuthority
    settings.certificate = self.brokerCertificate
    settings.key = self.brokerKey
    settings.knownRooms = self.knownRooms
    settings.isSharing = self.isSharingWithRooms
    return settings
  }
}
