import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import ProgramOutput
import Subprocess
import Vocative
import VocativeControl
import VocativeService

/// A conversation on the terminal that leads to a configuration.
struct SetupRun {
  let file: SettingsFile
  let questions: SetupQuestions
  private let sound: SetupSound
  private let service: SetupService
  /// The devices that were chosen on the page, which take precedence over the file; nil if the daemon has no such file.
  private let chosen: SettingsFile?
  /// The settings to write, by name.
  private var changes: [String: String] = [:]
  /// The names of the settings to remove.
  private var removals: Set<String> = []
  private var isFine = true

  /// The maximum number of devices to try.
  private static let maxAttempts = 5

  init(file: SettingsFile, questions: SetupQuestions) {
    (self.file, self.questions) = (file, questions)
    sound = SetupSound(logger: LibraryMessages.logger(level: .error))
    service = SetupService(configuration: file.path)
    chosen = service.chosenFile().map { SettingsFile(path: $0, assistants: AssistantCatalog.standard.names) }
  }

  /// Asks, checks and writes.
  ///
  /// - Throws: `SetupEnd`, `ConfigurationError`, `SettingsFileError`, `ExitStatus.no` if a check failed.
  mutating func run() async throws {
    let (written, faults) = try file.read()
    try file.requireWritable()
    let current = written.merging(chosenDevices) { $1 }
    StandardOutput.line("The configuration is \(file.path).")
    if let note = service.note { StandardOutput.line(note) }
    for fault in faults { StandardOutput.line("It has a fault, and the line stays as it is: \(fault)") }
    if await Self.isDaemonRunning(), let daemon = RunningDaemon.find() { StandardOutput.line("\(daemon.explanation)") }
    let devices = SoundDevices.present()
    try await chooseLoudspeaker(among: devices, current: current[Settings.all.outputDevice.name])
    let microphone = try await chooseMicrophone(among: devices, current: current[Settings.all.device.name])
    try await connectToHomeAssistant(current)
    try write(current)
    try await tune(with: microphone, into: service.calibration(setting: current[Settings.all.calibration.name]))
    try await startService()
    guard isFine else { throw ExitStatus.no }
  }

  // MARK: Sound

  private mutating func chooseLoudspeaker(among devices: SoundDevices, current: String?) async throws {
    StandardOutput.line("\nLoudspeaker")
    let choices = devices.pcms.filter(\.plays).map { (name: $0.name, summary: $0.summary) }
    var device = current ?? Settings.all.outputDevice.defaultValue
    for attempt in 1...Self.maxAttempts {
      device = try await questions.choice("Play on", among: attempt == 1 ? choices : [], default: device)
      switch await sound.speak("Hello, I'm Vocative. Can you hear me?", on: device) {
      case .success:
        if try await questions.isYes("Did you hear a sentence?", default: true) {
          changes[Settings.all.outputDevice.name] = device
          return
        }
        StandardOutput.line("Choose another device, or turn the volume up with alsamixer.")
      case .failure(let fault): StandardOutput.line("It doesn't work: \(fault.reason)")
      }
      if questions.takesDefaults { break }
    }
    isFine = false
    StandardOutput.line("The loudspeaker stays as it was.")
  }

  /// Returns the microphone; nil if none works.
  private mutating func chooseMicrophone(among devices: SoundDevices, current: String?) async throws -> String? {
    StandardOutput.line("\nMicrophone")
    let choices = devices.pcms.filter(\.captures).map { (name: $0.name, summary: $0.summary) }
    var device: String
    if let current {
      device = current
    } else {
      device = await sound.firstMicrophone(of: devices) ?? Settings.all.device.defaultValue
    }
    for attempt in 1...Self.maxAttempts {
      device = try await questions.choice("Record from", among: attempt == 1 ? choices : [], default: device)
      try await questions.wait("Press Enter, and say: hey assistant, what can I say?")
      let level = LevelLine(isShown: isatty(STDOUT_FILENO) == 1)
      let result = await sound.listen(on: device) { level.show($0) }
      switch result {
      case .success(let heard):
        level.write(String(format: "  heard at %.0f dBFS: %@\n", heard.level, heard.verdict))
        if heard.isGood {
          changes[Settings.all.device.name] = device
          return device
        }
        guard try await questions.isYes("Try again?", default: false) else {
          isFine = false
          changes[Settings.all.device.name] = device
          return device
        }
      case .failure(let fault):
        level.write("  It doesn't work: \(fault.reason)\n")
        if questions.takesDefaults { break }
        continue
      }
      if questions.takesDefaults { break }
    }
    isFine = false
    StandardOutput.line("The microphone stays as it was.")
    return nil
  }

  // MARK: Other programs

  private mutating func connectToHomeAssistant(_ current: [String: String]) async throws {
    let settings = Settings.all
    let (address, tokenFile) = (settings.homeAssistantAddress.name, settings.homeAssistantTokenFile.name)
    StandardOutput.line("\nHome Assistant")
    guard try await questions.isYes("Connect to Home Assistant?", default: current[address] != nil) else {
      return disconnectFromHomeAssistant(current)
    }
    let uri = try await value(
      of: settings.homeAssistantAddress, "Its address", default: current[address] ?? "http://homeassistant.local:8123")
    let token = current[tokenFile] ?? ParentFolder.path(of: file.path) + "/home-assistant-token"
    // The service starts in another folder.
    let path = URL(fileURLWithPath: try await questions.text("The file with a long-lived access token", default: token)).path
    if service.tokenFault(in: path, for: uri) != nil {
      StandardOutput.line("Create the token on your profile page in Home Assistant, and store it from another terminal:")
      StandardOutput.line("paste it after this command, and press Return and Ctrl-D: \(service.tokenCommand(for: path))")
      try await questions.wait("Press Enter when it is stored.")
    }
    if let fault = service.tokenFault(in: path, for: uri) {
      // The daemon does not start with a token that it cannot read.
      isFine = false
      return StandardOutput.line("It doesn't work: \(fault)\nHome Assistant stays as it was.")
    }
    // A new connection imports the home unless the person says otherwise; an existing one keeps its choice.
    let wasImported = current[settings.hasHomeAssistantImport.name].map { $0 == "true" }
    let isImported = try await questions.isYes(
      "Say its lamps and rooms here, with its own sentences?", default: wasImported ?? (current[address] == nil))
    (changes[address], changes[tokenFile]) = (uri, path)
    changes[settings.hasHomeAssistantImport.name] = "\(isImported)"
    if !isImported { stopServingHome(current) }
    if let note = service.networkNote(for: uri) { StandardOutput.line(note) }
  }

  /// Removes an existing connection.
  private mutating func disconnectFromHomeAssistant(_ current: [String: String]) {
    let settings = Settings.all
    let connection: [any AnySetting] = [
      settings.homeAssistantAddress, settings.homeAssistantTokenFile, settings.hasHomeAssistantImport,
    ]
    guard current[settings.homeAssistantAddress.name] != nil else { return }
    removals = Set(connection.map(\.name)).intersection(current.keys)
    stopServingHome(current)
  }

  /// Removes the home from the chosen assistants, which cannot name it without the import.
  private mutating func stopServingHome(_ current: [String: String]) {
    let setting = Settings.all.assistant.name
    guard let chosen = current[setting] else { return }
    let names = AssistantSelection.names(chosen)
    let others = ConfigurationSources(assistants: .builtIn, flags: [:]).assistantNames(isHomeImported: false)
    let remaining = names.filter(others.contains)
    guard remaining != names else { return }
    if remaining.isEmpty { removals.insert(setting) } else { changes[setting] = remaining.joined(separator: ",") }
  }

  /// Asks for a setting, until the answer is a value of it.
  private func value(of setting: some AnySetting, _ question: String, default value: String) async throws -> String {
    while true {
      let answer = try await questions.text(question, default: value)
      guard let fault = setting.fault(in: answer, among: []) else { return answer }
      StandardOutput.line("It doesn't work: \(fault)")
    }
  }

  // MARK: The result

  private func write(_ current: [String: String]) throws {
    let defaults = Dictionary(uniqueKeysWithValues: Settings.list.map { ($0.name, $0.defaultText) })
    // A default that the file does not contain stays out of it.
    let wanted = changes.filter { name, value in (current[name] ?? defaults[name]) != value }
    let existed = FileManager.default.fileExists(atPath: file.path)
    StandardOutput.line("\nConfiguration")
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
      StandardOutput.line("  \(name): \(value)\(current[name].map { "  (was \($0))" } ?? "")")
    }
    for name in removals.sorted() { StandardOutput.line("  \(name): removed\(current[name].map { "  (was \($0))" } ?? "")") }
    if !(wanted.isEmpty && removals.isEmpty), try file.set(wanted, removing: removals) {
      StandardOutput.line("Written to \(file.path)\(existed ? "; the previous file is \(file.backupPath)" : "").")
    } else {
      StandardOutput.line("Nothing changes in \(file.path).")
    }
    try replaceChosenDevices(by: wanted)
  }

  private var chosenDevices: [String: String] { (try? chosen?.read())?.values ?? [:] }

  /// Replaces devices that were chosen on the page, or the daemon would use them instead of the new ones.
  private func replaceChosenDevices(by wanted: [String: String]) throws {
    let former = chosenDevices
    let changes = wanted.filter { former[$0.key] != nil }
    guard let chosen, !changes.isEmpty else { return }
    try FolderOwner.acting(inFolderOf: chosen.path, otherwise: "choose the devices on the page") {
      _ = try chosen.set(changes)
    }
    StandardOutput.line("Written to \(chosen.path), which has the devices that were chosen on the page.")
  }

  /// - Parameter calibration: The file for the thresholds; nil for that of the running daemon, or else of the user.
  private mutating func tune(with microphone: String?, into calibration: String?) async throws {
    guard let microphone, isFine else { return }
    StandardOutput.line("\nTuning")
    let question = "Tune the wake phrase to your voice and this room now? It takes about three minutes."
    let arguments = ["--device", microphone] + (calibration.map { ["--output", $0] } ?? [])
    let remedy = "You can do it later: vocative tune \(arguments.joined(separator: " "))"
    // The configuration is written: without an answer, the rest stays as it is.
    guard (try? await questions.isYes(question, default: false)) == true else { return StandardOutput.line(remedy) }
    // The service must be able to read a file that root creates.
    let former = service.isConfigured ? umask(0o022) : nil
    defer { if let former { umask(former) } }
    do {
      let command = try Tune.parse(arguments)
      try await command.run()
    } catch is CancellationError {
      // The person stopped only the tuning: the configuration is written, and the service can start.
      StandardOutput.line(remedy)
    } catch {
      isFine = false
      // The command has printed the reason for a status.
      if !(error is ExitStatus) { StandardOutput.line("It doesn't work: \(Self.reason(for: error))") }
      StandardOutput.line(remedy)
    }
  }

  private static func reason(for error: any Error) -> String {
    Tune.exitCode(for: error) == .validationFailure ? Tune.message(for: error) : ErrorMessage.text(for: error)
  }

  /// Whether a daemon serves the socket of this user, and therefore may hold the microphone.
  private static func isDaemonRunning() async -> Bool {
    do {
      _ = try await ControlClient(.running).send(.status)
      return true
    } catch {
      return (error as? ControlSocketError)?.isNotServed != true
    }
  }

  private func startService() async throws {
    StandardOutput.line("\nService")
    guard service.isConfigured else {
      let isRunning = await Self.isDaemonRunning()
      StandardOutput.line(
        isRunning ? "Vocative runs. To use a changed configuration, run: vocative restart" : "Start Vocative with: vocatived")
      return
    }
    guard geteuid() == 0 else {
      StandardOutput.line("Start Vocative, also with the computer: sudo systemctl enable --now vocatived")
      return
    }
    guard (try? await questions.isYes("Start Vocative now, and with the computer?", default: true)) == true else { return }
    for arguments in [["enable", "vocatived"], ["restart", "vocatived"]] {
      let result = try await Subprocess.run(
        .name("systemctl"), arguments: .init(arguments), output: .discarded, error: .string(limit: 4096))
      guard result.terminationStatus.isSuccess else {
        StandardOutput.line("systemctl \(arguments.joined(separator: " ")) failed: \(result.standardError)")
        throw ExitStatus.no
      }
    }
    StandardOutput.line("Vocative runs. Say: hey assistant, what can I say?")
  }
}
