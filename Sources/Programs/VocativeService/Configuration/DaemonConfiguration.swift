import Configuration
public import Logging
public import Vocative
public import VocativeControl
public import VocativeMQTT
public import VocativeWyoming

/// The settings of the daemon, from wherever each of them came.
public struct DaemonConfiguration: Equatable, Sendable {
  /// The assistant that is listened for.
  public var assistant: AssistantChoice
  /// The name of the user that commands of an intents file run as; nil for the daemon's own.
  public var handlerUser: String?
  /// Whether private intents are performed without a passphrase.
  public var isUnlocked: Bool
  /// The ALSA device to record from.
  public var device: String
  /// The ALSA device to speak on.
  public var outputDevice: String
  /// The channel on which the device records what the loudspeaker plays; nil where it does not.
  public var echoReference: EchoReference?
  /// Whether a tone says that a command is waited for.
  public var hasEarcon: Bool
  /// Whether stop words end an answer.
  public var hasBargeIn: Bool
  /// The folder of the recognition model; nil for the one that is found without being named.
  public var model: String?
  /// The file with tuned thresholds.
  public var calibration: SpottingCalibrationFile
  /// The least important messages that are logged.
  public var logLevel: Logger.Level
  /// The socket that the daemon is controlled through.
  public var controlSocket: ControlSocket
  /// Where metrics are served; nil for nowhere.
  public var metricsAddress: LocalAddress?
  /// Where a page is served; nil for nowhere.
  public var pagePort: Int?
  /// The address the page is served on.
  public var pageHost: String
  /// The file with the token for the page; nil for none.
  public var pageTokenFile: String?
  /// The Wyoming service that writes commands down; nil for Vocative's own recogniser.
  public var transcriptionService: WyomingAddress?
  /// The Wyoming service that speaks answers; nil for a speech engine here.
  public var speechService: WyomingAddress?
  /// The Wyoming service that finds the wake phrases; nil for Vocative's own detector.
  public var wakeService: WyomingAddress?
  /// Where Wyoming is served; nil for nowhere.
  public var wyomingAddress: WyomingAddress?
  /// Where Home Assistant may use this as its satellite; nil for nowhere.
  public var satelliteAddress: WyomingAddress?
  /// The addresses that Home Assistant may have for that; nil for any.
  public var satelliteClients: AllowedAddresses?
  /// How long Home Assistant may take to begin to answer what is passed on.
  public var satelliteTimeout: Duration
  /// Whether both are announced to the local network, as far as it can reach them.
  public var isWyomingAnnounced: Bool
  /// Where an MQTT broker is; nil for none.
  public var brokerAddress: BrokerAddress?
  /// Who this box is to it; nil for nobody.
  public var brokerUsername: String?
  /// The file with the password for that; nil for none.
  public var brokerPasswordFile: String?
  /// The file with the certificate of who has signed the broker's; nil for those whom the system trusts.
  public var brokerCertificateAuthority: String?
  /// The file with this box's own certificate; nil for none.
  public var brokerCertificate: String?
  /// The file with the private key of that; nil for none.
  public var brokerKey: String?
  /// The room this box stands in.
  public var room: RoomName
  /// The rooms whose boxes may answer in place of this one.
  public var knownRooms: [RoomName]
  /// Whether shortcuts and names are shared with other rooms.
  public var isSharingWithRooms: Bool

  /// Reads checked values: the keys that are missing have their defaults.
  init(_ reader: ConfigReader, assistant: AssistantChoice) {
    self.assistant = assistant
    handlerUser = reader.string(forKey: ConfigKey(.handlerUser))
    isUnlocked = reader.bool(forKey: ConfigKey(.unlocked), default: false)
    device = reader.string(forKey: ConfigKey(.device), default: ConfigurationKey.device.usual)
    outputDevice = reader.string(forKey: ConfigKey(.outputDevice), default: ConfigurationKey.outputDevice.usual)
    echoReference = reader.string(forKey: ConfigKey(.echoReference)).flatMap { EchoReference($0) }
    hasEarcon = reader.bool(forKey: ConfigKey(.earcon), default: false)
    hasBargeIn = reader.bool(forKey: ConfigKey(.bargeIn), default: false)
    model = reader.string(forKey: ConfigKey(.model))
    calibration = reader.string(forKey: ConfigKey(.calibration)).map(SpottingCalibrationFile.init) ?? .user
    logLevel = reader.string(forKey: ConfigKey(.logLevel), as: Logger.Level.self, default: .info)
    controlSocket = reader.string(forKey: ConfigKey(.controlSocket)).map(ControlSocket.init) ?? .user
    metricsAddress = reader.string(forKey: ConfigKey(.metricsAddress)).flatMap(LocalAddress.init)
    pagePort = reader.string(forKey: ConfigKey(.pagePort)).flatMap(Int.init)
    pageHost = reader.string(forKey: ConfigKey(.pageHost), default: ConfigurationKey.pageHost.usual)
    pageTokenFile = reader.string(forKey: ConfigKey(.pageTokenFile))
    func service(_ key: ConfigurationKey) -> WyomingAddress? {
      reader.string(forKey: ConfigKey(key)).flatMap { try? WyomingAddress(uri: $0) }
    }
    transcriptionService = service(.transcriptionURI)
    speechService = service(.speechURI)
    wakeService = service(.wakeURI)
    wyomingAddress = service(.wyomingURI)
    satelliteAddress = service(.satelliteURI)
    satelliteClients = reader.string(forKey: ConfigKey(.satelliteClients)).flatMap { AllowedAddresses($0) }
    let timeout = reader.string(forKey: ConfigKey(.satelliteTimeout), default: ConfigurationKey.satelliteTimeout.usual)
    satelliteTimeout = .seconds(Int(timeout) ?? 10)
    isWyomingAnnounced = reader.bool(forKey: ConfigKey(.wyomingZeroconf), default: false)
    brokerAddress = reader.string(forKey: ConfigKey(.mqttURI)).flatMap { try? BrokerAddress(uri: $0) }
    brokerUsername = reader.string(forKey: ConfigKey(.mqttUsername))
    brokerPasswordFile = reader.string(forKey: ConfigKey(.mqttPasswordFile))
    brokerCertificateAuthority = reader.string(forKey: ConfigKey(.mqttCertificateAuthority))
    brokerCertificate = reader.string(forKey: ConfigKey(.mqttCertificate))
    brokerKey = reader.string(forKey: ConfigKey(.mqttKey))
    room = reader.string(forKey: ConfigKey(.room)).flatMap(RoomName.init) ?? .host
    knownRooms = reader.string(forKey: ConfigKey(.knownRooms)).flatMap(RoomName.list) ?? []
    isSharingWithRooms = reader.bool(forKey: ConfigKey(.roomSharing), default: true)
  }

  /// The keys of settings that differ and are only read at the start.
  func keysNeedingRestart(after other: DaemonConfiguration) -> [ConfigurationKey] {
    let differing: [(ConfigurationKey, Bool)] = [
      (.device, device != other.device), (.outputDevice, outputDevice != other.outputDevice),
      (.echoReference, echoReference != other.echoReference), (.earcon, hasEarcon != other.hasEarcon),
      (.bargeIn, hasBargeIn != other.hasBargeIn), (.model, model != other.model),
      (.calibration, calibration != other.calibration), (.controlSocket, controlSocket != other.controlSocket),
      (.metricsAddress, metricsAddress != other.metricsAddress), (.pagePort, pagePort != other.pagePort),
      (.pageHost, pageHost != other.pageHost), (.pageTokenFile, pageTokenFile != other.pageTokenFile),
      (.transcriptionURI, transcriptionService != other.transcriptionService), (.speechURI, speechService != other.speechService),
      (.wakeURI, wakeService != other.wakeService),
      (.wyomingURI, wyomingAddress != other.wyomingAddress), (.satelliteURI, satelliteAddress != other.satelliteAddress),
      (.satelliteClients, satelliteClients != other.satelliteClients),
      (.satelliteTimeout, satelliteTimeout != other.satelliteTimeout),
      (.wyomingZeroconf, isWyomingAnnounced != other.isWyomingAnnounced),
      (.mqttURI, brokerAddress != other.brokerAddress), (.mqttUsername, brokerUsername != other.brokerUsername),
      (.mqttPasswordFile, brokerPasswordFile != other.brokerPasswordFile),
      (.mqttCertificateAuthority, brokerCertificateAuthority != other.brokerCertificateAuthority),
      (.mqttCertificate, brokerCertificate != other.brokerCertificate), (.mqttKey, brokerKey != other.brokerKey),
      (.room, room != other.room), (.knownRooms, knownRooms != other.knownRooms),
      (.roomSharing, isSharingWithRooms != other.isSharingWithRooms),
    ]
    return differing.filter(\.1).map(\.0)
  }
}

extension ConfigKey {
  /// The key as swift-configuration names it: one component, because the files have no levels.
  init(_ key: ConfigurationKey) { self.init([key.name]) }
}
