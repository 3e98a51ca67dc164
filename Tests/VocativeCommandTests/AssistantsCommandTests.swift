import Foundation
import SoundFile
import Testing
import VocativeTestSupport

@Suite("vocative assistants", .tags(.long), .serialized)
struct AssistantsCommandTests {
  private let program: VocativeProgram
  private let speaker = SimulatedLoudspeaker()

  init() throws {
    program = try VocativeProgram()
  }

  private func run(_ arguments: String...) async throws -> VocativeProgram.Outcome {
    try await program.run(arguments)
  }

  private func install(_ name: String, _ text: String) throws {
    try program.folder.write(text, to: "config/vocative/assistants/\(name).intents.yaml")
  }

  private static func intents(_ phrase: String) -> String {
    "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [\(phrase)]\n    response: Told.\n"
  }

  private func daemon(_ arguments: String...) async throws -> (DaemonProcess, SimulatedMicrophone) {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    microphone.faults = [.overrun(at: Int.max)]
    let daemon = try await DaemonProcess(
      arguments, device: try microphone.device, speaker: try speaker.device, for: program)
    return (daemon, microphone)
  }

  /// The states of the assistants of the daemon, by name.
  private func states() async throws -> [String: String] {
    let outcome = try await run("assistants", "list", "--json")
    return outcome.objects.reduce(into: [:]) { $0[$1["name"] as? String ?? ""] = $1["state"] as? String }
  }

  @Test("Without a daemon, the own assistants are listed, disabled and enabled, and the commands follow")
  func local() async throws {
    try install("garden", Self.intents("water the roses"))
    let list = try await run("assistants")
    #expect(
      list.output
        == "money (built-in): ready\nnotes (built-in): ready\nmessages (built-in): ready\nclock (built-in): ready\n"
        + "garden (file): ready\n")
    #expect(list.error.isEmpty)
    let asked = try await run("ask", "--json", "water the roses", "safe to spend")
    #expect(asked.objects.compactMap { $0["assistant"] as? String } == ["garden", "garden", "money", "money"])
    #expect(try await run("assistants", "disable", "garden").output.contains("garden (file): disabled"))
    #expect(try await run("ask", "water the roses").status == 1)
    #expect(try await run("ask", "--assistant", "garden,money", "water the roses", "safe to spend").status == 0)
    let repeated = try await run("ask", "--assistant", "money", "--assistant", "garden", "water the roses", "safe to spend")
    #expect(repeated.status == 0, "\(repeated)")
    #expect(try await run("assistants", "enable", "garden").output.contains("garden (file): ready"))
    let unknown = try await run("assistants", "enable", "cellar")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("no assistant is called \"cellar\""), "\(unknown.error)")
  }

  @Test("If every assistant is disabled, the list shows that")
  func allDisabled() async throws {
    for name in ["money", "notes", "messages", "clock"] { #expect(try await run("assistants", "disable", name).status == 0) }
    let states = try await run("assistants").output.split(separator: "\n").map { $0.split(separator: " ").last }
    #expect(states == Array(repeating: "disabled", count: 4))
  }

  @Test("A file whose name does not say that it is an assistant is named by the list and by doctor with the right name")
  func misnamed() async throws {
    let file = try program.folder.write(Self.intents("water the roses"), to: "config/vocative/assistants/garden.intents.yml")
    let list = try await run("assistants", "list", "--json")
    #expect(list.status == 0 && list.objects.count == 4)
    #expect(list.error.hasPrefix("vocative: warning: \(file) is ignored") && list.error.hasSuffix("to garden.intents.yaml\n"))
    let doctor = try await run("doctor", "--json", "--device", "null", "--output-device", "null")
    let finding = doctor.objects.first { $0["check"] as? String == "assistant files" }
    #expect(finding?["ok"] as? Bool == true)
    #expect((finding?["message"] as? String)?.hasSuffix("rename it to garden.intents.yaml") == true, "\(doctor.output)")
  }

  @Test("A fault in the settings of an assistant that is usable without them is a fault for doctor, too")
  func faultySettings() async throws {
    let file = try program.folder.write("comand: [./send]\n", to: "config/vocative/messages-transport.yaml")
    let doctor = try await run("doctor", "--json", "--device", "null", "--output-device", "null", "--assistant", "messages")
    let finding = doctor.objects.first { $0["check"] as? String == "assistant messages" }
    #expect(doctor.status == 1 && finding?["ok"] as? Bool == false, "\(doctor.output)")
    #expect((finding?["message"] as? String)?.contains("\(file):1: ") == true, "\(doctor.output)")
    #expect((finding?["remedy"] as? String)?.hasPrefix("vocative doctor") == true, "\(doctor.output)")
  }

  @Test("The answer to a question for the assistant is listed and forgotten")
  func choices() async throws {
    try install("garden", Self.intents("list my goals"))
    #expect(try await run("ask", "list my goals", "garden").status == 0)
    let choices = try await run("assistants", "choices")
    #expect(choices.output == "\"list my goals\": garden, not money\n")
    #expect(try await run("assistants", "forget", "list my goals").status == 0)
    #expect(try await run("assistants", "choices", "--json").output.isEmpty)
    #expect(try await run("assistants", "forget", "list my goals").status == 1)
  }

  @Test("A spoken sentence may be addressed")
  func spokenAddress() async throws {
    let silence = [Int16](repeating: 0, count: 16_000)
    var files: [String] = []
    for (index, text) in ["ask money, vacation goal", "in notes, read my packing note"].enumerated() {
      let samples = try await SynthesizedSpeech.samples(of: "hey assistant, \(text)", voice: "slt")
      files.append(try program.folder.write("", to: "\(index).wav"))
      try SoundFileWriter.write(silence + samples + silence, rate: 16_000, to: files[index])
    }
    let outcome = try await program.run(["replay", "--json"] + files)
    let understood = outcome.objects.filter { $0["event"] as? String == "understood" }
    #expect(understood.map { $0["assistant"] as? String } == ["money", "notes"], "\(outcome)")
    #expect(understood.map { $0["intent"] as? String } == ["GoalProgress", "ReadNote"])
  }

  @Test("If all assistants of a daemon are disabled at the same time, only the last one is refused, and stays enabled")
  func disabledTogether() async throws {
    let (daemon, _) = try await daemon()
    let environment = program.environment
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for name in ["money", "notes", "messages", "clock"] {
        let program = try VocativeProgram(hasSample: false)
        group.addTask { try await program.run("assistants", "disable", name, environment: environment).status }
      }
      return try await group.reduce(into: [Int32]()) { $0.append($1) }.sorted()
    }
    #expect(statuses == [0, 0, 0, 78], "\(daemon.messages)")
    #expect(try await states().values.sorted() == ["ready", "stopped", "stopped", "stopped"])
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("A running daemon follows its folder, enables and disables without the microphone, and leaves the others alone")
  func daemonFollows() async throws {
    let (daemon, microphone) = try await daemon()
    #expect(try await run("trigger", "water the roses").status == 1)
    try install("garden", Self.intents("water the roses"))
    #expect(try await eventually { try await states()["garden"] == "ready" }, "\(daemon.messages)")
    #expect(try await run("trigger", "water the roses").status == 0)

    let disabled = try await run("assistants", "disable", "garden")
    #expect(disabled.error.contains("using the running daemon at"), "\(disabled.error)")
    #expect(try await states()["garden"] == "stopped")
    #expect(try await run("trigger", "water the roses").status == 1)
    #expect(try await run("assistants", "enable", "garden").status == 0)
    #expect(try await run("trigger", "water the roses").status == 0)

    try install("garden", "wake: [hey assistant]\nintentz: {}\n")
    #expect(try await eventually { try await states()["garden"] == "failed" }, "\(daemon.messages)")
    #expect(daemon.messages.contains("garden.intents.yaml:2: "), "\(daemon.messages)")
    #expect(try await run("trigger", "safe to spend").status == 0)
    #expect(microphone.openings == 1)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  /// Installs a Python app that understands one phrase.
  ///
  /// - Parameters:
  ///   - start: Lines that run after its hello.
  ///   - work: Lines that run for each request before its answer.
  private func installApp(_ phrase: String, settings: String = "", start: String = "", work: String = "") throws {
    let lines = """
      import json, os, sys, time
      def send(**message): print(json.dumps(message), flush=True)
      send(type="hello", version=1, wake=["hey assistant"], intents={"Tell": {"title": "Tell", "phrases": ["\(phrase)"]}})
      \(start)
      for line in sys.stdin:
          request = json.loads(line)
          if request["type"] == "perform":
              \(work.isEmpty ? "pass" : work)
              send(type="answer", id=request["id"], dialog=f"Watered by user {os.getuid()}.")
      """
    let script = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    let text = "command:\n  - /usr/bin/python3\n  - -c\n  - |\n\(script)\(settings)"
    try program.folder.write(text, to: "config/vocative/assistants/garden.app.yaml")
  }

  @Test("An app that is added, changed or removed while the daemon runs is followed, and the microphone stays open")
  func daemonFollowsApps() async throws {
    let (daemon, microphone) = try await daemon()
    try installApp("water the roses")
    #expect(try await eventually { try await states()["garden"] != nil }, "\(daemon.messages)")
    #expect(try await eventually { try await run("trigger", "water the roses").status == 0 }, "\(daemon.messages)")
    try installApp("water the beans")
    #expect(try await eventually { try await run("trigger", "water the beans").status == 0 }, "\(daemon.messages)")
    #expect(try await run("trigger", "water the roses").status == 1)
    try FileManager.default.removeItem(atPath: program.folder.path + "/config/vocative/assistants/garden.app.yaml")
    #expect(try await eventually { try await states()["garden"] == nil }, "\(daemon.messages)")
    #expect(try await eventually { try await run("trigger", "water the beans").status == 1 }, "\(daemon.messages)")
    #expect(try await run("trigger", "safe to spend").status == 0)
    #expect(microphone.openings == 1)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("Announcements of apps are spoken")
  func announcement() async throws {
    let (daemon, _) = try await daemon()
    try installApp(
      "water the roses", settings: "start: at-start\n", start: #"send(type="announce", dialog="The roses are dry.")"#)
    #expect(await eventually { ((try? speaker.samples.count) ?? 0) > 8_000 }, "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("An assistant that is disabled while it performs a request finishes it first")
  func disabledWhileRunning() async throws {
    let folder = program.folder.path
    let work =
      "open('\(folder)/began', 'w').close(); "
      + "[time.sleep(0.01) for _ in iter(lambda: os.path.exists('\(folder)/go'), True)]"
    try installApp("water the roses", settings: "start: at-start\n", work: work)
    let (daemon, _) = try await daemon()
    async let triggered = run("trigger", "water the roses")
    #expect(await eventually { FileManager.default.fileExists(atPath: folder + "/began") }, "\(daemon.messages)")
    async let disabled = run("assistants", "disable", "garden")
    #expect(await eventually { FileText.contents(of: folder + "/state/vocative/assistants.json").contains("garden") })
    try program.folder.write("", to: "go")
    let outcome = try await triggered
    #expect(outcome.status == 0 && outcome.output.contains("Watered by user"), "\(outcome)")
    #expect(try await disabled.output.contains("garden (app): disabled"))
    #expect(try await run("trigger", "water the roses").status == 1)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("An activity on which an app still works is continued")
  func activityInProgress() async throws {
    let hello =
      #"{"type":"hello","version":1,"wake":["hey assistant"],"intents":{"Show":{"title":"Show","phrases":["open the map"]}},"#
      + #""activities":[{"type":"map","eligibility":["search"]}]}"#
    let script = try program.folder.script(
      """
      echo '\(hello)'
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%[,\\}]*}
        case $line in
        *perform*) echo "{\\"type\\":\\"answer\\",\\"id\\":$id,\\"activity\\":{\\"type\\":\\"map\\",\\"title\\":\\"Map\\"}}";;
        *continue*) echo "{\\"type\\":\\"answer\\",\\"id\\":$id,\\"code\\":\\"inProgress\\",\\"dialog\\":\\"On it.\\"}";;
        esac
      done
      """, named: "map")
    try program.folder.write("command: [\(script)]\n", to: "config/vocative/assistants/map.app.yaml")
    #expect(try await run("ask", "open the map").status == 0)
    let outcome = try await run("activities", "continue", "map")
    #expect(outcome.status == 0 && outcome.output.contains("On it."), "\(outcome)")
  }

  /// Installs an app that continues after the end of its input, and writes its process identifier to a file.
  private func installEndlessApp(work: String = ":", settings: String = "") throws {
    let hello =
      #"{"type":"hello","version":1,"wake":["hey assistant"],"intents":{"Tell":{"title":"Tell","phrases":["water the roses"]}}}"#
    let script = try program.folder.script(
      """
      echo $$ > '\(program.folder.path)/process'
      echo '\(hello)'
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%[,\\}]*}
        case $line in *perform*) \(work); echo "{\\"type\\":\\"answer\\",\\"id\\":$id,\\"dialog\\":\\"Watered.\\"}";; esac
      done
      while :; do sleep 1000; done
      """, named: "endless")
    try program.folder.write("command: [\(script)]\n\(settings)", to: "config/vocative/assistants/garden.app.yaml")
  }

  private var isEndlessAppRunning: Bool {
    let process = FileText.contents(of: program.folder.path + "/process").trimmingCharacters(in: .newlines)
    // A process that has ended has no command line, also before its parent knows.
    return process.isEmpty || !FileText.contents(of: "/proc/\(process)/cmdline").isEmpty
  }

  @Test("A command ends its apps, also one that continues after the end of its input")
  func endlessApp() async throws {
    try installEndlessApp()
    let outcome = try await run("ask", "water the roses")
    #expect(outcome.status == 0 && outcome.output.contains("Watered."), "\(outcome)")
    #expect(!isEndlessAppRunning)
  }

  @Test("A command that is interrupted ends its apps")
  func interruptedApp() async throws {
    try installEndlessApp(work: "sleep 1000")
    let outcome = try await program.runAndInterrupt(["ask", "--json", "water the roses"])
    #expect(outcome.status == -1, "\(outcome)")
    #expect(await eventually { !isEndlessAppRunning })
  }

  /// Writes an intents file whose handler, or whose list at the second reading, writes its process identifier to a file and continues for
  /// long.
  ///
  /// - Parameter trap: The first statements of the program.
  private func writeEndlessProgram(of kind: EndlessProgram, trap: String = ":", to name: String) throws {
    let folder = program.folder
    let read = folder.path + "/read"
    let endless = "{ \(trap); echo $$ > '\(folder.path)/process'; sleep 1000 & wait; sleep 1000; }"
    let list = try folder.script("echo roses\n! test -e '\(read)' || \(endless)\n: > '\(read)'", named: "list")
    let handler = try folder.script(kind == .handler ? endless : "sleep 1.1", named: "handler")
    let values = kind == .list ? "{ values-from: { command: [\(list)], every: 1s, timeout: 120 } }" : "[roses]"
    try folder.write(
      """
      wake: [hey assistant]
      intents:
        Tell: { title: Tell, phrases: ["water the {plant}"], handler: { command: [\(handler)], timeout: 60 }, response: Watered. }
      lists: { plant: \(values) }
      """, to: name)
  }

  enum EndlessProgram: CaseIterable { case handler, list }

  private var hasEndlessProgramStarted: Bool { !FileText.contents(of: program.folder.path + "/process").isEmpty }

  @Test(
    "A command that is interrupted ends the program of a handler, which is in a session of its own",
    arguments: [("INT", 130 as Int32), ("TERM", 143), ("HUP", 129)], [":", "trap '' TERM"])
  func interruptedHandler(_ signal: (name: String, status: Int32), trap: String) async throws {
    try writeEndlessProgram(of: .handler, trap: trap, to: "roses.intents.yaml")
    let work = """
      cd '\(program.folder.path)'
      env --default-signal=HUP "$0" ask --intents roses.intents.yaml 'water the roses' &
      until test -s process; do sleep 0.05; done
      kill -\(signal.name) $!
      wait $!
      """
    let outcome = try await program.run(["-c", work, VocativeProgram.path], path: "/bin/sh")
    #expect(outcome.status == signal.status, "\(outcome)")
    #expect(!outcome.output.contains("went wrong") && !outcome.error.contains("terminated"), "\(outcome)")
    #expect(await eventually(within: .seconds(10)) { !isEndlessAppRunning })
  }

  @Test("A command that nohup started continues after its terminal is closed")
  func hangUp() async throws {
    let folder = program.folder.path
    let script = try program.folder.script(
      "echo $$ > '\(folder)/process'; until test -e '\(folder)/go'; do sleep 0.05; done; echo Watered.", named: "handler")
    try program.folder.write(
      "wake: [hey assistant]\nintents:\n  Tell: { title: Tell, phrases: [\"water the roses\"], handler: { command: [\(script)] } }\n",
      to: "roses.intents.yaml")
    let work = """
      cd '\(folder)'
      trap '' HUP
      "$0" ask --intents roses.intents.yaml 'water the roses' &
      until test -s process; do sleep 0.05; done
      kill -HUP $!
      sleep 0.2
      : > go
      wait $!
      """
    let outcome = try await program.run(["-c", work, VocativeProgram.path], path: "/bin/sh")
    #expect(outcome.status == 0 && outcome.output.contains("Watered."), "\(outcome)")
  }

  @Test("A command that is interrupted while an app is being started ends the app")
  func interruptedStart() async throws {
    let script = try program.folder.script("while :; do sleep 1000; done", named: "lazy")
    try program.folder.write("command: [\(script)]\n", to: "lazy.app.yaml")
    let work = """
      cd '\(program.folder.path)'
      for round in 1 2 3 4 5 6; do
        "$0" check lazy.app.yaml &
        until cat /proc/$!/task/*/children 2>/dev/null | grep -q .; do :; done
        kill -TERM $!
        wait $!
      done
      """
    let outcome = try await program.run(["-c", work, VocativeProgram.path], path: "/bin/sh")
    #expect(outcome.status == 143, "\(outcome)")
    let folder = program.folder.path
    #expect(
      await eventually(within: .seconds(10)) {
        let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
        return !processes.contains { FileText.contents(of: "/proc/\($0)/cmdline").contains(folder) }
      })
  }

  @Test(
    "A command whose output cannot be written ends its apps",
    arguments: [("2>errors | { exec <&-; : > gone; }", "141"), (">/dev/full 2>errors", "74")])
  func unwritableOutput(redirection: String, status: String) async throws {
    try installEndlessApp()
    let work = """
      cd '\(program.folder.path)'
      test '\(status)' = 141 || : > gone
      { until test -e gone; do sleep 0.05; done; "$0" ask 'water the roses'; echo $? > status; } \(redirection)
      """
    _ = try await program.run(["-c", work, VocativeProgram.path], path: "/bin/sh")
    #expect(FileText.contents(of: program.folder.path + "/status") == status + "\n")
    #expect(hasEndlessProgramStarted)
    #expect(await eventually(within: .seconds(10)) { !isEndlessAppRunning })
  }

  @Test("A command ends the program of a list before it ends, and reports no failure of it")
  func endlessList() async throws {
    try writeEndlessProgram(of: .list, trap: "trap '' TERM", to: "roses.intents.yaml")
    let outcome = try await run(
      "ask", "--intents", program.folder.path + "/roses.intents.yaml", "water the roses", "water the roses")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    #expect(hasEndlessProgramStarted)
    #expect(!isEndlessAppRunning)
  }

  @Test(
    "The daemon ends the programs of handlers and lists before it ends, also those that ignore SIGTERM",
    arguments: EndlessProgram.allCases, [":", "trap '' TERM"])
  func endlessProgramOfDaemon(kind: EndlessProgram, trap: String) async throws {
    try writeEndlessProgram(of: kind, trap: trap, to: "config/vocative/assistants/roses.intents.yaml")
    let (daemon, _) = try await daemon()
    let trigger = Task { kind == .handler ? try await run("trigger", "water the roses") : nil }
    #expect(await eventually { hasEndlessProgramStarted }, "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
    #expect(await eventually(within: .seconds(10)) { !isEndlessAppRunning })
    #expect(!daemon.messages.contains("terminated"), "\(daemon.messages)")
    _ = try await trigger.value
  }

  @Test("The daemon ends its apps before it ends, and reports no failure of theirs")
  func endlessAppOfDaemon() async throws {
    try installEndlessApp(settings: "start: at-start\n")
    let (daemon, _) = try await daemon()
    #expect(try await run("trigger", "water the roses").status == 0)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
    #expect(await eventually { !isEndlessAppRunning })
    #expect(!daemon.messages.contains("garden is"), "\(daemon.messages)")
  }

  @Test(
    "An app runs as the user of its file", .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func user() async throws {
    let (daemon, _) = try await daemon()
    let nobody = try #require(getpwnam("nobody")).pointee.pw_uid
    try installApp("water the roses", settings: "user: nobody\n")
    #expect(
      try await eventually { try await run("trigger", "water the roses").output.contains("Watered by user \(nobody).") },
      "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")

    // Only root can switch to another user.
    program.folder.admitOtherAccounts()
    let file = try program.folder.write("command: [cat]\nuser: nobody\n", to: "garden.app.yaml")
    chmod(file, 0o644)
    let refused = try await program.run(
      [
        "--reuid", "\(OtherAccount.user)", "--regid", "\(OtherAccount.user)", "--clear-groups", "/usr/bin/env", "-i",
        "PATH=/usr/bin:/bin", VocativeProgram.path, "check", file,
      ], path: "/usr/bin/setpriv")
    #expect(refused.status == 65, "\(refused)")
    let reason = "an app cannot run as \"nobody\": only root may run apps as another user; remove \"user\""
    #expect(refused.error.contains("garden.app.yaml:2: \(reason)"), "\(refused)")
  }
}
