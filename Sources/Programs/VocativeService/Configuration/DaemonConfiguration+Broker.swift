import VocativeMQTT

extension DaemonConfiguration {
  /// Where a broker is, and who this box is there; nil where there is none.
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
