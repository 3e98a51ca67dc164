import Foundation
import SoundFile
import Testing
import VocativeTestSupport

/// The daemon has folders of its own; the command line reaches it only through the socket.
@Suite("The state of a running daemon", .tags(.long), .serialized)
struct DaemonStateTests {
  private let program: VocativeProgram
  private let daemon: DaemonProcess
  private let own: String

  init() async throws {
    program = try VocativeProgram()
    own = program.folder.path + "/own"
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    daemon = try await DaemonProcess(
      [], device: try microphone.device, speaker: try SimulatedLoudspeaker().device, for: program)
  }

  /// Runs the program with folders of its own.
  private func run(_ arguments: String...) async throws -> VocativeProgram.Outcome { try await runAll(arguments) }

  @Test("Shortcuts, the timeline and activities are those of the daemon, and --local uses the own ones")
  func memory() async throws {
    let added = try await run("shortcuts", "add", "monday morning", "safe to spend", "vacation goal")
    #expect(added.status == 0, "\(added.error)")
    #expect(added.output.hasPrefix("added: \"monday morning\" → Safe to spend, then "), "\(added.output)")
    let note = "vocative: using the running daemon at \(daemon.socket); --local uses your own folders"
    #expect(added.error.contains(note), "\(added.error)")
    #expect(try await run("trigger", "monday morning").status == 0)
    #expect(try await run("trigger", "show vacation details").output.contains("understood"))
    #expect(try await run("shortcuts", "--json").objects.first?["phrase"] as? String == "monday morning")
    #expect(try await run("shortcuts", "--assistant", "notes").output.isEmpty)
    #expect(try await run("shortcuts", "--assistant", "cellar").error.contains("\"cellar\" is not served"))
    #expect(try await run("shortcuts", "edit", "monday morning", "tuesday evening").status == 0)
    #expect(try await run("trigger", "tuesday evening").status == 0)
    #expect(try await run("shortcuts", "suggest").output.contains("Safe to spend"))

    let timeline = try await run("timeline", "--json")
    #expect(timeline.objects.contains { $0["topic"] as? String == "money.Spending.SafeToSpend" }, "\(timeline)")
    #expect(try await run("timeline", "--focus", "notes").output.isEmpty)
    #expect(try await run("timeline", "--limit", "1").output.split(separator: "\n").count == 1)
    let activity = try #require(try await run("activities", "--json").objects.first)
    #expect((activity["title"] as? String)?.lowercased().contains("vacation") == true)
    let continued = try await run("activities", "continue", "vacation")
    #expect(continued.status == 0 && continued.output.lowercased().contains("vacation"), "\(continued)")
    let event = try #require(try await run("activities", "continue", "vacation", "--json").objects.first)
    #expect(event["event"] as? String == "responded" && event["card"] != nil, "\(event)")
    #expect(try await run("activities", "continue", "holiday in space").status == 1)

    for command in ["shortcuts", "timeline", "activities"] {
      let outcome = try await run(command, "--local")
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)")
    }
    #expect(try await run("timeline", "--clear").status == 0)
    #expect(try await run("timeline").output.isEmpty)
    #expect(try await run("activities", "clear").status == 0)
    #expect(try await run("activities").output.isEmpty)
    #expect(try await run("shortcuts", "delete", "tuesday evening").output == "deleted\n")
    #expect(try await run("shortcuts").output.isEmpty)
    let refused = try await run("shortcuts", "add", "never mind", "safe to spend")
    #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
    let locked = try await run("shortcuts", "add", "garden party", "protected goal")
    #expect(locked.status == 65 && locked.error.contains("is private"), "\(locked)")
    #expect(try await run("shortcuts", "add", "--unlocked", "garden party", "protected goal").status == 0)
    let unknown = try await run("shortcuts", "add", "good night", "make me a sandwich")
    #expect(unknown.status == 65 && unknown.error.contains("is not a request to this assistant"), "\(unknown)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("Pronunciations are those of the daemon")
  func pronunciations() async throws {
    try program.folder.write("goal G AA L\n", to: "own/XDG_CONFIG_HOME/vocative/pronunciations.dict")
    #expect(try await run("pronounce", "goal").output == "\"goal\" as G OW L (from the dictionary)\n")
    #expect(try await run("pronounce", "--local", "goal").output == "\"goal\" as G AA L (from your dictionary)\n")
    #expect(try await run("pronounce", "привет").status == 1)
    let guess = try await run("pronounce", "Saoirse")
    #expect(guess.output.contains("; write how it sounds in \(program.folder.path)/config/"), "\(guess.output)")
    _ = await daemon.end()
  }

  @Test(
    "The error for a user without permission names --local",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func permission() async throws {
    program.folder.admitOtherAccounts()
    chmod(program.folder.path + "/runtime", 0o755)
    let refused = try await program.run(
      [
        "--reuid", "\(OtherAccount.user)", "--regid", "\(OtherAccount.user)", "--clear-groups", "/usr/bin/env", "-i",
        "XDG_RUNTIME_DIR=\(program.folder.path)/runtime", "HOME=/nonexistent", VocativeProgram.path, "timeline",
      ], path: "/usr/bin/setpriv")
    #expect(refused.status == 69 && refused.output.isEmpty, "\(refused)")
    #expect(refused.error.contains("or use your own folders: --local"), "\(refused)")
    _ = await daemon.end()
  }

  @Test("Tuning gives its thresholds to the daemon, which applies them while it listens; --local writes an own file")
  func tuning() async throws {
    for voice in ["slt", "rms", "awb"] {
      let path = try program.folder.write("", to: "recordings/hey_assistant/\(voice).wav")
      try SoundFileWriter.write(
        try await SynthesizedSpeech.samples(of: "hey assistant", voice: voice), rate: 16_000, to: path)
    }
    let arguments = [
      "tune", "--recordings", program.folder.path + "/recordings", "--negatives",
      Recording.folder + "/human/austen-0890.flac", "--no-bundled",
    ]
    let (ownFile, file) = (
      own + "/XDG_CONFIG_HOME/vocative/calibration.json", program.folder.path + "/config/vocative/calibration.json"
    )
    let tuned = try await runAll(arguments)
    #expect(tuned.status == 0, "\(tuned.error)")
    #expect(tuned.error.contains("using the running daemon at"), "\(tuned.error)")
    #expect(tuned.output.contains("written to \(file); "), "\(tuned.output)")
    #expect(FileManager.default.fileExists(atPath: program.folder.path + "/config/vocative/calibration.svg"), "\(tuned.error)")
    #expect(await eventually { daemon.messages.contains("\(file): tuned thresholds \"hey assistant\" 1e") }, "\(daemon.messages)")
    #expect(!FileManager.default.fileExists(atPath: ownFile))
    // A device that cannot be opened stands for one that the daemon holds.
    let busy = try await run("tune", "--no-bundled", "--device", "no-such-device")
    #expect(busy.status == 69 && busy.error.contains("record with --save FOLDER while it is stopped"), "\(busy)")
    #expect(try await runAll(arguments + ["--local"]).output.contains("written to \(ownFile); "))
    _ = await daemon.end()
  }

  private func runAll(_ arguments: [String]) async throws -> VocativeProgram.Outcome {
    var environment: [String: String] = [:]
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] { environment[variable] = "\(own)/\(variable)" }
    return try await program.run(arguments, environment: environment)
  }
}
