import Foundation
import Testing
import VocativeTestSupport

@Suite("Controlling a daemon", .tags(.long), .serialized)
struct ControlTests {
  private let program: VocativeProgram
  private let speaker = SimulatedLoudspeaker()

  init() throws {
    program = try VocativeProgram()
  }

  /// - Parameter samples: The audio that the microphone plays before two minutes of quiet noise. The daemon would report digital silence
  ///   as a fault.
  private func daemon(
    _ arguments: String..., playing samples: [Int16] = [], path: String = DaemonProcess.path
  ) async throws -> DaemonProcess {
    let room = SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 }
    var microphone = try SimulatedMicrophone(playing: samples + room)
    microphone.speed = 1
    return try await DaemonProcess(
      arguments, device: try microphone.device, speaker: try speaker.device, for: program, path: path)
  }

  private func control(_ arguments: String...) async throws -> VocativeProgram.Outcome {
    try await program.run(arguments)
  }

  @Test("Every control command takes effect, with text and JSON output")
  func commands() async throws {
    let daemon = try await daemon()
    let status = try await control("status")
    #expect(status.status == 0, "\(status.error)")
    #expect(
      status.output.hasPrefix(
        "idle: waiting for \"hey assistant\"\nassistant   money, notes, messages, clock\nmicrophone  simulated"))

    let trigger = try await control("trigger", "safe to spend")
    #expect(trigger.status == 0, "\(trigger.error)")
    #expect(trigger.output.contains("understood \"safe to spend\" as SafeToSpend"))
    let answered = try speaker.samples.count
    #expect(answered > 16_000, "the answer was played")
    let typed = try await program.run("trigger", "-", input: Data("safe to spend\n".utf8))
    #expect(typed.output.contains("understood \"safe to spend\" as SafeToSpend"), "\(typed.error)")
    let events = try await control("trigger", "--json", "make me a sandwich")
    #expect(events.status == 1)
    #expect(events.events == ["rejected"])

    #expect(try await control("say", "Dinner is ready.").output.isEmpty)
    #expect(try speaker.samples.count > 8_000)
    #expect(try await control("trigger").output.hasPrefix("awake: waiting for a command"))
    #expect(try await control("mute").output.hasPrefix("muted"))
    let muted = try #require(try await control("status", "--json").objects.first)
    #expect(muted["muted"] as? Bool == true)
    #expect(muted["state"] as? String == "muted")
    let refused = try await control("trigger")
    #expect(refused.status == 1)
    #expect(refused.error.contains("unmute it first"))
    #expect(try await control("unmute").output.hasPrefix("idle"))
    #expect(try await control("reload").status == 0)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("A muted daemon stays muted after a restart, until it is unmuted")
  func muteSurvives() async throws {
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let first = try await daemon()
    _ = try await control("mute")
    #expect(await first.end() == 0)
    let second = try await daemon(playing: request)
    let status = try #require(try await control("status", "--json").objects.first)
    #expect(status["state"] as? String == "muted")
    #expect(status["heardSeconds"] as? Double == 0)
    #expect(status["hits"] as? Int == 0)
    _ = await second.end()
  }

  @Test("Unmuting leaves the mute of Home Assistant, which unmute --all ends too")
  func unmuteAll() async throws {
    try program.folder.write(#"{"muted": true, "by": ["home-automation", "owner"]}"#, to: "state/vocative/mute.json")
    let daemon = try await daemon()
    #expect(try await control("unmute").output.hasPrefix("muted"))
    #expect(try await control("unmute", "--all").output.hasPrefix("idle"))
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("events prints what the daemon does for others, until it is interrupted")
  func events() async throws {
    let daemon = try await daemon()
    // Requests before the command has connected are not printed.
    let asking = Task { while !Task.isCancelled { _ = try await control("trigger", "safe to spend") } }
    let followed = try await program.runAndInterrupt(["events", "--json"], after: #""event":"responded""#)
    asking.cancel()
    _ = await asking.result
    let responded = followed.objects.first { $0["event"] as? String == "responded" }
    #expect(responded?["intent"] as? String == "SafeToSpend", "\(followed)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("The voice changes while the daemon runs, and survives a restart that the owner requests")
  func voiceAndRestart() async throws {
    let daemon = try await daemon()
    let changed = try await control("voice", "--volume", "50", "--speed", "150", "--voice", "rms")
    #expect(changed.output == "volume  50%\nspeed   150%\nvoice   rms\nvoices  slt, awb, rms, kal16, kal\n", "\(changed.error)")
    let refused = try await control("voice", "--voice", "nobody")
    #expect(refused.status == 64)
    #expect(refused.error.contains("there is no voice \"nobody\"; the voices are: slt"))
    #expect(try await control("trigger", "speak slower").output.contains("OK, I'm slower now."))
    #expect(try await control("restart").status == 0)
    #expect(await eventually { daemon.messages.components(separatedBy: "listening to \"").count == 3 }, "\(daemon.messages)")
    #expect(try await eventually(asking: { try await control("status").status == 0 }))
    #expect(try await control("voice").output.hasPrefix("volume  50%\nspeed   125%\nvoice   rms\n"))
    #expect(await daemon.end() == 0, "the same process, without a service manager")
  }

  @Test("A restart after an upgrade starts the new program, with the arguments of the old one")
  func restartAfterUpgrade() async throws {
    let daemon = try await daemon(path: try program.folder.install(DaemonProcess.path, named: "vocatived"))
    let started = program.folder.path + "/started"
    // As a package manager does, it deletes the running program first.
    try program.folder.script("printf '%s\\n' \"$@\" > '\(started).part'; mv '\(started).part' '\(started)'", named: "vocatived")
    #expect(try await control("restart").status == 0)
    #expect(await eventually { FileManager.default.fileExists(atPath: started) }, "\(daemon.messages)")
    #expect(FileText.contents(of: started).hasPrefix("--device\n"))
  }

  @Test("A damaged mute file is reported by the status and the log, and the microphone stays muted until the owner decides")
  func damagedMute() async throws {
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let file = try program.folder.write("{\"muted\": perh", to: "state/vocative/mute.json")
    let daemon = try await daemon(playing: request)
    let status = try await control("status")
    #expect(status.output.hasPrefix("muted"))
    #expect(status.output.contains(file) && status.output.contains("vocative unmute"))
    #expect(daemon.messages.contains("error: \(file)"), "\(daemon.messages)")
    #expect(try await control("unmute").output.hasPrefix("idle"))
    #expect(try await !control("status").output.contains(file))
    _ = await daemon.end()
  }

  @Test("A reload applies a changed intents file; an invalid one is reported with its line and is not applied")
  func reload() async throws {
    func write(_ text: String) throws -> String { try program.folder.write(text, to: "tell.yaml") }
    let file = try write("wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [tell me]\n    response: Old news.\n")
    let daemon = try await daemon("--intents", file)
    #expect(try await control("trigger", "tell me").output.contains("Old news."))
    _ = try write("wake: [hey computer]\nintents:\n  Tell:\n    phrases: [tell me]\n    response: Good news.\n")
    let reloaded = try await control("reload")
    #expect(reloaded.output.hasPrefix("idle: waiting for \"hey computer\""), "\(reloaded)")
    #expect(try await control("trigger", "tell me").output.contains("Good news."))
    _ = try write("wake: [hey computer]\nintents:\n  Tell:\n    phrases: [\"tell {who}\"]\n    response: No news.\n")
    let refused = try await control("reload")
    #expect(refused.status == 65)
    #expect(refused.error.contains("tell.yaml:4"))
    #expect(try await control("trigger", "tell me").output.contains("Good news."))
    #expect(await daemon.end() == 0)
  }

  @Test("A second daemon does not take the first one's socket, but a daemon replaces the socket of a killed one")
  func sockets() async throws {
    let first = try await daemon()
    let second = try await program.run(["--device", "null"], path: DaemonProcess.path)
    #expect(second.status == 69)
    #expect(second.error.contains("another vocatived serves it"))
    #expect(try await control("status").status == 0)
    _ = await first.end(SIGKILL)
    let gone = try await control("status")
    #expect(gone.status == 69)
    #expect(gone.error.contains("start it with \"vocatived\""))
    let third = try await daemon()
    #expect(try await control("status").status == 0)
    #expect(await third.end() == 0)
  }

  @Test(
    "Without a login folder, a client does not use a socket in /tmp",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func fakeInTemporaryFolder() async throws {
    let user = UInt32.random(in: 100_000..<1_000_000)
    let place = "/tmp/vocative-\(user)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: place) }
    chmod(place, 0o777)
    let fake = try await OtherAccount(
      OtherAccount.fakeServer, [place + "/control", #"{"ok":true}"#], until: "ready", in: program.folder)
    chmod(place, 0o755)
    let outcome = try await program.run(
      ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/usr/bin/env", "-i", VocativeProgram.path, "mute"],
      path: "/usr/bin/setpriv")
    #expect(outcome.status == 69, "\(outcome)")
    #expect(!fake.written.contains("heard"), "\(fake.written)")
  }

  @Test("Without a loudspeaker, the status of trigger is 69 for a handled request, and 1 for a refused one")
  func unspoken() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let daemon = try await DaemonProcess(
      [], device: try microphone.device, speaker: "no-such-device", for: program)
    let handled = try await control("trigger", "safe to spend")
    #expect(handled.status == 69 && handled.error.contains("could not be played"), "\(handled)")
    let refused = try await control("trigger", "make me a sandwich")
    #expect(refused.status == 1 && refused.output.contains("rejected"), "\(refused)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("Without a daemon, every command reports a remedy and ends with status 69")
  func noDaemon() async throws {
    for arguments in [
      ["status"], ["mute"], ["unmute"], ["reload"], ["say", "hello"], ["trigger", "safe to spend"], ["trigger"],
    ] {
      let outcome = try await program.run(arguments + ["--socket", program.folder.path + "/nobody"])
      #expect(outcome.status == 69)
      #expect(outcome.error.contains("vocatived is not running there"))
      #expect(outcome.output.isEmpty)
    }
    #expect(try await program.run("say").status == 64)
  }
}
