import Foundation
import Testing
import VocativeTestSupport

@Suite("The command line", .tags(.long))
struct SurfaceTests {
  @Test("ask answers each turn with the same events as replay, and the time of an event is the number of its turn")
  func ask() async throws {
    let outcome = try await VocativeProgram().run("ask", "--json", "hey assistant vacation goal", "safe to spend")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.events == ["understood", "responded", "understood", "responded"])
    #expect(outcome.objects.compactMap { $0["time"] as? Int } == [1, 1, 2, 2])
    let understood = try #require(outcome.objects.first)
    #expect(understood["intent"] as? String == "GoalProgress")
    #expect(understood["slots"] as? [String: String] == ["goal": "summer-vacation"])
    #expect(understood["text"] as? String == "vacation goal")
    #expect(understood["confidence"] as? Double == 1)
    let responded = outcome.objects[1]
    #expect(responded["code"] as? String == "success")
    #expect((responded["dialog"] as? String)?.contains("one thousand two hundred forty dollars") == true)
    #expect(responded["card"] != nil)
  }

  @Test(
    "Each built-in assistant can be selected by its name",
    arguments: [
      ("money", "safe to spend", "SafeToSpend"), ("notes", "list my notes", "ListNotes"),
      ("messages", "read me my newest message", "NewestMessage"), ("clock", "what time is it", "TellTime"),
    ])
  func assistants(name: String, text: String, intent: String) async throws {
    let outcome = try await VocativeProgram().run("ask", "--json", "--assistant", name, text)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.events == ["understood", "responded"])
    #expect(outcome.objects.last?["intent"] as? String == intent)
  }

  @Test("wyoming prints its address, and rejects an invalid address or one of another computer")
  func wyoming() async throws {
    let program = try VocativeProgram()
    let uri = "unix://\(program.folder.path)/run/wyoming"
    let served = try await program.runAndInterrupt(["wyoming", "--json", "--uri", uri])
    #expect(served.objects.first?["uri"] as? String == uri, "\(served.error)")
    let own = try await program.runAndInterrupt(["wyoming", "--json"], environment: ["XDG_RUNTIME_DIR": program.folder.path])
    #expect(own.objects.first?["uri"] as? String == "unix://\(program.folder.path)/vocative/wyoming", "\(own.error)")
    let overNetwork = try await program.runAndInterrupt(["wyoming", "--json", "--uri", "tcp://127.0.0.1:0"])
    #expect((overNetwork.objects.first?["uri"] as? String)?.hasPrefix("tcp://127.0.0.1:") == true, "\(overNetwork.error)")
    let wrong = try await program.run("wyoming", "--uri", "127.0.0.1:10300")
    #expect(wrong.status == 64)
    #expect(wrong.error.contains("tcp://127.0.0.1:10300"), "\(wrong.error)")
    let foreign = try await program.run("wyoming", "--uri", "tcp://203.0.113.1:10300")
    #expect(foreign.status == 69)
    #expect(foreign.error.contains("can't serve Wyoming at tcp://203.0.113.1:10300"), "\(foreign.error)")
    let unknown = try await program.run("wyoming", "--uri", "tcp://no-such-host.invalid:10300")
    #expect(unknown.error.contains("no-such-host.invalid:10300: the host is unknown; select another"), "\(unknown.error)")
  }

  @Test("ask ends with status 1 if a question is still open, prints the question, and records that it got no answer")
  func openQuestion() async throws {
    let program = try VocativeProgram()
    let open = try await program.run("ask", "save twenty dollars for the vacation goal")
    #expect(open.status == 1)
    #expect(open.error.contains("a question is still open: Save twenty dollars for summer vacation?"), "\(open.error)")
    let timeline = try await program.run("timeline", "--json")
    #expect(timeline.objects.contains { $0["reason"] as? String == "declined" }, "\(timeline.output)")
    let answered = try await program.run("ask", "save twenty dollars for the vacation goal", "yes")
    #expect(answered.status == 0, "\(answered.error)")
    #expect(answered.error.isEmpty)
  }

  @Test("A turn \"-\" is a line of standard input, so that a passphrase is not among the arguments, which all users can read")
  func typedPassphrase() async throws {
    let program = try VocativeProgram()
    let file = try program.folder.write("seven green bottles\n", to: "passphrase")
    chmod(file, 0o600)
    let outcome = try await program.run(
      "ask", "protected goal", "-", "-", environment: ["VOCATIVE_PASSPHRASE_FILE": file],
      input: Data("seven green bottles\nsafe to spend\n".utf8))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("Your protected goal holds"))
    #expect(outcome.output.contains("understood \"safe to spend\""))
    let missing = try await program.run("ask", "protected goal", environment: ["VOCATIVE_PASSPHRASE_FILE": "/nowhere/phrase"])
    #expect(missing.status == 78)
    #expect(missing.error.contains("/nowhere/phrase: the file does not exist or is not readable"), "\(missing.error)")
    #expect(missing.error.contains("VOCATIVE_PASSPHRASE_FILE names this file"), "\(missing.error)")
    chmod(try program.folder.write("seven green bottles\n", to: "config/vocative/passphrase"), 0o644)
    let shared = try await program.run("ask", "protected goal")
    #expect(shared.status == 78 && shared.error.contains("config/vocative/passphrase: "), "\(shared.error)")
    #expect(!shared.error.contains("VOCATIVE_PASSPHRASE_FILE"), "\(shared.error)")
    try FileManager.default.removeItem(atPath: program.folder.path + "/config/vocative/passphrase")
    let ended = try await program.run("ask", "-")
    #expect(ended.status == 1, "\(ended.output)")
  }

  @Test("A shortcut's phrase is printed without control characters, and an unknown phrase is reported with a remedy")
  func shortcutPhrases() async throws {
    let program = try VocativeProgram()
    let added = try await program.run("shortcuts", "add", "money\u{1B}[31m\nmonday", "safe to spend")
    #expect(added.output == "added: \"money monday\" → Safe to spend\n", "\(added.error)")
    #expect(try await program.run("shortcuts").output == "\"money monday\" → Safe to spend\n")
    let refused = try await program.run("shortcuts", "add", "never mind", "safe to spend")
    #expect(refused.status == 1)
    #expect(refused.error.contains("as an answer to a question"))
    let missing = try await program.run("shortcuts", "delete", "nothing\u{1B}[2J")
    #expect(missing.status == 1)
    #expect(missing.error.contains("\"vocative shortcuts list\" shows all of them"))
    #expect(!missing.error.contains("\u{1B}"))
  }

  @Test("A text that is not a command is rejected, and the status is 1")
  func notACommand() async throws {
    let outcome = try await VocativeProgram().run("ask", "--json", "make me a sandwich")
    #expect(outcome.status == 1)
    #expect(outcome.events == ["rejected"])
    #expect(outcome.objects.first?["reason"] as? String == "not-a-phrase")
  }

  @Test("A recording without any phrase of an assistant without a wake phrase is rejected, and one with a phrase is understood")
  func otherSpeech() async throws {
    let program = try VocativeProgram()
    let intents = try program.folder.write(
      "wake: []\nintents:\n  Goal:\n    phrases: [vacation goal]\n    response: Fine.\n", to: "goal.intents.yaml")
    let other = try await program.run("replay", "--json", "--intents", intents, Recording.folder + "/human/austen-0890.flac")
    #expect(other.status == 1)
    #expect(other.events == ["rejected"])
    #expect(other.objects.first?["reason"] as? String == "not-a-phrase")
    #expect(other.objects.first?["dialog"] == nil)
    let spoken = try await program.run(
      "replay", "--json", "--intents", intents, Recording.folder + "/money/slt-breath-vacation-goal.wav")
    #expect(spoken.events == ["spotted", "understood", "responded"], "\(spoken)")
  }

  @Test("replay prints the spotted, understood and responded events with all fields")
  func replay() async throws {
    let outcome = try await VocativeProgram().run(
      "replay", "--json", Recording.folder + "/money/slt-breath-vacation-goal.wav")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.isEmpty, "no noise from the libraries")
    let spotted = try #require(outcome.objects.first { $0["event"] as? String == "spotted" })
    for field in ["time", "start", "end", "score"] { #expect(spotted[field] is Double, "\(field)") }
    #expect(spotted["phrase"] as? String == "hey assistant")
    #expect(outcome.events.suffix(2) == ["understood", "responded"])
  }

  @Test("replay prints the question between two opposites that sound alike")
  func opposites() async throws {
    let recordings = [
      "refused/slt-wake-phrase-only.flac",
      "rooms/opposites/audio/festival-cmu-us-slt-arctic-hts-kitchen-set-a-timer-for-fifty-minutes.flac",
    ]
    let samples = try recordings.flatMap(RawRecording.samples)
    let bytes = Data(samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    let outcome = try await VocativeProgram().run(
      ["replay", "--json", "--intents", Recording.folder + "/rooms/opposites/house.intents.yaml", "-"], input: bytes)
    let asked = try #require(outcome.objects.first { $0["event"] as? String == "asked" }, "\(outcome.output)\(outcome.error)")
    #expect(["Fifty or fifteen?", "Fifteen or fifty?"].contains(asked["dialog"] as? String))
    #expect(asked["parameter"] as? String == "minutes")
    #expect(!outcome.events.contains("responded"))
  }

  @Test("replay reads raw samples from standard input")
  func standardInput() async throws {
    let samples = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let bytes = Data(samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    let outcome = try await VocativeProgram().run("replay", "--json", "-", input: bytes)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.events.last == "responded")
  }

  @Test("replay can write the spoken answer to a file")
  func speechFile() async throws {
    let program = try VocativeProgram()
    let answer = program.folder.path + "/answer.wav"
    let outcome = try await program.run(
      "replay", "--speech-file", answer, Recording.folder + "/money/slt-breath-vacation-goal.wav")
    #expect(outcome.status == 0, "\(outcome.error)")
    let size = try FileManager.default.attributesOfItem(atPath: answer)[.size] as? Int
    #expect((size ?? 0) > 50_000)
  }

  @Test("check prints what it loaded, and the status is 0")
  func check() async throws {
    let program = try VocativeProgram()
    let file = try program.folder.write(
      "wake: [hey assistant]\nintents:\n  A:\n    phrases: [\"turn on [the] light\"]\n    response: Done.", to: "a.yaml")
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("A: 1 phrase"))
    #expect(outcome.output.contains("understands 2 sentences"))
  }

  @Test("doctor reports a missing device with a remedy and status 1, and the other parts as fine")
  func doctor() async throws {
    let outcome = try await VocativeProgram().run(
      "doctor", "--json", "--device", "no-such-device", "--output-device", "null")
    #expect(outcome.status == 1)
    func finding(_ check: String) -> [String: Any]? {
      outcome.objects.first { ($0["check"] as? String)?.hasPrefix(check) == true }
    }
    #expect(finding("microphone")?["ok"] as? Bool == false)
    #expect((finding("microphone")?["message"] as? String)?.contains("no-such-device") == true)
    #expect((finding("microphone")?["remedy"] as? String)?.contains("vocative devices") == true)
    for check in ["recognition model", "speech engine", "playback", "assistant money"] {
      #expect(finding(check)?["ok"] as? Bool == true, "\(check): \(outcome.output)")
    }
  }

  @Test("doctor checks the devices of the daemon's configuration, unless others are named")
  func configuredDevices() async throws {
    let program = try VocativeProgram()
    try program.folder.write("device: kitchen\noutput-device: hall\n", to: "config/vocative/vocatived.yaml")
    func checks(_ options: [String]) async throws -> [String] {
      let outcome = try await program.run(["doctor", "--json"] + options)
      return outcome.objects.compactMap { $0["check"] as? String }
    }
    let configured = try await checks([])
    #expect(configured.contains("microphone \"kitchen\"") && configured.contains("playback \"hall\""), "\(configured)")
    let named = try await checks(["--device", "null", "--output-device", "null"])
    #expect(named.contains("microphone \"null\"") && named.contains("playback \"null\""), "\(named)")
  }

  @Test("doctor reports each fault of the daemon's configuration with its line, and uses the other values")
  func invalidConfiguration() async throws {
    let program = try VocativeProgram()
    let text = "device: kitchen\nmodle: /x\noutput-device: hall\nearcon: maybe\nwyoming-zeroconf: true\n"
    let file = try program.folder.write(text, to: "config/vocative/vocatived.yaml")
    let outcome = try await program.run("doctor", "--json")
    #expect(outcome.status == 1)
    let faults = outcome.objects.filter { $0["check"] as? String == "configuration" }.compactMap { $0["message"] as? String }
    #expect(
      Array(faults.prefix(2)) == [
        "\(file):2: unknown key \"modle\"; did you mean \"model\"?", "\(file):4: \"earcon\": \"maybe\" is neither true nor false",
      ])
    #expect(faults.count == 3 && faults[2].hasPrefix("\(file):5: "), "\(faults)")
    #expect(faults.last?.contains("wyoming-zeroconf is set") == true, "\(faults)")
    let checks = outcome.objects.compactMap { $0["check"] as? String }
    #expect(checks.contains("microphone \"kitchen\"") && checks.contains("playback \"hall\""), "\(checks)")
  }

  @Test("doctor checks the model and the assistants of the daemon's configuration, unless others are named")
  func configuredAssistants() async throws {
    let program = try VocativeProgram()
    try program.folder.write("model: /nowhere\nassistant: clock\n", to: "config/vocative/vocatived.yaml")
    func findings(_ options: [String]) async throws -> [String: Bool] {
      let outcome = try await program.run(
        ["doctor", "--json", "--device", "null", "--output-device", "null"] + options)
      return outcome.objects.reduce(into: [:]) { $0[$1["check"] as? String ?? ""] = $1["ok"] as? Bool }
    }
    let configured = try await findings([])
    #expect(configured["recognition model"] == false, "\(configured)")
    #expect(configured.keys.filter { $0.hasPrefix("assistant ") } == ["assistant clock"], "\(configured)")
    let named = try await findings(["--assistant", "notes", "--model", "/usr/share/pocketsphinx/model/en-us"])
    #expect(named["recognition model"] == true && named["assistant notes"] == true, "\(named)")
    #expect(named["assistant clock"] == nil)
  }

  @Test("doctor distinguishes a microphone that delivers only zeros from a working one")
  func silentMicrophone() async throws {
    // ALSA's null device leaves a buffer unchanged, and glibc fills allocated memory with a value other than zero.
    let outcome = try await VocativeProgram().run(
      "doctor", "--json", "--device", "null", "--output-device", "null", environment: ["MALLOC_PERTURB_": "165"])
    let microphone = try #require(outcome.objects.first { ($0["check"] as? String)?.hasPrefix("microphone") == true })
    #expect(microphone["ok"] as? Bool == false)
    #expect((microphone["message"] as? String)?.contains("zeros") == true)
    #expect((microphone["remedy"] as? String)?.contains("alsamixer") == true)
  }

  @Test("devices lists the names of cards before those of plug-ins, so that setup tries them first")
  func devices() async throws {
    let program = try VocativeProgram()
    let definitions = "</usr/share/alsa/alsa.conf>\npcm.plugin { type null }\npcm.\"cardCARD=Mic\" { type null }\n"
    let path = try program.folder.write(definitions, to: "asound.conf")
    let outcome = try await program.run("devices", "--json", environment: ["ALSA_CONFIG_PATH": path])
    let names = outcome.objects.compactMap { $0["name"] as? String }
    let card = try #require(names.firstIndex(of: "cardCARD=Mic"), "\(outcome.output)")
    #expect(try #require(names.firstIndex(of: "plugin")) > card)
  }
}
