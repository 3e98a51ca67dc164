import VocativeMQTT

extension DaemonConfiguration {
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
