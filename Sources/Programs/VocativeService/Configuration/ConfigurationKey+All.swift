import Logging
import Vocative

extension ConfigurationKey {
  /// Every setting, in the order in which it is documented.
  public static let all = [
    assistant, intents, handlerUser, unlocked, device, outputDevice, echoReference, earcon, bargeIn, model, calibration, logLevel,
    controlSocket, metricsAddress, pagePort, pageHost, pageTokenFile, transcriptionURI, speechURI, wakeURI, wyomingURI,
    satelliteURI, satelliteClients, satelliteTimeout, wyomingZeroconf, mqttURI, mqttUsername, mqttPasswordFile,
    mqttCertificateAuthority,
    mqttCertificate, mqttKey, room, knownRooms, roomSharing, config,
  ]

  static let assistant = ConfigurationKey(
    "assistant", .assistants, usual: "all enabled ones", isLive: true,
    meaning: "The assistants to serve: money, notes, messages, or others that are installed.")
  static let intents = ConfigurationKey(
    "intents", .paths, usual: "none", isLive: true,
    meaning: "Intents files of your own, in place of installed assistants.")
  static let handlerUser = ConfigurationKey(
    "handler-user", .text, usual: "the daemon's own user", isLive: true,
    meaning: "The user that runs the commands of an intents file, if the daemon runs as root.")
  static let unlocked = ConfigurationKey(
    "unlocked", .boolean, usual: "false", isLive: true, meaning: "Perform private requests without asking for the passphrase.")
  static let device = ConfigurationKey(
    "device", .text, usual: "default", meaning: "The ALSA device to record from, as \"vocative devices\" lists it.")
  static let outputDevice = ConfigurationKey(
    "output-device", .text, usual: "default", meaning: "The ALSA device to speak on.")
  static let echoReference = ConfigurationKey(
    "echo-reference", .channel, usual: "none",
    meaning: "The channel, counted from 0, that records the loudspeaker, and the number of channels, such as 1/2.")
  static let earcon = ConfigurationKey(
    "earcon", .boolean, usual: "false", meaning: "Play a tone when a pause follows the wake phrase.")
  static let bargeIn = ConfigurationKey(
    "barge-in", .boolean, usual: "false", meaning: "End an answer at \"stop\" or \"cancel\".")
  static let model = ConfigurationKey(
    "model", .path, usual: RecognitionModel.defaultDirectory, meaning: "The folder of the recognition model.")
  static let calibration = ConfigurationKey(
    "calibration", .path, usual: "vocative/calibration.json in $XDG_CONFIG_HOME",
    meaning: "The thresholds from \"vocative tune\"; the daemon applies changes to the file at once.")
  static let logLevel = ConfigurationKey(
    "log-level", .choice(Logger.Level.allCases.map(\.rawValue)), usual: "info", isLive: true,
    meaning: "The lowest level of messages in the log; only \"debug\" and below include what was said.")
  static let controlSocket = ConfigurationKey(
    "control-socket", .path, usual: "control in $RUNTIME_DIRECTORY, else vocative/control in $XDG_RUNTIME_DIR",
    meaning: "The Unix socket for \"vocative status\", \"vocative mute\" and the other control commands.")
  static let metricsAddress = ConfigurationKey(
    "metrics-address", .address, usual: "none, metrics are off",
    meaning: "The address on which to serve /metrics for Prometheus, such as 127.0.0.1:9477.")
  static let pagePort = ConfigurationKey(
    "page-port", .port, usual: "none, the page is off",
    meaning: "The port of the page for browsers, such as 8730; /kiosk is for a display in the room.")
  static let pageHost = ConfigurationKey(
    "page-host", .text, usual: "127.0.0.1",
    meaning: "The address of the page, such as 0.0.0.0 to admit other computers.")
  static let pageTokenFile = ConfigurationKey(
    "page-token-file", .path, usual: "page-token in the state folder, generated at the first start",
    meaning: "A file with the token for the page; other users must not be able to read it.")
  static let transcriptionURI = ConfigurationKey(
    "asr-uri", .service, usual: "none, Vocative transcribes",
    meaning: "A Wyoming service that transcribes commands, such as Whisper; Vocative is the fallback.")
  static let speechURI = ConfigurationKey(
    "tts-uri", .service, usual: "none, a local engine speaks",
    meaning: "A Wyoming service that speaks answers, such as Piper; a local engine is the fallback.")
  static let wakeURI = ConfigurationKey(
    "wake-uri", .service, usual: "none, Vocative detects them",
    meaning: "A Wyoming service that detects wake phrases, such as openWakeWord; Vocative is the fallback.")
  static let wyomingURI = ConfigurationKey(
    "wyoming-uri", .service, usual: "none, Wyoming is off",
    meaning: "The address on which to serve the assistant's stages, such as unix:///run/vocative/wyoming.")
  static let satelliteURI = ConfigurationKey(
    "satellite-uri", .service, usual: "none, the satellite is off",
    meaning: "The address of the satellite for Home Assistant, such as tcp://0.0.0.0:10700.")
  static let satelliteClients = ConfigurationKey(
    "satellite-clients", .addresses, usual: "none, any address",
    meaning:
      "The client addresses that the satellite accepts, separated by commas, such as 192.168.1.5 or 192.168.1.0/24.")
  static let satelliteTimeout = ConfigurationKey(
    "satellite-timeout", .seconds, usual: "10",
    meaning: "The time in seconds that Home Assistant may take to begin its answer.")
  static let wyomingZeroconf = ConfigurationKey(
    "wyoming-zeroconf", .boolean, usual: "false", meaning: "Announce both addresses on the local network through Avahi.")
  static let mqttURI = ConfigurationKey(
    "mqtt-uri", .broker, usual: "none, MQTT is off",
    meaning: "The MQTT broker for Hermes skills, Home Assistant and other rooms, such as mqtt://192.168.1.10:1883.")
  static let mqttUsername = ConfigurationKey(
    "mqtt-username", .text, usual: "none", meaning: "The user name for the broker.")
  static let mqttPasswordFile = ConfigurationKey(
    "mqtt-password-file", .path, usual: "none",
    meaning: "A file with the broker password in its first line; other users must not be able to read it.")
  static let mqttCertificateAuthority = ConfigurationKey(
    "mqtt-certificate-authority", .path, usual: "the system's trusted authorities",
    meaning: "A PEM file with the certificate authority of the broker, for mqtts://.")
  static let mqttCertificate = ConfigurationKey(
    "mqtt-certificate", .path, usual: "none",
    meaning: "A PEM file with this box's client certificate, if the broker requires one.")
  static let mqttKey = ConfigurationKey(
    "mqtt-key", .path, usual: "none",
    meaning: "A PEM file with the certificate's private key, without a passphrase; other users must not be able to read it.")
  static let room = ConfigurationKey(
    "room", .room, usual: "the host name",
    meaning: "The room of this box. Hermes calls it the site, and other boxes on the broker identify this box by it.")
  static let knownRooms = ConfigurationKey(
    "known-rooms", .rooms, usual: "none, this box always answers",
    meaning: "The rooms, separated by commas, whose boxes may answer in place of this one if they heard the wake phrase better.")
  static let roomSharing = ConfigurationKey(
    "room-sharing", .boolean, usual: "true",
    meaning: "Share voice shortcuts and names with other rooms on the broker; its clients with write access can change them.")
  static let config = ConfigurationKey(
    "config", .path, usual: "none", isInFiles: false, meaning: "The only configuration file to read.")
}
