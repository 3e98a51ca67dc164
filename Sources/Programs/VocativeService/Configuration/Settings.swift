package import Logging
package import Vocative
package import VocativeControl
package import VocativeMQTT
package import VocativeWyoming

/// All settings of the daemon, in the order in which they are documented.
///
/// A setting is declared here, and becomes an option in `DaemonCommand`. Its line in the packaged file and in the documentation is
/// checked by tests.
package struct Settings: Sendable {
  /// The settings.
  package static let all = Settings()

  static let environmentPrefix = "VOCATIVED_"

  private static let declared = Mirror(reflecting: all).children.compactMap { property, setting in
    (setting as? any AnySetting).map { (property: property ?? "", setting: $0) }
  }

  /// Every setting, in the order of its declaration.
  package static let list: [any AnySetting] = declared.map(\.setting)

  /// Every setting, by the name of its property here.
  package static let byProperty = Dictionary(uniqueKeysWithValues: declared.map { ($0.property, $0.setting) })

  package let assistant = Setting(
    "assistant", .assistants, shown: "all enabled ones", applies: .atOnce,
    "The assistants to serve, such as money,notes, among those that are installed.")
  package let intents = Setting(
    "intents", .paths("file"), applies: .atOnce,
    "Intents files of your own, instead of installed assistants.")
  package let handlerUser = Setting(
    "handler-user", .text("name"), shown: "the daemon's own user", applies: .atOnce,
    "The user that runs the commands of an intents file, if the daemon runs as root.")
  package let homeAssistantAddress = Setting(
    "home-assistant-uri", .homeAssistant, shown: "none, Home Assistant is off", applies: .atOnce,
    "The Home Assistant for \"handler: home-assistant\" in intents files, such as http://192.168.1.5:8123.")
  package let homeAssistantTokenFile = Setting(
    "home-assistant-token-file", .path("file"), applies: .atOnce,
    "A file with a long-lived access token of Home Assistant; other users must not be able to read it.")
  package let hasHomeAssistantImport = Setting(
    "home-assistant-import", .boolean, default: false,
    "Serve an assistant \"home\" with the sentences of Home Assistant and what it exposes to voice, and follow changes.")
  package let homeAssistantSentences = Setting(
    "home-assistant-sentences", .paths("file"), shown: "the installed Python package home-assistant-intents",
    "The files or folders with the English sentences of Home Assistant.")
  package let isUnlocked = Setting(
    "unlocked", .boolean, default: false, applies: .atOnce,
    "Perform private requests without asking for the passphrase.")
  package let device = Setting(
    "device", .text("name"), default: "default",
    "The ALSA device to record from, as \"vocative devices\" lists it.")
  package let outputDevice = Setting(
    "output-device", .text("name"), default: "default",
    "The ALSA device to speak on.")
  package let speechVolume = Setting(
    "speech-volume", .percent(SpeechStyle.volumes), default: 100,
    "The volume of speech in percent of the engine's own; \"speak louder\" changes it.")
  package let speechSpeed = Setting(
    "speech-speed", .percent(SpeechStyle.speeds), default: 100,
    "The speed of speech in percent of the engine's own; \"speak slower\" changes it.")
  package let speechVoice = Setting(
    "speech-voice", .text("name"), shown: "the engine's default",
    "The voice of the speech engine, such as slt; \"use another voice\" changes it.")
  package let echoReference = Setting(
    "echo-reference", .channel,
    "The channel, counted from 0, that records the loudspeaker, and the number of channels, such as 1/2.")
  package let hasEarcon = Setting(
    "earcon", .boolean, default: false,
    "Play a tone when a pause follows the wake phrase.")
  package let hasBargeIn = Setting(
    "barge-in", .boolean, default: false,
    "End an answer at \"stop\" or \"cancel\".")
  package let patience = Setting(
    "patience", .patience, default: .usual, shown: "usual",
    "The patience at the end of a sentence: patient, usual, quick, or the pause in seconds that ends it.")
  package let minConfidence = Setting(
    "min-confidence", .minConfidence, default: .usual, shown: "usual",
    "The confidence below which a phrase is rejected: lenient, usual, strict, or a number from 0 to 1.")
  package let model = Setting(
    "model", .path("folder"), shown: RecognitionModel.defaultDirectory,
    "The folder of the recognition model.")
  package let calibration = Setting(
    "calibration", SettingKind.path("file").map(SpottingCalibrationFile.init), default: .service,
    shown: "vocative/calibration.json in $XDG_CONFIG_HOME; for a service without it, calibration.json in $STATE_DIRECTORY",
    "The thresholds from \"vocative tune\"; the daemon applies changes to the file immediately.")
  package let logLevel = Setting(
    "log-level",
    SettingKind.choice(Logger.Level.allCases.map(\.rawValue), named: "level").map { Logger.Level(rawValue: $0) ?? .info },
    default: .info, applies: .atOnce,
    "The lowest level of messages in the log; only \"debug\" and below include the spoken words.")
  package let focus = Setting(
    "focus", .text("topic"), applies: .atOnce,
    """
    Log everything about one assistant, feature or intent, as ASSISTANT, ASSISTANT.FEATURE or ASSISTANT.FEATURE.INTENT, such as \
    Money.Goals, with the spoken words, and only warnings and errors of everything else.
    """
  )
  package let controlSocket = Setting(
    "control-socket", SettingKind.path("path").map(ControlSocket.init), default: .user,
    shown: "control in $RUNTIME_DIRECTORY, else vocative/control in $XDG_RUNTIME_DIR or /run/user/UID, "
      + "else run/control in the state folder; for root /run/vocative/control",
    "The Unix socket for \"vocative status\", \"vocative mute\" and the other control commands.")
  package let metricsAddress = Setting(
    "metrics-address", .localAddress, shown: "none, metrics are off",
    "The address on which to serve /metrics for Prometheus, such as 127.0.0.1:9477.")
  package let pagePort = Setting(
    "page-port", .port, shown: "none, the page is off",
    "The port of the page for browsers, such as 8730; /kiosk is for a display in the room.")
  package let pageHost = Setting(
    "page-host", .text("address"), default: "127.0.0.1",
    "The address of the page, such as 0.0.0.0 to admit other computers.")
  package let pageTokenFile = Setting(
    "page-token-file", .path("file"), shown: "page-token in the state folder, generated at the first start",
    "A file with the token for the page; other users must not be able to read it.")
  package let transcriptionService = Setting(
    "asr-uri", .service, shown: "none, Vocative transcribes",
    "A Wyoming service that transcribes commands, such as Whisper; Vocative is the fallback.")
  package let speechService = Setting(
    "tts-uri", .service, shown: "none, a local engine speaks",
    "A Wyoming service that speaks answers, such as Piper; a local engine is the fallback.")
  package let wakeService = Setting(
    "wake-uri", .service, shown: "none, Vocative detects them",
    "A Wyoming service that detects wake phrases, such as openWakeWord; Vocative is the fallback.")
  package let wyomingAddress = Setting(
    "wyoming-uri", .service, shown: "none, Wyoming is off",
    "The address on which to serve the assistant's stages, such as unix:///run/vocative/wyoming.")
  package let satelliteAddress = Setting(
    "satellite-uri", .service, shown: "none, the satellite is off",
    "The address of the satellite for Home Assistant, such as tcp://0.0.0.0:10700.")
  package let satelliteClients = Setting(
    "satellite-clients", .addresses, shown: "none, any address",
    "The client addresses that the satellite accepts, separated by commas, such as 192.168.1.5 or 192.168.1.0/24.")
  package let satelliteTimeout = Setting(
    "satellite-timeout", .seconds, default: .seconds(10), shown: "10",
    "The time in seconds that Home Assistant may take to begin its answer.")
  package let isWyomingAnnounced = Setting(
    "wyoming-zeroconf", .boolean, default: false,
    "Announce both addresses on the local network through Avahi.")
  package let brokerAddress = Setting(
    "mqtt-uri", .broker, shown: "none, MQTT is off",
    "The MQTT broker for Hermes skills, Home Assistant and other rooms, such as mqtt://192.168.1.10:1883.")
  package let brokerUsername = Setting(
    "mqtt-username", .text("name"),
    "The user name for the broker.")
  package let brokerPasswordFile = Setting(
    "mqtt-password-file", .path("file"),
    "A file with the broker password in its first line; other users must not be able to read it.")
  package let brokerCertificateAuthority = Setting(
    "mqtt-certificate-authority", .path("file"), shown: "the system's trusted authorities",
    "A PEM file with the certificate authority of the broker, for mqtts://.")
  package let brokerCertificate = Setting(
    "mqtt-certificate", .path("file"),
    "A PEM file with this box's client certificate, if the broker requires one.")
  package let brokerKey = Setting(
    "mqtt-key", .path("file"),
    "A PEM file with the certificate's private key, without a passphrase; other users must not be able to read it.")
  package let room = Setting(
    "room", .room, default: .host, shown: "the host name",
    "The room of this box. Hermes calls it the site, and other boxes on the broker identify this box by it.")
  package let knownRooms = Setting(
    "known-rooms", .rooms, default: [], shown: "none, this box always answers",
    "The rooms, separated by commas, whose boxes may answer instead of this one if they heard the wake phrase better.")
  package let isSharingWithRooms = Setting(
    "room-sharing", .boolean, default: true,
    "Share voice shortcuts and names with other rooms on the broker; its clients with write access can change them.")
  package let config = Setting(
    "config", .path("file"), applies: .notInFiles,
    "The only configuration file to read.")
}
