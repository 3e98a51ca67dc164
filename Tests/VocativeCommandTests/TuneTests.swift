import Foundation
import FoundationXML
import SoundFile
import Testing
import VocativeTestSupport

@Suite("Tuning from the command line", .tags(.long), .serialized)
struct TuneTests {
  private static func intents(_ program: VocativeProgram, wake: String) throws -> String {
    try program.folder.write(
      "wake: [\(wake)]\nintents:\n  A:\n    phrases: [\"safe to spend\"]\n    response: ok\n", to: "a.intents.yaml")
  }

  @Test("A missing folder of recordings is reported with the place in which to save them")
  func missingFolder() async throws {
    let outcome = try await VocativeProgram().run(["tune", "--recordings", "nowhere"] + Self.negatives)
    #expect(outcome.status == 66)
    #expect(
      outcome.error.contains("nowhere: there is no such folder or manifest; save recordings as nowhere/"), "\(outcome.error)")
  }

  /// Creates a folder with a recording of a phrase by each of Flite's voices.
  private static func recordings(_ program: VocativeProgram, of phrase: String, in name: String) async throws -> String {
    for voice in ["slt", "rms", "awb"] {
      let samples = try await SynthesizedSpeech.samples(of: phrase, voice: voice)
      let path = try program.folder.write("", to: "recordings/\(name)/\(voice).wav")
      try SoundFileWriter.write(samples, rate: 16_000, to: path)
    }
    return program.folder.path + "/recordings"
  }

  private static let negatives = ["--negatives", Recording.folder + "/human/austen-0890.flac", "--no-bundled"]

  private func calibration(_ path: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
  }

  @Test("Recordings in a folder result in a calibration file, a curve in the terminal, and an SVG plot")
  func folder() async throws {
    let program = try VocativeProgram()
    let recordings = try await Self.recordings(program, of: "hey assistant", in: "hey_assistant")
    let plot = program.folder.path + "/plot.svg"
    let outcome = try await program.run(["tune", "--recordings", recordings, "--plot", plot] + Self.negatives)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\"hey assistant\": threshold 1e"))
    #expect(outcome.output.contains("* recorded  . extrapolated  O chosen"))
    #expect(!outcome.output.contains("\u{1B}"), "the output has no terminal codes without a terminal")
    let file = program.folder.path + "/config/vocative/calibration.json"
    #expect(outcome.output.contains("written to \(file); running programs apply it immediately"))
    let written = try calibration(file)
    #expect(written["version"] as? Int == 1 && written["acoustic_model"] as? String == "en-us")
    let phrase = try #require((written["phrases"] as? [[String: Any]])?.first)
    #expect(phrase["phrase"] as? String == "hey assistant")
    #expect(phrase["recordings"] as? Int == 3)
    #expect(phrase["false_alarms_per_hour"] as? Double == 0.1)
    _ = try XMLDocument(contentsOf: URL(filePath: plot))

    // The other commands use the calibration file.
    let doctor = try await program.run("doctor")
    #expect(doctor.output.contains("ok    calibration: \(file): tuned thresholds \"hey assistant\" 1e"))
    let audio = Recording.folder + "/money/slt-breath-vacation-goal.wav"
    #expect(try await program.run("replay", audio).status == 0)
    let manifest = try program.folder.write("{\"audio\": \"\(audio)\", \"phrases\": [\"hey assistant\"]}", to: "m.jsonl")
    let evaluated = try await program.run("evaluate", manifest, "--phrases", "hey assistant", "--calibration", file)
    let threshold = String(format: "with its default threshold 1e%.1f", try #require(phrase["log10_threshold"] as? Double))
    #expect(evaluated.output.contains(threshold), "\(evaluated.output)")
    #expect(
      try await program.run("evaluate", manifest, "--phrases", "hey assistant").output.contains("default threshold 1e-25.0"))

    // A very strict threshold rejects everything. A damaged file is reported, and the predicted threshold is used.
    let strict = try String(contentsOfFile: file, encoding: .utf8).replacing(
      #/"log10_threshold" : -?[0-9.]+/#, with: "\"log10_threshold\" : 100")
    try program.folder.write(strict, to: "strict.json")
    let deaf = try await program.run("replay", audio, environment: ["VOCATIVE_CALIBRATION": program.folder.path + "/strict.json"])
    #expect(deaf.status == 1)
    try program.folder.write("{}", to: "broken.json")
    let broken = ["VOCATIVE_CALIBRATION": program.folder.path + "/broken.json"]
    let told = try await program.run("replay", audio, environment: broken)
    #expect(told.status == 0 && told.error.contains("broken.json: \"version\" is missing"), "\(told.error)")
    #expect(try await program.run("doctor", environment: broken).output.contains("FAULT calibration"))
    #expect(
      try await program.run("evaluate", manifest, "--phrases", "a", "--calibration", broken.values.first ?? "").status == 78)
  }

  @Test("A phrase that cannot work is reported with a suggestion and status 1, and the file is still written")
  func shortPhrase() async throws {
    let program = try VocativeProgram()
    let intents = try Self.intents(program, wake: "hi")
    let recordings = try await Self.recordings(program, of: "hi", in: "hi")
    let output = program.folder.path + "/tuned.json"
    let outcome = try await program.run(
      ["tune", "--intents", intents, "--recordings", recordings, "--output", output, "--json"] + Self.negatives)
    #expect(outcome.status == 1, "\(outcome.error)")
    let line = try #require(outcome.objects.first)
    #expect(line["works"] as? Bool == false)
    #expect(line["suggestion"] as? String == "hey hi there")
    #expect((line["faults"] as? [String])?.first?.contains("too short (2 sounds") == true)
    #expect(line["extrapolated"] as? Bool == true)
    #expect(outcome.objects.last?["calibration"] as? String == output)
    #expect(try calibration(output)["version"] as? Int == 1)
  }

  @Test("With a microphone, tune asks for each repetition, rejects unusable ones, records the room, and tunes")
  func microphone() async throws {
    let program = try VocativeProgram()
    let pause = [Int16](repeating: 0, count: 32_000)
    let phrase = try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")
    let loud = phrase.map { Int16(max(-32_768, min(32_767, Int($0) * 40))) }
    let samples = zip(
      pause + loud + pause + phrase + pause + phrase + pause + pause + pause,
      SyntheticAudio.noise(count: 1_000_000, seed: 5)
    ).map { Int16(clamping: Int($0) + Int($1) / 3000) }
    var microphone = try SimulatedMicrophone(playing: samples)
    microphone.speed = 4
    let kept = program.folder.path + "/kept"
    let outcome = try await program.run(
      "tune", "--device", try microphone.device, "--repetitions", "2", "--room-seconds", "2", "--no-bundled", "--save", kept)
    #expect(outcome.status == 0, "\(outcome.error)\(outcome.output)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "say \"hey assistant\" (1 of 2)")
    #expect(lines.contains { $0.contains("again: the recording clips") })
    #expect(lines.filter { $0.contains("  recorded:") }.count == 2)
    #expect(lines.contains { $0.contains("now recording the room for 2 s") })
    #expect(outcome.output.contains("all 2 recordings are spotted"))
    // The saved recordings give the same result.
    let again = try await program.run(
      "tune", "--recordings", kept + "/recordings", "--negatives", kept + "/room", "--no-bundled", "--output", kept + "/own.json")
    #expect(again.status == 0, "\(again.error)")
    #expect(again.output.hasSuffix("written to \(kept)/own.json\n"), "no program follows this file: \(again.output)")
    func first(_ outcome: VocativeProgram.Outcome) -> String? {
      outcome.output.split(separator: "\n").first { $0.hasPrefix("\"hey assistant\": threshold") }.map(String.init)
    }
    #expect(first(again) != nil && first(again) == first(outcome))
  }

  @Test("A person who interrupts the tuning learns where the saved recordings are")
  func interruptedAfterSaving() async throws {
    let program = try VocativeProgram()
    let pause = [Int16](repeating: 0, count: 32_000)
    let phrase = try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")
    let samples = zip(pause + phrase + pause + pause + pause, SyntheticAudio.noise(count: 1_000_000, seed: 5)).map {
      Int16(clamping: Int($0) + Int($1) / 3000)
    }
    var microphone = try SimulatedMicrophone(playing: samples)
    microphone.speed = 4
    let kept = program.folder.path + "/kept"
    let place = "the recordings are in \(kept); to use them again, run: vocative tune --recordings \(kept)/recordings"
    let outcome = try await program.runAndInterrupt(
      [
        "tune", "--local", "--device", try microphone.device, "--repetitions", "1", "--room-seconds", "1", "--save", kept,
      ], after: place)
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.contains("\(place) --negatives \(kept)/room\n"), "\(outcome.error)")
    #expect(FileManager.default.fileExists(atPath: kept + "/recordings/hey assistant/hey assistant 1.wav"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/config/vocative/calibration.json"))
  }

  @Test(
    "Thresholds that root writes into a folder belong to its owner, who can replace them",
    .enabled(if: geteuid() == 0, "only root may"))
  func owner() async throws {
    let program = try VocativeProgram()
    let recordings = try await Self.recordings(program, of: "hey assistant", in: "hey_assistant")
    let folder = program.folder.path + "/state"
    #expect(mkdir(folder, 0o755) == 0 && chown(folder, 54_321, 54_321) == 0)
    let outcome = try await program.run(["tune", "--recordings", recordings, "--output", folder + "/own.json"] + Self.negatives)
    #expect(outcome.status == 0, "\(outcome.error)")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/own.json")
    #expect(attributes[.ownerAccountID] as? NSNumber == 54_321)
  }

  @Test("A microphone without speech ends the session with a remedy, and no file is written")
  func silentMicrophone() async throws {
    let program = try VocativeProgram()
    var microphone = try SimulatedMicrophone(playing: [0])
    microphone.speed = 20
    let outcome = try await program.run("tune", "--device", try microphone.device, "--no-bundled")
    #expect(outcome.status == 69)
    #expect(outcome.output.contains("again: no speech was detected"))
    #expect(outcome.error.contains("vocative doctor --device"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/config/vocative/calibration.json"))
  }

  @Test("Invalid input is reported before anything is recorded or decoded")
  func badInput() async throws {
    let program = try VocativeProgram()
    let folder = program.folder.path
    func expect(_ arguments: [String], _ status: Int32, _ fragments: String..., location: SourceLocation = #_sourceLocation)
      async throws
    {
      let outcome = try await program.run(["tune", "--no-bundled"] + arguments)
      #expect(outcome.status == status, "\(outcome.output)\(outcome.error)", sourceLocation: location)
      for fragment in fragments { #expect(outcome.error.contains(fragment), "\(outcome.error)", sourceLocation: location) }
      #expect(outcome.output.isEmpty, sourceLocation: location)
    }
    try await expect(["--recordings", folder + "/none"], 66, "none")
    try program.folder.write("", to: "wrong/hello there/1.wav")
    try await expect(["--recordings", folder + "/wrong"], 65, "wrong/hello there", "\"hey assistant\"")
    try program.folder.write("", to: "empty/hey assistant/notes.txt")
    try await expect(["--recordings", folder + "/empty"], 65, "the folder has no recordings")
    try program.folder.write("no sound", to: "text/hey assistant/1.wav")
    try await expect(["--recordings", folder + "/text"], 65, "1.wav")
    // Recordings of another phrase of the assistant are neither wrong nor read.
    let intents = try Self.intents(program, wake: "hey assistant, hey computer")
    for phrase in ["hey assistant", "hey computer"] { try program.folder.write("no sound", to: "several/\(phrase)/1.wav") }
    try await expect(
      ["--intents", intents, "--phrases", "hey computer", "--recordings", folder + "/several"], 65, "several/hey computer/1.wav")
    let audio = Recording.folder + "/money/slt-breath-vacation-goal.wav"
    let manifest = try program.folder.write("{\"audio\": \"\(audio)\", \"phrases\": [\"jarvis\"]}", to: "m.jsonl")
    try await expect(["--recordings", manifest], 65, "m.jsonl:1", "\"jarvis\"", "\"hey assistant\"")
    let spoken = try program.folder.write("{\"audio\": \"\(audio)\", \"phrases\": [\"hey assistant\"]}", to: "n.jsonl")
    try await expect(["--recordings", spoken, "--negatives", spoken], 65, "n.jsonl:1", "--recordings")
    try await expect(["--recordings", spoken, "--negatives", folder + "/none.wav"], 66, "none.wav")
    try await expect(["--false-alarms-per-hour", "0"], 64, "--false-alarms-per-hour")
    try await expect(["--repetitions", "0"], 64, "--repetitions")
    try await expect(["--phrases", "open sesame"], 64, "open sesame", "\"hey assistant\"")
    try await expect(["--output", folder + "/no/such/folder.json"], 64, "mkdir -p")
    try await expect(["--output", folder + "/curves.svg"], 64, "the curves are drawn to this file")
    try await expect(["--save", spoken, "--device", "no-such-device"], 64, "--save \(spoken): the folder cannot be created")
    try await expect(["--device", "no-such-device"], 69, "no-such-device", "vocative devices")
  }

  @Test("An option that is checked against the assistant is refused in one line, without the usage of the whole program")
  func oneLine() async throws {
    let outcome = try await VocativeProgram().run("tune", "--phrases", "open sesame")
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("vocative: error: --phrases: \"open sesame\" is not a phrase"), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
  }

  @Test("A person who interrupts the recording keeps what is recorded until then, and starts again in another folder")
  func interruptedRecording() async throws {
    let program = try VocativeProgram()
    let pause = [Int16](repeating: 0, count: 32_000)
    let phrase = try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")
    let samples = zip(pause + phrase + pause + pause + pause, SyntheticAudio.noise(count: 1_000_000, seed: 5)).map {
      Int16(clamping: Int($0) + Int($1) / 3000)
    }
    var microphone = try SimulatedMicrophone(playing: samples)
    microphone.speed = 4
    let kept = program.folder.path + "/kept"
    let arguments = [
      "tune", "--local", "--device", try microphone.device, "--repetitions", "1", "--room-seconds", "600", "--save", kept,
    ]
    let outcome = try await program.runAndInterrupt(arguments, after: "now recording the room")
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.error)")
    #expect(
      outcome.error.contains(
        "the recordings are in \(kept); to use them again, run: vocative tune --recordings \(kept)/recordings\n"),
      "\(outcome.error)")
    #expect(FileManager.default.fileExists(atPath: kept + "/recordings/hey assistant/hey assistant 1.wav"))
    let again = try await program.run(arguments)
    #expect(again.status == 64 && again.output.isEmpty, "\(again.output)")
    #expect(again.error.contains("--save \(kept): the folder has the recordings of another session"), "\(again.error)")
  }
}
