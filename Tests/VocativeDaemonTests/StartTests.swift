import Foundation
import Testing
import VocativeTestSupport

@Suite("Starting vocatived", .tags(.long))
struct StartTests {
  @Test("An invalid configuration ends the daemon with status 78, and every fault is reported")
  func wrongConfiguration() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("divice: x\n", to: "vocatived.yaml")
    let daemon = try DaemonProcess(["--config", file], in: folder, environment: ["VOCATIVED_LOG_LEVEL": "loud"])
    #expect(await daemon.end() == 78)
    #expect(daemon.log.contains("vocatived: error: \(file):1: unknown key \"divice\"; did you mean \"device\"?\n"))
    #expect(daemon.log.contains("vocatived: error: VOCATIVED_LOG_LEVEL: \"loud\" is not one of"))
  }

  @Test(
    "An invalid flag is reported by name",
    arguments: [
      (["--divice", "x"], Int32(64), "Did you mean '--device'?"),
      (["--log-level", "loud"], 78, "--log-level: \"loud\" is not one of"),
      (["--metrics-address", "0.0.0.0:1"], 78, "--metrics-address: \"0.0.0.0:1\" is not a loopback address"),
      (["--page-port", "none"], 78, "--page-port: \"none\" is not a port"),
      (["--page-port", "1", "--page-token-file", "/nowhere"], 78, "--page-token-file: /nowhere: the file does not exist"),
      (["--satellite-clients", "somewhere"], 78, "--satellite-clients: \"somewhere\" is not a list of addresses"),
      (["--known-rooms", "a/b"], 78, "--known-rooms: \"a/b\" is not a list of rooms"),
      (["--wyoming-uri", "10300"], 78, "--wyoming-uri: \"10300\" is not a Wyoming address"),
      (["--satellite-uri", "10700"], 78, "--satellite-uri: \"10700\" is not a Wyoming address"),
      (["--satellite-timeout", "0"], 78, "--satellite-timeout: \"0\" is not a number of seconds from 1 to 60"),
      (["--mqtt-uri", "mqtts://localhost", "--mqtt-key", "/nowhere"], 78, "--mqtt-key: /nowhere: the key has no certificate"),
      (["--wyoming-zeroconf"], 78, "--wyoming-zeroconf: wyoming-zeroconf is set, but other computers"),
      (
        ["--assistant", "monney"], 78,
        "--assistant: \"monney\" is not one of money, notes, messages, clock; did you mean \"money\"?"
      ),
      (["--assistant", "monney", "--assistant", "money"], 78, "--assistant: \"monney\" is not one of"),
      (["--assistant", "money", "--intents", "x"], 64, "exclude each other"),
      (["--intents", "/nowhere.yaml"], 66, "--intents: /nowhere.yaml: no such file"),
      (["--model", "/nowhere"], 78, "--model: /nowhere: there is no recognition model"),
      (["--handler-user", "no-such-user"], 78, "--handler-user: handlers cannot run as \"no-such-user\""),
    ])
  func wrongFlag(arguments: [String], status: Int32, words: String) async throws {
    let daemon = try DaemonProcess(arguments)
    #expect(await daemon.end() == status)
    #expect(daemon.log.contains(words), "\(daemon.log)")
  }

  @Test(
    "A value in a file that names something missing is reported with the line and the setting",
    arguments: [
      (["handler-user: no-such-user"], Int32(78), "handlers cannot run as"), (["model: /nowhere"], 78, "/nowhere: there is no"),
      (["speech-voice: nobody"], 78, "the speech engine"), (["intents: /nowhere.yaml"], 66, "/nowhere.yaml: no such file"),
      (["wyoming-zeroconf: true"], 78, "wyoming-zeroconf is set"), (["home-assistant-import: true"], 78, "Home Assistant cannot"),
      (["home-assistant-uri: http://ha", "home-assistant-token-file: /nowhere"], 78, "Home Assistant cannot be used: /nowhere"),
      (["page-port: 1", "page-token-file: /nowhere"], 78, "/nowhere: the file does not exist"),
      (["mqtt-uri: mqtts://localhost", "mqtt-certificate-authority: /nowhere.pem"], 78, "/nowhere.pem: the file does not exist"),
    ])
  func missingThing(settings: [String], status: Int32, words: String) async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let folder = try TemporaryFolder()
    let file = try folder.write((["log-level: info"] + settings).joined(separator: "\n") + "\n", to: "vocatived.yaml")
    let daemon = try DaemonProcess(["--config", file, "--device", microphone.device], in: folder)
    #expect(await daemon.end() == status, "\(daemon.log)")
    let name = try #require(settings.last?.prefix { $0 != ":" })
    #expect(daemon.log.contains("error: \(file):\(settings.count + 1): \"\(name)\": \(words)"), "\(daemon.log)")
  }

  @Test("A signal that comes while the assistants are loaded ends their programs with the daemon", arguments: [SIGTERM, SIGINT])
  func stoppedAtStart(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let number = folder.path + "/number"
    // It never says hello, and does not notice the end of its input.
    let program = try folder.script("echo $$ > \(number)\nwhile true; do sleep 1; done")
    try folder.write("command: [\(program)]\n", to: "config/vocative/assistants/slow.app.yaml")
    let daemon = try DaemonProcess([], in: folder)
    #expect(await eventually { FileText.contents(of: number).hasSuffix("\n") }, "\(daemon.log)")
    let app = try #require(pid_t(FileText.contents(of: number).dropLast()))
    daemon.signal(signal)
    #expect(await daemon.end() == -1, "the signal has ended it: \(daemon.log)")
    let hasEnded = await eventually(within: .seconds(10)) {
      let state = FileText.contents(of: "/proc/\(app)/stat")
      // A process whose parent has ended may not be reaped in a container.
      return state.isEmpty || state.contains(") Z ")
    }
    if !hasEnded { kill(app, SIGKILL) }
    #expect(hasEnded)
  }

  @Test("A file whose name does not say that it is an assistant is named in the log with the right name")
  func misnamedAssistant() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let folder = try TemporaryFolder()
    let file = try folder.write("intents:\n", to: "config/vocative/assistants/house.yaml")
    let daemon = try DaemonProcess(
      ["--device", microphone.device, "--output-device", SimulatedLoudspeaker().device], in: folder)
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    #expect(daemon.log.contains("\(file) is ignored"), "\(daemon.log)")
    #expect(daemon.log.contains("rename it to house.intents.yaml"), "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }

  @Test("An address in use is an error that names the address")
  func takenAddress() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let first = try DaemonProcess([
      "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device, "--metrics-address", "127.0.0.1:0",
    ])
    #expect(await eventually { first.log.contains("/metrics") }, "\(first.log)")
    let port = try #require(first.log.firstMatch(of: /127.0.0.1:(\d+)/)).output.1
    for (flag, value, words) in [
      ("--metrics-address", "127.0.0.1:\(port)", "can't serve metrics on 127.0.0.1:\(port): Address already in use; set"),
      ("--page-port", "\(port)", "can't serve the page at http://127.0.0.1:\(port)/: Address already in use; select"),
      (
        "--wyoming-uri", "tcp://127.0.0.1:\(port)",
        "can't serve Wyoming at tcp://127.0.0.1:\(port): Address already in use; select"
      ),
    ] {
      let second = try DaemonProcess(["--device", microphone.device, flag, value])
      #expect(await second.end() == 69)
      #expect(second.log.contains("error: \(flag): \(words)"), "\(second.log)")
    }
    first.signal(SIGINT)
    #expect(await first.end() == 0)
  }

  @Test(
    "The daemon listens although it cannot serve an address that is missing, and logs the place of its setting",
    arguments: [
      (["--page-port", "8730", "--page-host", "192.0.2.1"], "--page-host: can't serve the page"),
      (["--page-port", "8730", "--page-host", "no-such-host.invalid"], "--page-host: can't serve the page"),
      (["--wyoming-uri", "tcp://192.0.2.1:10300"], "--wyoming-uri: can't serve Wyoming"),
      (["--satellite-uri", "tcp://192.0.2.1:10700"], "--satellite-uri: can't serve Wyoming"),
    ])
  func missingAddress(flags: [String], words: String) async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let daemon = try DaemonProcess(
      ["--device", microphone.device, "--output-device", SimulatedLoudspeaker().device] + flags)
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    #expect(await eventually { daemon.log.contains("warning: \(words)") }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }

  @Test("A speech engine that hangs ends with the daemon, and leaves no file behind")
  func hangingEngine() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: false)
    let number = folder.path + "/engine"
    try folder.script("trap '' TERM\necho $$ > \(number)\nwhile true; do sleep 1; done", named: "bin/flite")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let daemon = try DaemonProcess(
      ["--device", microphone.device, "--output-device", SimulatedLoudspeaker().device], in: folder,
      environment: ["PATH": "\(folder.path)/bin:\(path)"])
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    let control = folder.path + "/run/vocative/control"
    let saying = Task { try await RawClient.exchange(Array("{\"command\":\"say\",\"text\":\"Hello\"}\n".utf8), with: control) }
    #expect(await eventually { FileText.contents(of: number).hasSuffix("\n") }, "\(daemon.log)")
    let engine = try #require(pid_t(FileText.contents(of: number).dropLast()))
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
    #expect(await eventually(within: .seconds(10)) { kill(engine, 0) != 0 })
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/run")
    #expect(!files.contains { $0.contains("vocative-") }, "\(files)")
    _ = try? await saying.value
  }

  @Test("The same assistant serves the microphone and Wyoming clients")
  func wyoming() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess([
      "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device,
      "--wyoming-uri", "unix://\(folder.path)/run/wyoming",
    ])
    #expect(await eventually { daemon.log.contains("Wyoming is served at unix://") }, "\(daemon.log)")
    let request = "{\"type\":\"transcript\",\"data\":{\"text\":\"vacation goal\"}}\n"
    let answer = try await RawClient.exchange(Array(request.utf8), with: folder.path + "/run/wyoming").joined()
    #expect(answer.contains("\"type\":\"handled\""), "\(answer)")
    #expect(answer.contains("one thousand two hundred forty dollars"), "\(answer)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("With a damaged calibration file, the daemon reports it and uses predicted thresholds, also for Wyoming")
  func brokenCalibration() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess([
      "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device,
      "--calibration", folder.write("{\"version\": ", to: "calibration.json"), "--wyoming-uri",
      "unix://\(folder.path)/run/wyoming",
    ])
    #expect(await eventually { daemon.log.contains("Wyoming is served at unix://") }, "\(daemon.log)")
    let descriptor = try RawClient.connect(to: folder.path + "/run/wyoming")
    defer { close(descriptor) }
    let events = "{\"type\":\"detect\"}\n{\"type\":\"ping\"}\n"
    #expect(await RawClient.ask(Array(events.utf8), on: descriptor, until: "pong").contains("\"type\":\"error\"") == false)
    #expect(daemon.log.contains("keeping the current thresholds for Wyoming clients: \(folder.path)/calibration.json"))
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("With a satellite address, the daemon passes on requests that it does not understand")
  func satellite() async throws {
    var microphone = try SimulatedMicrophone(playing: RawRecording.samples(of: "refused/awb-breath-call-my-mother.flac"))
    microphone.speed = 2
    microphone.repeats = true
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess([
      "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device,
      "--satellite-uri", "unix://\(folder.path)/run/satellite", "--satellite-timeout", "1",
    ])
    #expect(await eventually { daemon.log.contains("the satellite is served at unix://") }, "\(daemon.log)")
    let descriptor = try RawClient.connect(to: folder.path + "/run/satellite")
    defer { close(descriptor) }
    let said = await RawClient.ask(
      Array("{\"type\":\"run-satellite\"}\n".utf8), on: descriptor, until: "\"type\":\"streaming-stopped\"")
    #expect(said.contains("\"type\":\"run-pipeline\""), "\(said.prefix(1000))")
    #expect(said.contains("hey_assistant"))
    #expect(await eventually { daemon.log.contains("it did not answer in time") }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("Memory needed only for the decoder's setup is released before listening")
  func definitionReleased() async throws {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let daemon = try DaemonProcess(["--device", microphone.device, "--output-device", SimulatedLoudspeaker().device])
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    let isReleased = await eventually {
      let definition = daemon.mappedBytes(of: "/mdef")
      return definition.all > 0 && definition.resident < 1 << 20
    }
    #expect(isReleased, "each decoder maps its 3 MB: \(daemon.mappedBytes(of: "/mdef"))")
    daemon.signal(SIGINT)
    #expect(await daemon.end() == 0)
  }

  @Test("The help lists every setting with its default, and the configuration files")
  func help() async throws {
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess(["--help-config"], in: folder)
    #expect(await daemon.end() == 0)
    #expect(daemon.output.contains("3. \(folder.path)/state/vocative/settings.yaml"))
    #expect(daemon.output.contains("4. \(folder.path)/config/vocative/vocatived.yaml"))
    #expect(daemon.output.contains("5. /etc/vocative/vocatived.yaml"))
    let flags = try DaemonProcess(["--help"])
    #expect(await flags.end() == 0)
    for line in daemon.output.split(separator: "\n") where line.hasPrefix("  environment: VOCATIVED_") {
      let variable = line.split(separator: " ")[1].prefix { $0 != ";" }
      let flag = "--" + variable.dropFirst("VOCATIVED_".count).lowercased().replacing("_", with: "-")
      #expect(flags.output.contains(flag), "\(flag)")
    }
    // The help of the command line breaks lines.
    let text = flags.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let defaults = daemon.output.matches(of: #/; default: (.+)/#).map(\.output.1).filter { $0 != "false" }
    #expect(defaults.count > 20)
    for value in defaults { #expect(text.contains("(default: \(value))."), "\(value)") }
  }
}
