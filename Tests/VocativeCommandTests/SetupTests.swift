import Foundation
import Testing
import VocativeCommand
import VocativeTestSupport

@Suite("Setting up", .tags(.lone))
struct SetupTests {
  private let program: VocativeProgram
  private let speaker = SimulatedLoudspeaker()
  private var file: String { program.folder.path + "/config/vocative/vocatived.yaml" }

  init() throws { program = try VocativeProgram() }

  private func microphone(gain: Int16 = 1) throws -> String {
    var microphone = try SimulatedMicrophone(
      playing: try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav").map { $0 / gain })
    microphone.repeats = true
    return try microphone.device
  }

  private func setUp(
    _ answers: String..., arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> VocativeProgram.Outcome {
    try await program.run(
      ["setup"] + arguments, environment: environment, input: Data(answers.map { $0 + "\n" }.joined().utf8))
  }

  private var written: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  @Test("The answers of a first start become the configuration, after a sentence was spoken and one was heard")
  func first() async throws {
    let (microphone, loudspeaker) = (try microphone(), try speaker.device)
    let outcome = try await setUp(loudspeaker, "yes", microphone, "", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("dBFS: good"), "\(outcome.output)")
    #expect(outcome.output.contains("Written to \(file)."))
    #expect(try speaker.samples.count > 16_000, "the sentence was played")
    #expect(written.hasPrefix("device: "))
    let again = try await setUp("", "", "", "", "")
    #expect(again.status == 0, "\(again.output)\(again.error)")
    #expect(again.output.contains("Record from [\(microphone)]"))
    #expect(again.output.contains("Nothing changes in \(file)."))
  }

  @Test("A daemon that runs is reported at the beginning, with the command that stops it, and is not to be started again")
  func runningDaemon() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let daemon = try await DaemonProcess([], device: try microphone.device, speaker: try speaker.device, for: program)
    let outcome = try await setUp(try speaker.device, "yes", try self.microphone(), "", "no", "no")
    #expect(outcome.output.contains("is running and uses a microphone. Stop it with: "), "\(outcome.output)")
    #expect(outcome.output.contains("To use a changed configuration, run: vocative restart"), "\(outcome.output)")
    #expect(!outcome.output.contains("Start Vocative with"), "\(outcome.output)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("Comments, other settings and unknown keys stay as they are, and the previous file is kept")
  func kept() async throws {
    let before = "# My settings.\nearcon: true\ndevice: old   # in the kitchen\n#output-device: default\nunknwon: 1\n"
    try program.folder.write(before, to: "config/vocative/vocatived.yaml")
    let (microphone, loudspeaker) = (try microphone(), try speaker.device)
    let outcome = try await setUp(loudspeaker, "y", microphone, "", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("\(file):5: unknown key \"unknwon\""))
    #expect(outcome.output.contains("(was old)"))
    let lines = written.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(written)")
    #expect(lines[0] == "# My settings." && lines[1] == "earcon: true" && lines[3] == "#output-device: default")
    #expect(lines[2].contains(microphone) && lines[2].hasSuffix("   # in the kitchen"))
    #expect(lines[4].hasPrefix("output-device: ") && lines[4].contains(loudspeaker))
    #expect(lines[5] == "unknwon: 1")
    #expect(try String(contentsOfFile: file + ".bak", encoding: .utf8) == before)
  }

  @Test("A device that does not work is asked for again, with the reason")
  func otherDevice() async throws {
    let outcome = try await setUp(
      "no-such-loudspeaker", try speaker.device, "yes", "no-such-microphone", "", try microphone(), "", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("It doesn't work: the answer could not be played"))
    #expect(outcome.output.components(separatedBy: "It doesn't work").count == 3)
    #expect(outcome.output.components(separatedBy: "type the name of another device at this question").count == 3)
    #expect(!outcome.output.contains("with --output-device") && !outcome.output.contains("with --device"), "\(outcome.output)")
    #expect(!written.contains("no-such"))
  }

  @Test("A microphone that is busy for a moment, because a former recording has just ended, is opened again")
  func busyForAMoment() async throws {
    var microphone = try SimulatedMicrophone(playing: try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav"))
    microphone.repeats = true
    microphone.faults = [.busy(openings: 3)]
    let outcome = try await setUp(try speaker.device, "yes", try microphone.device, "", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("dBFS: good") && !outcome.output.contains("It doesn't work"), "\(outcome.output)")
    #expect(microphone.openings == 4)
  }

  @Test("A device that was chosen on the page is the default, and another one takes its place there too")
  func chosenOnPage() async throws {
    let (microphone, loudspeaker) = (try microphone(), try speaker.device)
    try program.folder.write("device: old\n", to: "config/vocative/vocatived.yaml")
    let chosen = try program.folder.write(
      "device: chosen\noutput-device: \(loudspeaker)\n", to: "state/vocative/settings.yaml")
    let outcome = try await setUp("", "yes", microphone, "", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("Record from [chosen]"), "\(outcome.output)")
    #expect(outcome.output.contains("Written to \(chosen), "), "\(outcome.output)")
    let replaced = try String(contentsOfFile: chosen, encoding: .utf8)
    #expect(replaced.contains(microphone) && replaced.contains(loudspeaker) && !replaced.contains("device: chosen"))
    #expect(written.contains("device: \(microphone)"), "\(written)")
  }

  @Test("The devices that were chosen on the page belong to the daemon that reads the configuration")
  func chosenFile() {
    let environment = ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"]
    let service = SetupService(configuration: "/etc/vocative/vocatived.yaml", isInstalled: true)
    #expect(service.chosenFile(in: environment) == "/var/lib/vocative/settings.yaml")
    let own = SetupService(configuration: "/c/vocative/vocatived.yaml", isInstalled: true)
    #expect(own.chosenFile(in: environment) == "/s/vocative/settings.yaml")
    #expect(SetupService(configuration: "/tmp/named.yaml", isInstalled: true).chosenFile(in: environment) == nil)
  }

  @Test("A quiet microphone is reported with its level and a remedy, and leads to exit status 1")
  func quiet() async throws {
    let outcome = try await setUp(try speaker.device, "yes", try microphone(gain: 100), "", "no", "no")
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("dBFS: quiet: turn the gain up"), "\(outcome.output)")
    #expect(written.contains("device:"), "the choice is kept")
  }

  private func token() throws -> String {
    let path = try program.folder.write("abc\n", to: "config/vocative/home-assistant-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  @Test("Home Assistant's address, its token file and the import are asked for and written")
  func homeAssistant() async throws {
    let token = try token()
    let outcome = try await setUp(
      try speaker.device, "yes", try microphone(), "", "yes", "http://192.168.1.5:8123", token, "yes", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(!outcome.output.contains("Press Enter when it is stored."))
    for line in ["home-assistant-uri: ", "home-assistant-token-file: ", "home-assistant-import: "] {
      #expect(written.contains(line), "\(written)")
    }
  }

  /// Writes a configuration with working devices and a connection to Home Assistant.
  private func connected(_ others: String) throws -> String {
    let text = """
      device: "\(try microphone())"
      output-device: "\(try speaker.device)"
      home-assistant-uri: http://192.168.1.5:8123 # upstairs
      home-assistant-token-file: \(try token())
      \(others)

      """
    try program.folder.write(text, to: "config/vocative/vocatived.yaml")
    return text
  }

  @Test(
    "With --yes, the choice about the home of Home Assistant stays as it is",
    arguments: ["home-assistant-import: false", "home-assistant-import: true", "earcon: true"])
  func keptImport(line: String) async throws {
    let before = try connected(line)
    let outcome = try await setUp(arguments: ["--yes"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(written == before)
  }

  @Test("Without a connection to Home Assistant anymore, its settings become comments, and its home is not served")
  func disconnected() async throws {
    let before = try connected("home-assistant-import: true\nassistant: clock, home")
    let outcome = try await setUp("", "", "", "", "no", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(!outcome.output.contains("It has a fault"), "\(outcome.output)")
    #expect(outcome.output.contains("home-assistant-uri: removed  (was http://192.168.1.5:8123)"), "\(outcome.output)")
    let lines = before.replacing("clock, home", with: "clock").split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.map { ($0.hasPrefix("home-assistant-") ? "#" : "") + $0 }.joined(separator: "\n")
    #expect(written == expected)
  }

  @Test("Without a token that can be read, the command that stores it is printed, and Home Assistant stays as it was")
  func missingToken() async throws {
    let outcome = try await setUp(
      try speaker.device, "yes", try microphone(), "", "yes", "http://192.168.1.5:8123", "/nowhere/token", "")
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("Ctrl-D: install -D -m 600 /dev/stdin /nowhere/token"), "\(outcome.output)")
    #expect(outcome.output.contains("/nowhere/token: the file does not exist"))
    #expect(outcome.output.contains("Home Assistant stays as it was."))
    #expect(written.contains("device:") && !written.contains("home-assistant"), "\(written)")
  }

  @Test("The token of a service must be its own, and a server on another computer must be allowed for it")
  func serviceToken() throws {
    let service = SetupService(configuration: "/etc/vocative/vocatived.yaml", isInstalled: true)
    let path = try token()
    #expect(service.tokenFault(in: path, for: "http://ha:8123")?.contains("run: sudo chown vocative \(path)") == true)
    #expect(service.tokenFault(in: path + "2", for: "http://ha:8123")?.contains("there is no such file") == true)
    #expect(service.tokenCommand(for: path) == "sudo install -D -o vocative -m 600 /dev/stdin \(path)")
    #expect(service.networkNote(for: "http://192.168.1.5:8123")?.contains("192.168.1.5") == true)
    #expect(service.networkNote(for: "http://localhost:8123") == nil)
    let own = SetupService(configuration: file, isInstalled: true)
    #expect(own.tokenFault(in: path, for: "http://ha:8123") == nil && own.networkNote(for: "http://ha:8123") == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(own.tokenFault(in: path, for: "http://ha:8123")?.contains("others may read it") == true)
  }

  @Test("An address that is not one of Home Assistant is asked for again, and the token file does not depend on a folder")
  func invalidAddress() async throws {
    _ = try token()
    let outcome = try await setUp(
      try speaker.device, "yes", try microphone(), "", "yes", "homeassistant.local:8123", "http://homeassistant.local:8123",
      "", "yes", "no")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("It doesn't work: \"homeassistant.local:8123\" is not an address such as http://"))
    #expect(written.contains("home-assistant-uri: ") && written.contains("http://homeassistant.local:8123"), "\(written)")
    let relative = try await setUp("", "", "", "", "yes", "", "no-such-token", "")
    let folder = FileManager.default.currentDirectoryPath
    #expect(relative.output.contains("/dev/stdin \(folder)/no-such-token"), "\(relative.output)")
  }

  @Test("A configuration whose name is one character is written, with the token file beside it")
  func shortName() async throws {
    let answers = [try speaker.device, "yes", try microphone(), "", "yes", "", "", ""].map { $0 + "\n" }.joined()
    let outcome = try await program.run(
      ["-c", "cd '\(program.folder.path)' && exec \"$0\" setup --config c", VocativeProgram.path],
      input: Data(answers.utf8), path: "/bin/sh")
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("/dev/stdin \(program.folder.path)/home-assistant-token"), "\(outcome.output)")
    #expect(try String(contentsOfFile: program.folder.path + "/c", encoding: .utf8).contains("device: "))
  }

  @Test("With --yes, the file is kept as it is if its devices work")
  func defaults() async throws {
    let before = "device: \"\(try microphone())\"\noutput-device: \"\(try speaker.device)\"\n"
    try program.folder.write(before, to: "own.yaml")
    let outcome = try await setUp(arguments: ["--yes", "--config", program.folder.path + "/own.yaml"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(try String(contentsOfFile: program.folder.path + "/own.yaml", encoding: .utf8) == before)
  }

  @Test("A setup of another file than the service's names the command for it, and does not offer to start it")
  func otherFile() {
    let own = SetupService(configuration: file, isInstalled: true)
    #expect(own.note?.contains("run sudo vocative setup") == true && !own.isConfigured)
    let systemWide = SetupService(configuration: "/etc/vocative/vocatived.yaml", isInstalled: true)
    #expect(systemWide.note == nil && systemWide.isConfigured)
    let uninstalled = SetupService(configuration: file, isInstalled: false)
    #expect(uninstalled.note == nil && !uninstalled.isConfigured)
  }

  @Test("A system-wide setup tunes into the file that the service reads and can change, unless another one is in use")
  func calibration() {
    let service = SetupService(configuration: "/etc/vocative/vocatived.yaml", isInstalled: true)
    func none(_ path: String) -> Bool { false }
    func fixed(_ path: String) -> Bool { path == "/etc/vocative/calibration.json" }
    #expect(service.calibration(setting: nil, fileExists: none) == "/var/lib/vocative/calibration.json")
    #expect(service.calibration(setting: nil, fileExists: fixed) == "/etc/vocative/calibration.json")
    #expect(service.calibration(setting: "/srv/calibration.json", fileExists: none) == "/srv/calibration.json")
    #expect(SetupService(configuration: file, isInstalled: true).calibration(setting: nil, fileExists: none) == nil)
  }

  @Test("A tuning that fails is reported, and the service is offered all the same")
  func failedTuning() async throws {
    let outcome = try await setUp(
      try speaker.device, "yes", try microphone(), "", "no", "yes", environment: ["VOCATIVE_MODEL": "/nowhere"])
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("It doesn't work: ") && outcome.output.contains("You can do it later: vocative tune"))
    #expect(outcome.output.contains("\nService\n"), "\(outcome.output)")
  }

  @Test("If the person interrupts the tuning, the rest of the setup goes on, with the command for later")
  func interruptedTuning() async throws {
    let answers = [try speaker.device, "yes", try microphone(), "", "no", "yes"].map { $0 + "\n" }.joined()
    let outcome = try await program.runAndInterrupt(["setup"], after: "say \"hey assistant\" (1 of", input: Data(answers.utf8))
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("You can do it later: vocative tune --device"), "\(outcome.output)")
    #expect(outcome.output.contains("\nService\n"), "\(outcome.output)")
    #expect(!outcome.error.contains("interrupted") && written.contains("device: "), "\(outcome.error)")
  }

  @Test("A configuration that cannot be read or written ends setup before its first question")
  func unusableFile() async throws {
    let broken = try program.folder.write("device: [\n", to: "broken.yaml")
    for (path, reason) in [
      (broken, "YAML error"), (program.folder.path, "is a folder"), (broken + "/vocatived.yaml", "is not a folder"),
    ] {
      let outcome = try await setUp(arguments: ["--yes", "--config", path])
      #expect(outcome.status == 78 && outcome.error.contains(reason), "\(outcome.error)")
      #expect(outcome.output.isEmpty, "\(outcome.output)")
    }
  }

  @Test("If the answers end before the last question, nothing is written")
  func ended() async throws {
    let outcome = try await setUp(try speaker.device)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("nothing was written; --yes takes the defaults"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
