import Foundation
import GRDB
import Testing
import VocativeTestSupport

@Suite("Bad input", .tags(.long))
struct BadInputTests {
  private static let good = Recording.folder + "/money/slt-breath-vacation-goal.wav"

  private func expect(
    _ outcome: VocativeProgram.Outcome, _ status: Int32, _ fragments: String..., location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome.output)\(outcome.error)", sourceLocation: location)
    for fragment in fragments {
      #expect(outcome.error.contains(fragment), "\(outcome.error)", sourceLocation: location)
    }
    let noise = ["Backtrac", "Fatal error", "INFO:", "ERROR:", "Swift/", "\tat "]
    for word in noise { #expect(!outcome.error.contains(word), "\(outcome.error)", sourceLocation: location) }
  }

  @Test("A missing device is reported by name with a remedy, and the status is 69")
  func noDevice() async throws {
    expect(try await VocativeProgram().run("listen", "--device", "no-such-device"), 69, "no-such-device", "vocative devices")
  }

  @Test("A busy device is reported by name with a way to find the program that uses it, and the status is 69")
  func busyDevice() async throws {
    try SoundSystem.prepare()
    expect(try await VocativeProgram().run("listen", "--device", "busy"), 69, "busy", "fuser")
    let doctor = try await VocativeProgram().run("doctor", "--json", "--device", "busy")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("fuser"))
  }

  @Test("The remedy for a microphone without a usable format is a device that converts it, also for a name with a comma")
  func unsupportedFormat() async throws {
    let program = try VocativeProgram()
    let definitions = """
      </usr/share/alsa/alsa.conf>
      pcm.telephone {
        @args [ CARD DEV ]
        @args.CARD { type integer }
        @args.DEV { type integer }
        type mulaw
        slave { pcm "null" format S16_LE }
      }

      """
    let environment = ["ALSA_CONFIG_PATH": try program.folder.write(definitions, to: "asound.conf")]
    func finding(on device: String) async throws -> [String: Any] {
      let outcome = try await program.run("doctor", "--json", "--device", device, environment: environment)
      return try #require(outcome.objects.first { ($0["check"] as? String)?.hasPrefix("microphone") == true })
    }
    let (unusable, converted) = (try await finding(on: "telephone:0,0"), try await finding(on: "plug:'telephone:0,0'"))
    #expect((unusable["remedy"] as? String)?.hasPrefix("vocative doctor --device \"plug:'telephone:0,0'\" ") == true)
    #expect((converted["message"] as? String)?.contains("delivers zeros") == true)
  }

  @Test("A microphone that vocatived uses is reported with its process and the command that stops it")
  func daemonsDevice() async throws {
    let program = try VocativeProgram()
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let speaker = SimulatedLoudspeaker()
    let daemon = try await DaemonProcess([], device: try microphone.device, speaker: try speaker.device, for: program)
    for arguments in [["listen"], ["tune", "--no-bundled"]] {
      let outcome = try await program.run(arguments + ["--device", "busy"])
      expect(outcome, 69, "busy", "Run: kill ", "vocatived (process ")
    }
    let doctor = try await program.run("doctor", "--device", "busy")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("vocatived (process "))
    _ = await daemon.end()
  }

  @Test("A missing, empty, truncated or invalid recording is reported by name, each with its own status")
  func recordings() async throws {
    let program = try VocativeProgram()
    let whole = try Data(contentsOf: URL(fileURLWithPath: Self.good))
    let (folder, missing) = (program.folder, program.folder.path + "/missing.wav")
    expect(try await program.run("replay", missing), 66, missing)
    let empty = try folder.write("", to: "empty.wav")
    expect(try await program.run("replay", empty), 65, empty, "empty")
    let short = try folder.write(whole.prefix(3000), to: "short.wav")
    expect(try await program.run("replay", short), 65, short, "truncated")
    let text = try folder.write("hello", to: "text.wav")
    expect(try await program.run("replay", text), 65, text, "not a sound file")
    let lossless = try Data(contentsOf: URL(fileURLWithPath: Recording.folder + "/formats/rms-vacation-goal-44100-stereo.flac"))
    let half = try folder.write(lossless.prefix(lossless.count / 2), to: "half.flac")
    expect(try await program.run("replay", half), 65, half, "damaged or truncated; copy or record the file again (libsndfile: ")
    expect(try await program.run("replay", "-", input: whole), 65, "standard input", "pass the file")
  }

  @Test("A recording that fails is an event, at the position of its fault, and the status and the message stay")
  func recordingEvents() async throws {
    let program = try VocativeProgram()
    let missing = program.folder.path + "/missing.wav"
    let outcome = try await program.run("replay", "--json", missing)
    expect(outcome, 66, missing)
    #expect(outcome.events == ["error"])
    let event = try #require(outcome.objects.first)
    #expect(event["code"] as? String == "recording")
    #expect((event["message"] as? String)?.contains(missing) == true)
    #expect(event["time"] as? Double == 0)
    let lossless = try Data(contentsOf: URL(fileURLWithPath: Recording.folder + "/formats/rms-vacation-goal-44100-stereo.flac"))
    let half = try program.folder.write(lossless.prefix(lossless.count / 2), to: "half.flac")
    let broken = try await program.run("replay", "--json", half)
    expect(broken, 65, half)
    #expect(broken.events.last == "error")
    #expect(try #require(broken.objects.last?["time"] as? Double) > 0)
  }

  @Test(
    "An impossible sample rate causes one error with the file, the cause and the remedy, and the status is 65", arguments: [0, 1])
  func rates(_ rate: Int) async throws {
    let program = try VocativeProgram()
    let bytes = SoundFiles.wavHeader(rate: rate, dataByteCount: 32_000) + [UInt8](repeating: 1, count: 32_000)
    let file = try program.folder.write(Data(bytes), to: "rate.wav")
    let outcome = try await program.run("replay", file)
    expect(outcome, 65, "error: \(file): ", rate == 0 ? "its header is damaged; use a WAV, FLAC" : "Record the file again")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
  }

  @Test("A folder in the place of a file is reported by name, and the status is 66")
  func folders() async throws {
    let program = try VocativeProgram()
    let folder = try program.folder.makeFolder("folder", mode: 0o755)
    expect(try await program.run("replay", folder), 66, folder, "this is a folder")
    expect(try await program.run("evaluate", folder), 66, folder, "a folder")
    expect(try await program.run("check", folder), 66, folder, "this is a folder")
    let manifest = try program.folder.write("{\"audio\": \"folder\", \"intent\": null}\n", to: "set.jsonl")
    expect(try await program.run("evaluate", manifest), 66, "\(manifest):1: ", "this is a folder")
  }

  @Test("A value of the wrong type in the runtime's store is reported as damage with the file, and the status is 65")
  func runtimeStore() async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("ask", "safe to spend").status == 0)
    let path = program.folder.path + "/vocative/runtime.sqlite"
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE timelineEntry SET date = 'yesterday'") }
    expect(try await program.run("timeline"), 65, path, "it is damaged")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE timelineEntry SET date = 1, duration = 1e300") }
    #expect(try await program.run("timeline", "--json").status == 0)
  }

  @Test("A telephone recording is read, and its low sample rate is reported")
  func telephone() async throws {
    let outcome = try await VocativeProgram().run("replay", Recording.folder + "/formats/rms-vacation-goal-8000.wav")
    #expect(outcome.status == 0 || outcome.status == 1)
    #expect(outcome.error.contains("8000 Hz"))
  }

  @Test("A fault of an intents file is reported with file and line, and the status is 65")
  func intentsFiles() async throws {
    let program = try VocativeProgram()
    let head = "wake: [hey assistant]\nintents:\n  A:\n"
    let files: [(String, Int, String)] = [
      (head + "    phrases: [\"a\"\n", 4, "YAML error"),
      (head + "    phrases: [\"turn on {lamp}\"]\n    response: ok", 4, "{lamp}"),
      (
        head + "    phrases: [\"turn on {lamp}\"]\n    parameters: { lamp: { required: true } }\n    response: ok", 5,
        "\"lamp\" is not a list; no lists are defined"
      ),
      (head + "    phrases: [\"turn on the лампа\"]\n    response: ok", 4, "лампа"),
      (head + "    phrases: [\"on\"]\n    response: ok\npronunciations: { on: \"AO NN\" }", 4, "NN"),
      (head + "    phrases: [\"on\"]\n    response: ok\npronunciations: { \"on it\": \"AO N IH T\" }", 6, "not one word"),
      (head + "    phrases: [\"on\"]\n    response: ok\n  B:\n    phrases: [\"on\"]\n    response: ok", 7, "would mean"),
      ("intents:\n  A:\n    phrases: [go]\n    response: ok\nwake: [\"\"]", 5, "no words"),
      ("intents:\n  A:\n    phrases: [go]\n    response: ok\nwake: [\"?!\"]", 5, "no words"),
      (
        "intents:\n  A:\n    phrases: [go]\n    response: ok\nwake: [\"hey" + String(repeating: " hey", count: 499) + "\"]", 5,
        "500 words"
      ),
      (head + "    phrases: [\"{l}\"]\n    response: ok\nlists:\n  l: []", 7, "is empty"),
      (head + "    phrases: [\"~\"]\n    response: ok", 4, "it needs a word that is not optional"),
      (head + "    phrases: [~]\n    response: ok", 4, "put a text in quotes"),
    ]
    for (index, (text, line, reason)) in files.enumerated() {
      let file = try program.folder.write(text, to: "\(index).yaml")
      expect(try await program.run("check", file), 65, "\(file):\(line): ", reason)
      expect(try await program.run("replay", "--intents", file, Self.good), 65, "\(file):\(line): ", reason)
    }
    expect(try await program.run("check", program.folder.path + "/none.yaml"), 66, "none.yaml", "no such file")
    let app = try program.folder.write("command: [python3, garden.py]\n", to: "garden.yaml")
    expect(try await program.run("check", app), 65, "garden.yaml:1: ", "if it is an app, rename it to NAME.app.yaml")
  }

  @Test("check prints warnings and their number, and does not call such a file fine")
  func warnings() async throws {
    let program = try VocativeProgram()
    let source = "/usr/share/pocketsphinx/model/en-us"
    let model = program.folder.path + "/no-language-model"
    try FileManager.default.copyItem(atPath: source, toPath: model)
    try FileManager.default.removeItem(atPath: model + "/en-us.lm.bin")
    let text =
      "wake: [hey assistant]\nintents:\n  A:\n    phrases: [\"note {what}\"]\n    response: ok\n    parameters:\n"
      + "      what: { type: text }\n"
    let file = try program.folder.write(text, to: "notes.yaml")
    let outcome = try await program.run("check", "--model", model, file)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("can be typed but not spoken"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\(file): usable, with 1 warning\n"), "\(outcome.output)")
    let summary = try await program.run("check", "--json", "--model", model, file)
    #expect((summary.objects.first?["warnings"] as? [String])?.count == 1)
    let fine = try program.folder.write(
      "wake: [hey assistant]\nintents:\n  A:\n    phrases: [go]\n    response: ok\n", to: "fine.yaml")
    let output = try await program.run("check", fine).output
    #expect(output.hasSuffix("\(fine): fine\n"))
    #expect(output.contains("understands 1 sentence from 3 words"))
  }

  @Test("check warns of parts that can never work, each with its line if it is known")
  func uselessParts() async throws {
    let program = try VocativeProgram()
    let file = try program.folder.write(
      """
      wake: [hi]
      intents:
        Buy:
          phrases: ["buy {w}", "swap {w} for {w}"]
          response: "{{w}}."
      lists:
        w:
          - { id: milk, pronunciation: { mlik: M IH L K } }
          - { id: b, spoken: milk }
          - { id: nyc, spoken: big apple, pronunciation: { big apple: B IH G AE P AH L } }
      pronunciations: { swap: S W AA P, hi: HH AY, sawp: S W AA P }
      """, to: "shop.yaml")
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 0, "\(outcome.error)")
    let warnings = outcome.output.split(separator: "\n").filter { $0.hasPrefix("warning: ") }.map(String.init)
    let expected = [
      "\(file):4: a sentence of \"swap {w} for {w}\" has {w} twice", "\(file):9: \"b\" of the list \"w\" is never understood",
      "\(file):8: the pronunciation of \"mlik\" is not used", "\(file):11: the pronunciation of \"sawp\" is not used",
      "\(file):1: the wake phrase \"hi\" is too short (2 sounds; the minimum is 6)",
    ]
    #expect(warnings.count == expected.count, "\(warnings)")
    for (warning, part) in zip(warnings, expected) { #expect(warning.hasPrefix("warning: \(part)")) }
    #expect(outcome.output.hasSuffix("\(file): usable, with 5 warnings\n"), "\(outcome.output)")
  }

  @Test("check reports a dynamic list that cannot be read, and names in it that cannot be spoken, and the file is usable")
  func dynamicLists() async throws {
    let program = try VocativeProgram()
    func file(_ script: String) throws -> String {
      try program.folder.script(script, named: "songs")
      return try program.folder.write(
        """
        wake: hey radio
        intents:
          Play: { phrases: ["play {song}"], response: "Playing {{song}}." }
        lists:
          song: { values-from: { command: [./songs] } }
        """, to: "radio.yaml")
    }
    let broken = try file("echo no disk >&2; exit 1")
    let outcome = try await program.run("check", broken)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(outcome.output.contains("warning: \(broken):5: the list \"song\": it cannot be read: "), "\(outcome.output)")
    #expect(outcome.output.contains("it wrote: no disk; it is empty until it can be read\n"))
    #expect(outcome.output.hasSuffix("\(broken): usable, with 1 warning\n"))
    let odd = try file(#"echo '["hello", {"id": "x", "spoken": "blue moon", "pronunciation": {"moon": "M XX N"}}]'"#)
    let hinted = try await program.run("check", odd)
    #expect(hinted.output.contains("the pronunciation of \"moon\" is not used: the model does not have its phones"), "\(hinted)")
    #expect(hinted.output.contains("understands 2 sentences"))
  }

  @Test(
    "The timeline cannot be deleted in part, and stays as it is",
    arguments: [["--focus", "notes"], ["--limit", "5"]])
  func partOfTimeline(option: [String]) async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("ask", "safe to spend").status == 0)
    let outcome = try await program.run(["timeline", "--local", "--clear"] + option)
    expect(outcome, 64, "--clear deletes the whole timeline and cannot be combined with \(option[0])", "leave out \(option[0])")
    #expect(try await !program.run("timeline", "--local").output.isEmpty)
  }

  @Test("The remedy of doctor for a broken assistant is a command other than doctor")
  func brokenAssistant() async throws {
    let program = try VocativeProgram()
    let file = try program.folder.write("intents: [\n", to: "broken.yaml")
    func remedy(_ arguments: String...) async throws -> String {
      let objects = try await program.run(["doctor", "--json", "--device", "null"] + arguments).objects
      return try #require(objects.first { ($0["check"] as? String)?.hasPrefix("assistant") == true }?["remedy"] as? String)
    }
    #expect(try await remedy("--intents", file).hasPrefix("vocative check \(file)"))
    try program.folder.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), to: "vocative/money.sqlite")
    #expect(try await remedy() == "ls -l \(program.folder.path)/vocative/money.sqlite*")
  }

  @Test("doctor reports a fault of the user's files once, with a remedy that helps")
  func doctorRemedies() async throws {
    let program = try VocativeProgram()
    func faults(environment: [String: String] = [:]) async throws -> [[String: Any]] {
      let arguments = ["doctor", "--json", "--device", "null", "--output-device", "null"]
      return try await program.run(arguments, environment: environment).objects.filter {
        $0["ok"] as? Bool == false && ($0["check"] as? String)?.hasPrefix("microphone") == false
      }
    }
    let dictionary = try program.folder.write("goal G OL\n", to: "bad.dict")
    let words = try await faults(environment: ["VOCATIVE_PRONUNCIATIONS": dictionary])
    #expect(words.compactMap { $0["check"] as? String } == ["recognition model"], "\(words)")

    let file = try program.folder.write("", to: "file")
    let missing = try await faults(environment: ["XDG_DATA_HOME": file])
    #expect(missing.count == 4 && missing.allSatisfy { $0["remedy"] as? String == "ls -ld \(file)" }, "\(missing)")

    let state = try program.folder.write("nonsense", to: "state/vocative/assistants.json")
    let damaged = try await faults()
    #expect(damaged.compactMap { $0["check"] as? String } == ["assistants"], "\(damaged)")
    #expect(damaged.first?["remedy"] as? String == "rm \(state)    (enables all assistants)", "\(damaged)")
  }

  @Test("A missing or damaged model is reported by file with a remedy, and the status is 78")
  func models() async throws {
    let program = try VocativeProgram()
    let missing = "/nonexistent: there is no recognition model in this folder; choose another folder with"
    for arguments in [["replay", Self.good], ["pronounce", "tea"], ["ask", "what time is it"]] {
      let outcome = try await program.run(arguments + ["--model", "/nonexistent"])
      expect(outcome, 78, "\(missing) --model")
      #expect(!outcome.error.contains("apt-get"), "\(outcome.error)")
    }
    expect(
      try await program.run("replay", Self.good, environment: ["VOCATIVE_MODEL": "/nonexistent"]), 78, "\(missing) VOCATIVE_MODEL"
    )
    let typed = ["ask", "what time is it"]
    expect(try await program.run(typed, environment: ["VOCATIVE_MODEL": "/nonexistent"]), 78, "\(missing) VOCATIVE_MODEL")
    expect(try await program.run(typed, environment: ["VOCATIVE_MODEL": ""]), 0)
    expect(try await program.run(typed + ["--model", ""]), 78, "--model: the name of the folder is empty")

    let source = "/usr/share/pocketsphinx/model/en-us"
    let copy = program.folder.path + "/model"
    try FileManager.default.copyItem(atPath: source, toPath: copy)
    let matrices = try Data(contentsOf: URL(fileURLWithPath: source + "/en-us/transition_matrices"))
    try FileManager.default.removeItem(atPath: copy + "/en-us/transition_matrices")
    try matrices.prefix(500).write(to: URL(fileURLWithPath: copy + "/en-us/transition_matrices"))
    expect(try await program.run("replay", "--model", copy, Self.good), 78, "transition_matrices", "apt-get")
  }

  @Test("A locked or misplaced store is reported by file with status 69, and a damaged one with status 65 if only it is used")
  func stores() async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("ask", "safe to spend").status == 0)
    let path = program.folder.path + "/vocative/money.sqlite"
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    expect(try await program.run("ask", "safe to spend"), 69, path, "locked")
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try await program.run("ask", "safe to spend").status == 0, "nothing was lost")

    let damaged = try VocativeProgram()
    let noDatabase = try damaged.folder.write(
      Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), to: "vocative/money.sqlite")
    expect(try await damaged.run("ask", "--assistant", "money", "safe to spend"), 65, noDatabase, "not a database")
    expect(
      try await damaged.run("ask", "what time is it"), 0, "the assistant \"money\" is not available: \(noDatabase): ",
      "not a database",
      "vocative assistants disable money")
    let list = try await damaged.run("assistants")
    #expect(
      list.status == 0 && list.output.hasPrefix("money (built-in): failed: \(noDatabase): file is not a database"), "\(list)")
    #expect(try await damaged.run("assistants", "disable", "money").output.hasPrefix("money (built-in): disabled\n"))
    #expect(try await damaged.run("ask", "what time is it").error.isEmpty)

    let file = try damaged.folder.write("", to: "file")
    expect(try await damaged.run("ask", "safe to spend", environment: ["XDG_DATA_HOME": file]), 69, file)
  }

  @Test("A read-only store can still be read")
  func readOnlyStore() async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("ask", "safe to spend").status == 0)
    let path = program.folder.path + "/vocative/money.sqlite"
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(try await program.run("ask", "safe to spend").status == 0)
  }

  @Test("An import keeps the usable parts and reports the others, and a missing or unusable file is an error")
  func imports() async throws {
    let program = try VocativeProgram()
    let sentences = try program.folder.write("[Go]\ngo to (town|work){place}\ngo <nowhere>\n", to: "sentences.ini")
    let written = program.folder.path + "/go.intents.yaml"
    expect(
      try await program.run("import", sentences, "--output", written), 0, "sentences.ini:3: left out", "1 intent with 1 phrase")
    // A file that is given twice, in whatever spelling, is read once.
    let again = program.folder.path + "/./sentences.ini"
    expect(try await program.run("import", sentences, sentences, again), 0, "1 intent with 1 phrase;")
    #expect(try await program.run("check", written).status == 0)
    #expect(try await program.run("ask", "--intents", written, "go to work").status == 0)
    expect(try await program.run("import", program.folder.path + "/none.yaml"), 66, "none.yaml", "no such file")
    let empty = try program.folder.write("[Go]\ngo <nowhere>\n", to: "empty.ini")
    expect(try await program.run("import", empty), 65, "empty.ini:2", "no usable intent remains")
    expect(try await program.run("import"), 64, "files")
  }

  @Test("An invalid command line is reported with the reason, and the status is 64")
  func usage() async throws {
    let program = try VocativeProgram()
    expect(try await program.run("replay"), 64, "files")
    expect(try await program.run("frobnicate"), 64, "frobnicate")
    expect(try await program.run("replay", "--speech-file", "-", "x.wav"), 64, "--speech-file -", "name a file")
    expect(try await program.run("ask", "--assistant", "nobody", "hello"), 64, "nobody", "money")
    expect(try await program.run("ask", "--assistant", "money", "--intents", "x.yaml", "hello"), 64, "exclude")
    expect(try await program.run("listen", "--duration", "-1"), 64, "--duration")
    expect(try await program.run("listen", "--echo-reference", "0/5000000000"), 64, "--echo-reference", "2 to 32")
  }

  @Test(
    "An empty path is reported with its argument, and the status is 64",
    arguments: [
      (["check", ""], "<file>"), (["replay", ""], "<files>"), (["import", ""], "<files>"), (["evaluate", ""], "<manifest>"),
      (["ask", "--intents", "", "hi"], "--intents"), (["status", "--socket", ""], "--socket"),
      (["page", "--replay", ""], "--replay"), (["page", "--token-file", ""], "--token-file"),
      (["evaluate", "--bench", ""], "--bench"),
      (["evaluate", "a.jsonl", "--phrases", "computer", "--negatives", ""], "--negatives"),
      (["evaluate", "a.jsonl", "--noise", "", "--snr", "6"], "--noise"), (["tune", "--recordings", ""], "--recordings"),
      (["tune", "--negatives", ""], "--negatives"), (["money", "import", ""], "<file>"),
    ])
  func emptyPaths(arguments: [String], argument: String) async throws {
    expect(try await VocativeProgram().run(arguments), 64, "\(argument): the path is empty")
  }

  @Test("A path that is too long for a socket is reported, and the status is 69")
  func longSocket() async throws {
    let path = "/tmp/" + String(repeating: "a", count: 200)
    expect(try await VocativeProgram().run("status", "--socket", path), 69, "\(path): the path is too long for a socket")
  }

  @Test(
    "Options before a subcommand are refused with the right order, because the default subcommand would take its name",
    arguments: [
      (["activities", "--local", "continue", "vacation"], "vocative activities continue … --local"),
      (["money", "--local", "goal", "add", "Foo", "5"], "vocative money goal … --local"),
      (["assistants", "--json", "enable", "money"], "vocative assistants enable … --json"),
      (["contacts", "--local", "add", "Hannah"], "vocative contacts add … --local"),
    ])
  func misplacedOptions(arguments: [String], order: String) async throws {
    let outcome = try await VocativeProgram().run(arguments)
    expect(outcome, 64, "write the options after the subcommand, as in: \(order)\n")
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.output.isEmpty, "\(outcome)")
  }

  @Test(
    "The name of a subcommand can be the value of an option, or a word behind its own subcommand or \"--\"",
    arguments: [["--eligibility", "search", "--local"], ["search", "--local", "continue"], ["--local", "--", "continue"]])
  func namesOfCommands(arguments: [String]) async throws {
    expect(try await VocativeProgram().run(["activities"] + arguments), 0)
  }

  @Test(
    "A negative number is refused with the way to write it, because it looks like an option",
    arguments: [
      (["money", "spend", "-5"], "write a value after \"--\", as in: -- -5"),
      (["page", "--port", "-1"], "write the value as --port=-1"),
      (["timeline", "--limit", "-1"], "write the value as --limit=-1"),
      (["money", "spend", "--", "-5"], "the amount must be more than zero"),
      (["page", "--port=-1"], "--port must be from 0 to 65535"),
    ])
  func negativeNumbers(arguments: [String], remedy: String) async throws {
    expect(try await VocativeProgram().run(arguments), 64, remedy)
  }

  @Test(
    "Standard input without an activity of another device is invalid data, and the status is 65",
    arguments: ["", "\n", "{}\n", "what"])
  func receivedActivities(text: String) async throws {
    let outcome = try await VocativeProgram().run("activities", "continue", "--local", "--received", input: Data(text.utf8))
    expect(outcome, 65, "standard input must be a line of \"vocative activities --eligibility handOff --json\"")
    #expect(outcome.error.contains("no activity was received") == text.allSatisfy(\.isWhitespace), "\(outcome.error)")
  }

  @Test("A focus that is not about any request is reported as the reason for an empty timeline")
  func wrongFocus() async throws {
    expect(try await VocativeProgram().run("timeline", "--focus", "Nope"), 0, "so no request is listed; did you mean \"notes\"?")
  }

  @Test("Without a device that can record, devices says so on standard error, too, if standard output contains JSON")
  func noRecordingDevice() async throws {
    let outcome = try await VocativeProgram().run("devices", "--json")
    #expect((outcome.status == 69) == outcome.error.contains("no device can record. "), "\(outcome)")
  }

  @Test("Help and version are not errors")
  func help() async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("--help").status == 0)
    #expect(try await program.run("listen", "--help").status == 0)
    #expect(try await program.run("--version").output.hasPrefix("0."))
  }
}
