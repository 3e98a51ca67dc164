import Foundation
import Testing
import VocativeTestSupport

/// Covers full disks, closed pipes, and output paths that name devices or input files.
@Suite("Output that cannot be written", .tags(.long))
struct OutputTests {
  private let program: VocativeProgram

  init() throws { program = try VocativeProgram() }

  /// Runs a shell script in which `"$0"` is the program.
  private func shell(_ script: String) async throws -> VocativeProgram.Outcome {
    try await program.run(["-c", "cd '\(program.folder.path)' && \(script)", VocativeProgram.path], path: "/bin/sh")
  }

  /// Expects a status, fragments of the error, and no stack trace.
  private func expect(
    _ outcome: VocativeProgram.Outcome, _ status: Int32, _ fragments: String..., location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome.output)\(outcome.error)", sourceLocation: location)
    for fragment in fragments {
      #expect(outcome.error.contains(fragment), "\(outcome.error)", sourceLocation: location)
    }
    for word in ["Backtrac", "Fatal error", "💣"] {
      #expect(!outcome.error.contains(word), "\(outcome.error)", sourceLocation: location)
    }
  }

  @Test(
    "A full disk is reported in one line on standard error, and the status is 74",
    arguments: [
      "ask 'safe to spend'", "ask --json 'safe to spend'", "timeline --json", "pronounce hello", "--help", "--version",
    ])
  func fullDisk(arguments: String) async throws {
    _ = try await program.run("ask", "safe to spend")
    let outcome = try await shell("\"$0\" \(arguments) >/dev/full")
    expect(outcome, 74, "vocative: error: standard output cannot be written: No space left on device")
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test("A closed standard output is an error, but a closed standard error is not")
  func closedOutput() async throws {
    let outcome = try await shell("\"$0\" ask 'safe to spend' >&-")
    expect(outcome, 74, "standard output cannot be written: Bad file descriptor")
    expect(try await shell("\"$0\" ask 'safe to spend' 2>&-"), 0)
  }

  @Test("A closed pipe ends the program without a message", arguments: ["ask 'safe to spend'", "--help"])
  func closedPipe(arguments: String) async throws {
    let outcome = try await shell("mkfifo pipe && exec 4<>pipe 3>pipe 4<&- && \"$0\" \(arguments) >&3")
    #expect(outcome.status == 141)
    #expect(outcome.error.isEmpty)
  }

  @Test("Messages that cannot be written do not change the result of a command")
  func fullErrors() async throws {
    expect(try await shell("\"$0\" ask --assistant nobody hello 2>/dev/full"), 64)
    expect(try await shell("\"$0\" frobnicate 2>/dev/full"), 64)
    let sentences = try program.folder.write("[Go]\ngo home\ngo <nowhere>\n", to: "sentences.ini")
    let imported = try await shell("\"$0\" import \(sentences) 2>/dev/full")
    #expect(imported.status == 0)
    #expect(imported.output.contains("go home"))
  }

  @Test("A daemon continues if its log cannot be written")
  func fullLog() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let speaker = SimulatedLoudspeaker()
    let daemon = try await DaemonProcess(
      ["--log-level", "debug"], device: try microphone.device, speaker: try speaker.device, for: program, log: "/dev/full")
    #expect(try await program.run(["trigger", "safe to spend"]).status == 0)
    #expect(try await program.run(["reload"]).status == 0)
    #expect(await daemon.end() == 0)
  }

  // MARK: Files

  private static let sentences = "[Go]\ngo to (town|work){place}\n"

  @Test("An import does not overwrite its input, whether given as a file or by its folder")
  func importInput() async throws {
    let path = try program.folder.write(Self.sentences, to: "house/sentences.ini")
    for named in [path, program.folder.path + "/house"] {
      expect(try await program.run("import", named, "--output", path), 64, "--output", path, "input")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.sentences)
    }
  }

  @Test("An import does not replace a file with contents, which may have handlers of its owner, without --force")
  func importExisting() async throws {
    let sentences = try program.folder.write(Self.sentences, to: "sentences.ini")
    let path = try program.folder.write("", to: "house.intents.yaml")
    expect(try await program.run("import", sentences, "--output", path), 0)
    try program.folder.write("mine", to: "house.intents.yaml")
    expect(try await program.run("import", sentences, "--output", path), 64, "--output \(path): the file exists", "--force")
    #expect(FileText.contents(of: path) == "mine")
    expect(try await program.run("import", sentences, "--force", "--output", path), 0)
    #expect(FileText.contents(of: path).contains("intents:"))
  }

  @Test(
    "An output file that the user may not write is reported before the work in one line, and the status is 74",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)),
    arguments: [("import sentences.ini", "--output"), ("evaluate none.jsonl", "--json"), ("tune", "--plot")])
  func forbiddenOutput(command: String, option: String) async throws {
    try program.folder.write(Self.sentences, to: "sentences.ini")
    program.folder.admitOtherAccounts()
    chmod(program.folder.path + "/sentences.ini", 0o644)
    let path = try program.folder.makeFolder("locked", mode: 0o755) + "/output"
    let account =
      "/usr/bin/setpriv --reuid \(OtherAccount.user) --regid \(OtherAccount.user) --clear-groups /usr/bin/env -i HOME=/nonexistent"
    let outcome = try await shell("\(account) \"$0\" \(command) \(option) \(path)")
    expect(outcome, 74, "vocative: error: \(option) \(path): permission denied; name another file, or change the permissions\n")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
  }

  @Test("An import can write to a pipe or a device by its path, and leaves it in place")
  func importDevices() async throws {
    let path = try program.folder.write(Self.sentences, to: "sentences.ini")
    let piped = try await shell(
      "mkfifo pipe && { cat pipe >got & } && \"$0\" import \(path) -o pipe && wait && test -p pipe && cat got")
    expect(piped, 0)
    #expect(piped.output.contains("intents:"))
    let printed = try await program.run("import", path, "-o", "/dev/stdout")
    expect(printed, 0)
    #expect(printed.output.contains("intents:"))
    let dash = try await shell("\"$0\" import \(path) -o - && test ! -e ./-")
    expect(dash, 0)
    #expect(dash.output == printed.output)
    expect(try await shell("\"$0\" import \(path) -o - >/dev/full"), 74, "No space left on device")
    expect(try await shell("cp \(path) s.ini && \"$0\" import s.ini -o - >>s.ini"), 64, "input")
    let appended = try await shell("echo before >log && \"$0\" import \(path) -o /dev/stdout >>log && cat log")
    #expect(appended.output.hasPrefix("before\n") && appended.output.contains("intents:"))
    expect(try await program.run("import", path, "-o", "/dev/full"), 74, "/dev/full", "No space left on device")
  }

  @Test("Files with names of one character are written and read, and a link to itself and an empty name are refused")
  func shortNames() async throws {
    _ = try program.folder.write(Self.sentences, to: "sentences.ini")
    for name in ["o", "./-", "./o"] {
      expect(try await shell("\"$0\" import sentences.ini --force -o \(name) && test -s ./\(name)"), 0)
    }
    expect(try await shell("ln -s target link && \"$0\" import sentences.ini -o link && test -s target"), 0)
    expect(
      try await shell("mkdir s && cp o s/i && ln -s i s/l && cd s && \"$0\" import ../sentences.ini -o l --force && test -s i"), 0
    )
    expect(try await shell("echo '{\"audio\": \"none.wav\", \"intent\": null}' >m && \"$0\" evaluate m"), 66, "m:1: none.wav")
    expect(try await shell("ln -s loop loop; \"$0\" import sentences.ini -o loop"), 74, "loop: the file cannot be written")
    expect(try await shell("test -L loop"), 0)
    expect(try await shell("\"$0\" import sentences.ini -o ''"), 64, "--output: the name is empty; name a file")
  }

  @Test("The results of an evaluation cannot overwrite the manifest, its recordings or each other")
  func evaluation() async throws {
    let recording = try program.folder.write(
      try Data(contentsOf: URL(fileURLWithPath: Recording.folder + "/money/slt-breath-vacation-goal.wav")), to: "goal.wav")
    let manifest = try program.folder.write("{\"audio\": \"goal.wav\", \"intent\": \"GoalProgress\"}\n", to: "goal.jsonl")
    expect(try await program.run("evaluate", manifest, "--json", manifest), 64, "--json", "input")
    expect(try await program.run("evaluate", manifest, "--plot", recording), 64, "--plot", "input")
    let both = program.folder.path + "/both"
    for (one, other) in [("--json", "--plot"), ("--json", "--recordings"), ("--recordings", "--plot")] {
      expect(try await program.run("evaluate", manifest, one, both, other, both), 64, one, other, "name the same file")
    }
    let bench = ["evaluate", "--bench", program.folder.path, "--table", both, "--json", both]
    expect(try await program.run(bench), 64, "name the same file")
  }

  // MARK: Speech

  private static let request = Recording.folder + "/money/slt-breath-vacation-goal.wav"

  @Test("An answer that cannot be spoken is reported on standard error, and the status is 69")
  func speech() async throws {
    let device = try await program.run("replay", Self.request, "--output-device", "no-such-device")
    expect(device, 69, "no-such-device", "vocative devices")
    #expect(!device.output.contains("error"))
    #expect(device.output.contains("saved"), "the answer is still printed")
    let file = try await program.run("replay", Self.request, "--speech-file", "/dev/full")
    expect(file, 69, "/dev/full", "No space left on device")
    expect(try await program.run("replay", Self.request, "--speech-file", "/nonexistent/a.wav"), 64, "--speech-file", "mkdir")
    let copy = try program.folder.write(try Data(contentsOf: URL(fileURLWithPath: Self.request)), to: "request.wav")
    expect(try await program.run("replay", copy, "--speech-file", copy), 64, "--speech-file", "input")
    let json = try await program.run("replay", Self.request, "--json", "--output-device", "no-such-device")
    #expect(json.status == 69)
    #expect(json.events.contains("error"), "the JSON events include the error")
  }

  @Test("An answer on a card that is opened without conversion is spoken, and ends when it has been heard")
  func speechWithoutConversion() async throws {
    let speaker = SimulatedLoudspeaker()
    let outcome = try await program.run(
      ["replay", Self.request, "--speak", "--output-device", try speaker.device],
      environment: ["LD_PRELOAD": try SoundSystem.driverDrain])
    expect(outcome, 0)
    #expect(try speaker.samples.count > 16_000)
  }

  @Test("An answer continues on a card that takes more than a second to wake up after a suspend", arguments: [true, false])
  func speechAfterSleep(resumes: Bool) async throws {
    var speaker = SimulatedLoudspeaker()
    speaker.faults = [.suspend(at: 8192)]
    speaker.resumes = resumes
    let outcome = try await program.run(
      ["replay", Self.request, "--speak", "--output-device", try speaker.device],
      environment: ["LD_PRELOAD": try SoundSystem.slowResume])
    expect(outcome, 0)
    #expect(try speaker.samples.count > 16_000)
  }

  @Test("The environment determines the home folder")
  func home() async throws {
    let home = program.folder.path + "/home"
    let outcome = try await program.run(
      ["ask", "safe to spend"], environment: ["HOME": home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""])
    expect(outcome, 0)
    #expect(FileManager.default.fileExists(atPath: home + "/.local/share/vocative/money.sqlite"))
  }
}
