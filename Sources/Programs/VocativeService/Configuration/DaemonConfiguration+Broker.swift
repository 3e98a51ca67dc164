import VocativeMQTT

extension DaemonConfiguration {
  /// The settings of the broker connection; nil without a broker.
  var broker: BrokerSettings? {
    guard let brokerAddress else { return nil }
    var settings = BrokerSettings(address: brokerAddress, room: room)
    settings.username = brokerUsername
    settings.passwordFile = brokerPasswordFile
    settings.certificateAuthority = brokerCertificateAuthority
    settings.certificate = brokerCertificate
    settings.key = brokerKey
    settings.knownRooms = knownRooms
    settings.isSharing = isSharingWithRooms
    return settings
  }
}
