import Configuration
public import Logging
public import Vocative
public import VocativeControl
public import VocativeMQTT
public import VocativeWyoming

/// The settings of the daemon, merged from all sources.
public struct DaemonConfiguration: Equatable, Sendable {
  /// The assistants.
  public var assistants: AssistantSelection
  /// The user that runs the commands of an intents file; nil for the daemon's own.
  public var handlerUser: String?
  /// Whether private intents run without a passphrase.
  public var isUnlocked: Bool
  /// The ALSA device for recording.
  public var device: String
  /// The ALSA device for playback.
  public var outputDevice: String
  /// The channel that records the loudspeaker; nil for none.
  public var echoReference: EchoReference?
  /// Whether a tone prompts for a command.
  public var hasEarcon: Bool
  /// Whether stop words end an answer.
  public var hasBargeIn: Bool
  /// The folder of the recognition model; nil for the default.
  public var model: String?
  /// The file with tuned thresholds.
  public var calibration: SpottingCalibrationFile
  /// The lowest level of messages in the log.
  public var logLevel: Logger.Level
  /// The control socket.
  public var controlSocket: ControlSocket
  /// The address of the metrics; nil for off.
  public var metricsAddress: LocalAddress?
  /// The port of the page; nil for off.
  public var pagePort: Int?
  /// The address of the page.
  public var pageHost: String
  /// The file with the page's token; nil for the default.
  public var pageTokenFile: String?
  /// The Wyoming service that transcribes commands; nil for Vocative's own recognizer.
  public var transcriptionService: WyomingAddress?
  /// The Wyoming service that speaks answers; nil for a local engine.
  public var speechService: WyomingAddress?
  /// The Wyoming service that detects wake phrases; nil for Vocative's own detector.
  public var wakeService: WyomingAddress?
  /// The address of the Wyoming server; nil for off.
  public var wyomingAddress: WyomingAddress?
  /// The address of the satellite for Home Assistant; nil for off.
  public var satelliteAddress: WyomingAddress?
  /// The client addresses that the satellite accepts; nil for any.
  public var satelliteClients: AllowedAddresses?
  /// How long Home Assistant may take to begin its answer.
  public var satelliteTimeout: Duration
  /// Whether both addresses are announced on the local network, if it can reach them.
  public var isWyomingAnnounced: Bool
  /// The address of the MQTT broker; nil for off.
  public var brokerAddress: BrokerAddress?
  /// The user name for the broker; nil for none.
  public var brokerUsername: String?
  /// The file with the broker password; nil for none.
  public var brokerPasswordFile: String?
  /// The file with the broker's certificate authority; nil for the system's trusted authorities.
  public var brokerCertificateAuthority: String?
  /// The file with this box's client certificate; nil for none.
  public var brokerCertificate: String?
  /// The file with the certificate's private key; nil for none.
  public var brokerKey: String?
  /// The room of this box.
  public var room: RoomName
  /// The rooms whose boxes may answer in place of this one.
  public var knownRooms: [RoomName]
  /// Whether shortcuts and names are shared with other rooms.
  public var isSharingWithRooms: Bool

  /// Reads checked values; missing keys have their defaults.
  init(_ reader: ConfigReader, assistants: AssistantSelection) {
    self.assistants = assistants
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

  /// Returns the changed settings that take effect only at the next start.
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
  /// The key for swift-configuration: one component, because the files are not nested.
  init(_ key: ConfigurationKey) { self.init([key.name]) }
}
