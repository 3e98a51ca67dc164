import BuiltInAssistants
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
    "assistant", .choice(AssistantRegistry.builtIn.names), usual: AssistantRegistry.builtIn.names[0], isLive: true,
    meaning: "The assistant that comes with Vocative.")
  static let intents = ConfigurationKey(
    "intents", .path, usual: "none", isLive: true,
    meaning: "An assistant of your own, written as an intents file, in place of one that comes with Vocative.")
  static let handlerUser = ConfigurationKey(
    "handler-user", .text, usual: "the daemon's own user", isLive: true,
    meaning: "The user that commands of an intents file run as, where the daemon runs as root.")
  static let unlocked = ConfigurationKey(
    "unlocked", .boolean, usual: "false", isLive: true, meaning: "Do what is private without asking for the passphrase.")
  static let device = ConfigurationKey(
    "device", .text, usual: "default", meaning: "The ALSA device to record from, as \"vocative devices\" names it.")
  static let outputDevice = ConfigurationKey(
    "output-device", .text, usual: "default", meaning: "The ALSA device to speak on.")
  static let echoReference = ConfigurationKey(
    "echo-reference", .channel, usual: "none",
    meaning: "The channel on which the device records what the loudspeaker plays, taken out of what is heard, such as 1/2.")
  static let earcon = ConfigurationKey(
    "earcon", .boolean, usual: "false", meaning: "Sound a tone when a pause follows the wake phrase and a command is waited for.")
  static let bargeIn = ConfigurationKey(
    "barge-in", .boolean, usual: "false", meaning: "Let \"stop\" and \"cancel\" end an answer while it is spoken.")
  static let model = ConfigurationKey(
    "model", .path, usual: RecognitionModel.defaultDirectory, meaning: "The folder of the recognition model.")
  static let calibration = ConfigurationKey(
    "calibration", .path, usual: "vocative/calibration.json in $XDG_CONFIG_HOME",
    meaning: "The thresholds that \"vocative tune\" has found; the file is followed while it listens.")
  static let logLevel = ConfigurationKey(
    "log-level", .choice(Logger.Level.allCases.map(\.rawValue)), usual: "info", isLive: true,
    meaning: "The least important messages that are logged; what is said is only logged from \"debug\" on.")
  static let controlSocket = ConfigurationKey(
    "control-socket", .path, usual: "control in $RUNTIME_DIRECTORY, else vocative/control in $XDG_RUNTIME_DIR",
    meaning: "The Unix socket that \"vocative status\", \"vocative mute\" and the like control it through.")
  static let metricsAddress = ConfigurationKey(
    "metrics-address", .address, usual: "none, no metrics are served",
    meaning: "Where Prometheus may read /metrics, such as 127.0.0.1:9477.")
  static let pagePort = ConfigurationKey(
    "page-port", .port, usual: "none, no page is served",
    meaning: "Where a browser may see what is heard and answered, such as 8730; /kiosk fills a screen.")
  static let pageHost = ConfigurationKey(
    "page-host", .text, usual: "127.0.0.1",
    meaning: "The address the page is served on, such as 0.0.0.0 for other computers too.")
  static let pageTokenFile = ConfigurationKey(
    "page-token-file", .path, usual: "page-token in the state folder, made at the first start",
    meaning: "A file, which nobody else may read, with a token that whoever opens the page has to know.")
  static let transcriptionURI = ConfigurationKey(
    "asr-uri", .service, usual: "none, commands are heard here",
    meaning: "A Wyoming service that writes commands down, such as Whisper; they are heard here when it does not answer in time.")
  static let speechURI = ConfigurationKey(
    "tts-uri", .service, usual: "none, answers are spoken here",
    meaning: "A Wyoming service that speaks answers, such as Piper; they are spoken here when it does not answer in time.")
  static let wakeURI = ConfigurationKey(
    "wake-uri", .service, usual: "none, wake phrases are heard here",
    meaning: "A Wyoming service that finds the wake phrases, such as openWakeWord; they are found here when it does not answer.")
  static let wyomingURI = ConfigurationKey(
    "wyoming-uri", .service, usual: "none, nothing is served",
    meaning: "Where Home Assistant and others may use the assistant's stages, such as unix:///run/vocative/wyoming.")
  static let satelliteURI = ConfigurationKey(
    "satellite-uri", .service, usual: "none, nothing is passed on",
    meaning: "Where Home Assistant may use this as its satellite, for what is not understood here, such as tcp://0.0.0.0:10700.")
  static let satelliteClients = ConfigurationKey(
    "satellite-clients", .addresses, usual: "none, any address that reaches it",
    meaning:
      "The addresses that Home Assistant may connect to the satellite from, such as 192.168.1.5 or 192.168.1.0/24, with commas.")
  static let satelliteTimeout = ConfigurationKey(
    "satellite-timeout", .seconds, usual: "10",
    meaning: "How long Home Assistant may take to begin to answer what is passed on.")
  static let wyomingZeroconf = ConfigurationKey(
    "wyoming-zeroconf", .boolean, usual: "false", meaning: "Announce these two to the local network through Avahi.")
  static let mqttURI = ConfigurationKey(
    "mqtt-uri", .broker, usual: "none, there is no broker",
    meaning: "The MQTT broker where Hermes skills, Home Assistant and other rooms are, such as mqtt://192.168.1.10:1883.")
  static let mqttUsername = ConfigurationKey(
    "mqtt-username", .text, usual: "none", meaning: "The name by which the broker knows this box.")
  static let mqttPasswordFile = ConfigurationKey(
    "mqtt-password-file", .path, usual: "none",
    meaning: "A file, which nobody else may read, with the password for that name in its first line.")
  static let mqttCertificateAuthority = ConfigurationKey(
    "mqtt-certificate-authority", .path, usual: "those whom the system trusts",
    meaning: "A PEM file with the certificate of who has signed the broker's, for mqtts://.")
  static let mqttCertificate = ConfigurationKey(
    "mqtt-certificate", .path, usual: "none",
    meaning: "A PEM file with this box's own certificate, for a broker that wants one.")
  static let mqttKey = ConfigurationKey(
    "mqtt-key", .path, usual: "none",
    meaning: "A PEM file, which nobody else may read, with the private key of that certificate, without a passphrase.")
  static let room = ConfigurationKey(
    "room", .room, usual: "the name of the computer",
    meaning: "The room this box stands in: what Hermes calls its site, and other boxes on the broker tell it by.")
  static let knownRooms = ConfigurationKey(
    "known-rooms", .rooms, usual: "none, this box answers whatever others on the broker claim",
    meaning: "The rooms, with commas, whose boxes may answer in place of this one when they have heard a wake phrase better.")
  static let roomSharing = ConfigurationKey(
    "room-sharing", .boolean, usual: "true",
    meaning: "Share voice shortcuts and names with other rooms on the broker, where whoever may write there can change them.")
  static let config = ConfigurationKey(
    "config", .path, usual: "none", isInFiles: false, meaning: "The only configuration file, in place of the two.")
}
