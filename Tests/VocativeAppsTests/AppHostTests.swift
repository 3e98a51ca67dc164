import AssistantTestSupport
import Foundation
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Apps")
struct AppHostTests {
  private static let notAnswering = "Garden is not answering."

  @Test("An app says hello, receives requests with their values, and answers")
  func answers() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop("plant=${line#*'\"plant\":\"'}; plant=${plant%%'\"'*}\n" + ScriptedApp.answer("I water the $plant.")))
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "hey garden, water the roses") == "I water the roses.")
    #expect(try await asked.dialog(for: "water the beans") == "I water the beans.")
    #expect(app.apps.states == ["garden": .running])
    #expect(app.log.messages.filter { !$0.hasPrefix("debug") } == [])
  }

  @Test("A crash is reported to the person, and followed by a restart after which the app answers")
  func crash() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop("[ -e crashed ] || { touch crashed; echo 'out of water' >&2; exit 3; }\n" + ScriptedApp.answer("Done.")))
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(await app.logs("garden is not available: it exited with status 3; it wrote: out of water; it is started again in"))
    #expect(try await eventually(asking: { try await asked.dialog(for: "water the roses") == "Done." }))
  }

  @Test("The standard error of an app is logged even if the app is ended because of a fault")
  func lastWords() async throws {
    let app = try ScriptedApp("echo 'no water' >&2; echo hello; sleep 1000")
    await #expect(throws: AppError.self) { _ = try await app.assistant() }
    #expect(
      await app.logs(
        "garden is not available: its hello cannot be read: a line is not valid JSON; it wrote: no water; it is started again in")
    )
  }

  @Test("The messages of a request have its number in common, also after a question to the person, and another one has another")
  func number() async throws {
    let commands = #"""
      request=${line#*'"request":'}; request=${request%%[,\}]*}
      case $type in
      confirm) echo $request > confirmed; echo "{\"type\":\"ask\",\"id\":$id,\"dialog\":\"Shall I?\"}";;
      perform) if [ $request != "$(cat confirmed)" ]; then CHANGED
        elif [ $request = "$(cat performed)" ]; then REPEATED
        else echo $request > performed; DONE; fi;;
      esac
      """#.replacing("CHANGED", with: ScriptedApp.answer("Changed."))
      .replacing("REPEATED", with: ScriptedApp.answer("Repeated.")).replacing("DONE", with: ScriptedApp.answer("Done."))
    let script = ScriptedApp.loop(commands).replacing(#""title":"Water"#, with: #""confirm":true,"title":"Water"#)
    let app = try ScriptedApp("touch performed\n" + script)
    let asked = try await app.asked()
    for _ in 0..<2 { #expect(try await asked.dialogs(for: "water the roses", "yes") == ["Shall I?", "Done."]) }
  }

  @Test("An app is not idle while the person is asked what it wants to know")
  func asking() async throws {
    let commands = #"""
      case $type in
      perform) asked=yes; echo "{\"type\":\"ask\",\"id\":$id,\"dialog\":\"Go on?\"}";;
      reply) if [ "$asked" ]; then DONE; else LOST; fi;;
      esac
      """#.replacing("DONE", with: ScriptedApp.answer("Done.")).replacing("LOST", with: ScriptedApp.answer("Lost."))
    let clock = ManualClock()
    let app = try ScriptedApp(ScriptedApp.loop(commands), settings: "idle: 60", clock: clock)
    var conversation = TypedConversation(runtime: try await app.asked().runtime)
    try await conversation.say("water the roses")
    #expect(conversation.openQuestion == "Go on?")
    clock.advance(by: .seconds(60))
    // An idle app would be ended now.
    for _ in 0..<1000 { await Task.yield() }
    #expect(Answer(try await conversation.say("yes")).dialog == "Done.")
  }

  @Test("The output of an app before a crash is not logged if the app has received a private request")
  func privateCrash() async throws {
    let gate = #""Open":{"title":"Open the gate","phrases":["open the gate"],"authentication":"required"},"Water""#
    let crash = "[ $type$id = perform1 ] || { echo \"KeyError: 'bunker'\" >&2; exit 3; }\n"
    var limits = AppHostLimits.patient
    limits.minPause = .seconds(3600)
    let app = try ScriptedApp(
      ScriptedApp.loop(crash + ScriptedApp.answer("Opened.")).replacing("\"Water\"", with: gate), limits: limits)
    let runtime = IntentRuntime(
      assistant: try await app.assistant(), unlock: Unlock(isAlwaysUnlocked: true), logger: app.log.logger)
    var conversation = TypedConversation(runtime: runtime)
    #expect(Answer(try await conversation.say("open the gate")).dialog == "Opened.")
    #expect(Answer(try await conversation.say("water the roses")).dialog == Self.notAnswering)
    #expect(await app.logs("garden is not available: it exited with status 3; it is started again in"))
    #expect(await eventually { app.apps.states == ["garden": .failed("it exited with status 3")] })
    #expect(!app.log.messages.contains { $0.contains("bunker") })
  }

  @Test("A message that does not fit the hello is logged without its names after a private request")
  func privateFault() async throws {
    let gate = #""Open":{"title":"Open the gate","phrases":["open the gate"],"authentication":"required"},"Water""#
    let fault = #"echo '{"type":"vocabulary","list":"bunker","values":[]}'"# + "\n"
    let app = try ScriptedApp(ScriptedApp.loop(fault + ScriptedApp.answer("Opened.")).replacing("\"Water\"", with: gate))
    let runtime = IntentRuntime(
      assistant: try await app.assistant(), unlock: Unlock(isAlwaysUnlocked: true), logger: app.log.logger)
    var conversation = TypedConversation(runtime: runtime)
    #expect(Answer(try await conversation.say("open the gate")).dialog == "Opened.")
    #expect(await app.logs("garden: a message does not fit its hello; the reason is not logged after a private request"))
    #expect(!app.log.messages.contains { $0.contains("bunker") })
  }

  @Test("The pause before a restart is logged in whole seconds", arguments: [(1, "1 second"), (300, "300 seconds")])
  func pause(seconds: Int, words: String) async throws {
    var limits = AppHostLimits.patient
    limits.minPause = .seconds(seconds)
    let app = try ScriptedApp(ScriptedApp.loop("exit 3"), limits: limits)
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(await eventually { app.log.messages.contains { $0.hasSuffix("; it is started again in \(words)") } })
  }

  @Test("An app that never answers is cancelled, then ended, and costs other apps nothing")
  func hang() async throws {
    var limits = AppHostLimits.patient
    (limits.answer, limits.grace, limits.minPause) = (.milliseconds(100), .milliseconds(100), .seconds(3600))
    let app = try ScriptedApp(ScriptedApp.loop(":"), limits: limits)
    let other = try ScriptedApp(ScriptedApp.loop(ScriptedApp.answer("Done.")), named: "other")
    let asked = try await app.asked()
    let askedOther = try await other.asked()
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(await app.logs("garden is ended: it does not answer, nor stop when it is cancelled"))
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(try await askedOther.dialog(for: "water the roses") == "Done.")
    #expect(await eventually { app.apps.states == ["garden": .failed("it does not answer, nor stop when it is cancelled")] })
  }

  /// A hello with a type of activities, and an activity of it that no socket buffers.
  private static let planner = ScriptedApp.hello.replacing(
    #""version":1,"#, with: #""version":1,"activities":[{"type":"plan"}],"#)
  private static let plan = Activity(
    ActivityType("plan"), title: "the plan",
    state: Dictionary(uniqueKeysWithValues: (0..<80).map { ("bed \($0)", String(repeating: "🌱", count: 2000)) }))

  @Test("An app receives a message that is larger than the buffer of its input")
  func largeMessage() async throws {
    let app = try ScriptedApp(
      """
      echo '\(Self.planner)'
      size=$(head -n 1 | wc -c)
      [ $size -gt 640000 ] && \(ScriptedApp.answer("I have it all.", id: "1"))
      cat >/dev/null
      """)
    #expect(try await app.asked().runtime.continueActivity(Self.plan).dialog == "I have it all.")
    #expect(app.apps.states == ["garden": .running])
    #expect(app.log.messages.filter { !$0.hasPrefix("debug") } == [])
  }

  @Test("An app that does not read a message to its end is ended after the time limit of an answer")
  func unreadMessage() async throws {
    var limits = AppHostLimits.patient
    (limits.answer, limits.grace, limits.minPause) = (.milliseconds(100), .milliseconds(100), .seconds(3600))
    let app = try ScriptedApp("echo '\(Self.planner)'\nexec sleep 1000", limits: limits)
    #expect(try await app.asked().runtime.continueActivity(Self.plan).dialog == Self.notAnswering)
    #expect(await app.logs("garden did not answer request 1 within 0.1 seconds"))
    #expect(await app.logs("garden is ended: it does not answer, nor stop when it is cancelled"))
  }

  @Test("An app receives only requests of its own intents, and nothing about those of other apps")
  func apart() async throws {
    let received = "printf '%s\\n' \"$line\" >> received\n"
    let garden = try ScriptedApp(ScriptedApp.loop(received + ScriptedApp.answer("Watered.")))
    let kitchen = try ScriptedApp(
      ScriptedApp.loop(received + ScriptedApp.answer("Cooked.")).replacing("water the {plant}", with: "cook the {plant}"),
      named: "kitchen")
    let assistants = [try await garden.assistant(), try await kitchen.assistant()]
    let runtime = IntentRuntime(
      assistants: assistants, memory: try .inMemory(assistant: "garden"), logger: garden.log.logger)
    var conversation = TypedConversation(runtime: runtime)
    #expect(Answer(try await conversation.say("water the roses")).dialog == "Watered.")
    #expect(Answer(try await conversation.say("cook the beans")).dialog == "Cooked.")
    #expect(Answer(try await conversation.say("paint the fence")).dialog == nil)

    let ofGarden = FileText.contents(of: garden.folder.path + "/received")
    let ofKitchen = FileText.contents(of: kitchen.folder.path + "/received")
    #expect(ofGarden.contains("roses") && !ofGarden.contains("beans") && !ofGarden.contains("fence"))
    #expect(ofKitchen.contains("beans") && !ofKitchen.contains("roses") && !ofKitchen.contains("fence"))
  }

  @Test("A late answer is ignored, and the app continues")
  func late() async throws {
    var limits = AppHostLimits.patient
    (limits.answer, limits.grace) = (.milliseconds(100), .seconds(3600))
    let app = try ScriptedApp(
      ScriptedApp.loop(
        "[ $type = cancel ] && " + ScriptedApp.answer("Much later.") + " && touch late; [ -e late ] && [ $type = perform ] && "
          + ScriptedApp.answer("Done.")), limits: limits)
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(await app.logs("garden answered request 1 late; the answer is ignored"))
    #expect(app.apps.states == ["garden": .running])
  }

  @Test(
    "An answer that does not fit a request is ignored and logged, and the right one counts",
    arguments: [
      ("7$id", "it answers request 71, which it was never asked"), ("-1", "it answers request -1, which it was never asked"),
      ("0", "it answers request 0, which it was never asked"),
    ])
  func wrong(id: String, logged: String) async throws {
    let app = try ScriptedApp(ScriptedApp.loop(ScriptedApp.answer("Wrong.", id: id) + "\n" + ScriptedApp.answer("Right.")))
    #expect(try await app.asked().dialog(for: "water the roses") == "Right.")
    #expect(await app.logs(logged))
  }

  @Test(
    "A message that does not fit what the app declares is ignored and logged, and the app keeps answering",
    arguments: [
      (
        #"{"type":"vocabulary","list":"trees","values":["oak"]}"#,
        "garden: it sets the values of the list \"trees\", which its hello does not have"
      ),
      (#"{"type":"vocabulary","list":"plants","values":[[]]}"#, "garden: the values of \"plants\" have a fault: "),
      (
        #"{"type":"donate","intent":"Dig","title":"Dig"}"#,
        "garden: it donates the intent \"Dig\", which its hello does not have"
      ),
    ])
  func undeclared(message: String, logged: String) async throws {
    let app = try ScriptedApp(ScriptedApp.loop("echo '\(message)'\n" + ScriptedApp.answer("Done.")))
    #expect(try await app.asked().dialog(for: "water the roses") == "Done.")
    #expect(await app.logs(logged), "\(app.log.messages)")
    #expect(app.apps.states == ["garden": .running])
  }

  @Test(
    "An answer or a question beyond a limit ends its request immediately, and the app keeps answering",
    arguments: [("answer", "an answer"), ("ask", "a question")])
  func tooLong(type: String, name: String) async throws {
    var limits = AppHostLimits.patient
    limits.answer = .seconds(60)
    let app = try ScriptedApp(
      ScriptedApp.loop(
        #"""
        case $type in
        cancel) touch cancelled;;
        perform) if [ -e refused ]; then ANSWER; else
            touch refused
            printf '{"type":"TYPE","id":%s,"dialog":"%s"}\n' "$id" "$(head -c 2001 /dev/zero | tr '\0' a)"
          fi;;
        esac
        """#.replacing("TYPE", with: type).replacing("ANSWER", with: ScriptedApp.answer("Done."))), limits: limits)
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == "Sorry, something went wrong.")
    #expect(await app.logs("warning: garden: \"dialog\" of \(name) has more than 2000 characters"), "\(app.log.messages)")
    #expect(await eventually { FileManager.default.fileExists(atPath: app.folder.path + "/cancelled") })
    #expect(try await asked.dialog(for: "water the roses") == "Done.")
    #expect(app.apps.states == ["garden": .running])
  }

  @Test("A second answer is ignored and logged")
  func twice() async throws {
    let app = try ScriptedApp(ScriptedApp.loop(ScriptedApp.answer("Once.") + "\n" + ScriptedApp.answer("Twice.")))
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == "Once.")
    #expect(await app.logs("it answers request 1 a second time or too late"))
    #expect(try await asked.dialog(for: "water the roses") == "Once.")
  }

  @Test(
    "An app that writes too much, or against the protocol, is ended",
    arguments: [
      ("head -c 100000000 /dev/zero | tr '\\0' 'a'", "a line has more than 1048576 bytes"),
      ("head -c 100000000 /dev/zero | tr '\\0' '\\n'", "it writes more than 8 MiB in 10.0 seconds"),
      ("yes garbage", "it sent 10 messages against the protocol"),
      ("while :; do echo '{\"type\":\"answer\",\"id\":99}'; done", "it sent 10 messages against the protocol"),
      (
        "while :; do echo \"{\\\"type\\\":\\\"progress\\\",\\\"id\\\":$id,\\\"dialog\\\":\\\"x\\\"}\"; done",
        "it writes more than 1000 messages in"
      ),
    ])
  func flood(commands: String, reason: String) async throws {
    var limits = AppHostLimits.patient
    limits.minPause = .seconds(3600)
    let app = try ScriptedApp(ScriptedApp.loop(commands), limits: limits)
    #expect(try await app.asked().dialog(for: "water the roses") == Self.notAnswering)
    #expect(await app.logs("garden is ended: \(reason)"))
  }

  @Test(
    "A fault before or in the hello makes the app unavailable, with the reason",
    arguments: [
      ("exit 4", "it exited with status 4"), ("echo hello; sleep 1000", "its hello cannot be read: a line is not valid JSON"),
      ("echo '{\"type\":\"hello\",\"version\":7}'; sleep 1000", "the app has version 7 of the protocol"),
      ("echo '{\"type\":\"announce\",\"dialog\":\"x\"}'; sleep 1000", "its first message is not a hello"),
      ("echo '{\"type\":\"hello\",\"version\":1}'; sleep 1000", "its hello has a fault: \"intents:\" is missing"),
      (
        "echo '{\"type\":\"hello\",\"version\":1,\"intents\":{\"A\":{\"phrases\":[\"do {x}\"],\"handler\":{}}}}'; sleep 1000",
        "has no key \"handler\""
      ), ("echo '{\"type\":\"hello\",\"version\":1,\"intents\":{},\"colour\":1}'; sleep 1000", "the hello has no key \"colour\""),
      (
        "echo '{\"type\":\"hello\",\"version\":1,\"intents\":{\"A\":{\"phrases\":[\"do\"]}},\"suggestions\":[{\"intent\":\"B\",\"title\":\"B\"}]}'; sleep 1000",
        "its hello suggests the intent \"B\", which it does not declare"
      ),
      (
        "echo '{\"type\":\"hello\",\"version\":1,\"intents\":{\"A\":{\"phrases\":[\"do {x}\"]}},\"lists\":{\"x\":[\"a\",{\"id\":\"b\",\"spoken\":\"big {x}\"}]}}'; sleep 1000",
        "its hello has a fault: \"big {x}\" in the list \"x\" has the slot {x}"
      ), ("printf '{\"type\":\"hello\",\"version\":1'", "it exited with status 0"),
    ])
  func noHello(script: String, reason: String) async throws {
    var limits = AppHostLimits.patient
    limits.minPause = .seconds(3600)
    let app = try ScriptedApp(script, limits: limits)
    let error = await #expect(throws: AppError.self) { try await app.assistant() }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("An app that uses more memory than its limit cannot")
  func memory() async throws {
    var limits = AppHostLimits.patient
    (limits.maxMemory, limits.minPause) = (256 << 20, .seconds(3600))
    let app = try ScriptedApp("exec python3 -c 'x = bytearray(1 << 30)'", limits: limits)
    let error = await #expect(throws: AppError.self) { try await app.assistant() }
    #expect(error?.reason.contains("MemoryError") == true, "\(error?.reason ?? "")")
  }

  @Test("New values of a list are understood immediately")
  func vocabulary() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop(
        "echo '{\"type\":\"vocabulary\",\"list\":\"plants\",\"values\":[\"ivy\"]}'\n" + ScriptedApp.answer("Done.")))
    let asked = try await app.asked()
    #expect(try await asked.ask("water the ivy").intent == nil)
    #expect(try await asked.dialog(for: "water the roses") == "Done.")
    #expect(try await asked.ask("water the ivy").slots == ["plant": "ivy"])
    #expect(try await asked.ask("water the roses").intent == nil)
  }

  @Test("A control character in a name, as from a wrong character set, does not affect an app", arguments: [0x92, 0x7F, 0xFFFE])
  func controlCharacters(code: UInt32) async throws {
    let character = try #require(Unicode.Scalar(code))
    let value = #"{"id":"rose","spoken":["rose"],"display":"O\#(character)Brien"}"#
    let script = ScriptedApp.loop(
      "echo '{\"type\":\"vocabulary\",\"list\":\"plants\",\"values\":[\(value)]}'\n" + ScriptedApp.answer("Done."))
    let app = try ScriptedApp(script.replacing(#""roses""#, with: #""roses",\#(value)"#))
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the rose") == "Done.")
    #expect(try await asked.ask("water the roses").intent == nil)
    #expect(try await asked.dialog(for: "water the rose") == "Done.")
  }

  @Test("An app that starts again is loaded again if its phrases have changed, and not if the values of a list have")
  func changes() async throws {
    let values = ScriptedApp.hello.replacing("roses", with: "ivy")
    let phrases = values.replacing("water the {plant}", with: "wet the {plant}")
    let app = try ScriptedApp(
      """
      echo >> starts
      case $(wc -l < starts) in 1) echo '\(ScriptedApp.hello)';; 2) echo '\(values)';; *) echo '\(phrases)';; esac
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%[,\\}]*}
        case $line in *beans*) \(ScriptedApp.answer("Done."));; *) exit 1;; esac
      done
      """)
    let asked = try await app.asked()
    #expect(try await asked.dialog(for: "water the roses") == Self.notAnswering)
    #expect(try await eventually(asking: { try await asked.dialog(for: "water the beans") == "Done." }))
    #expect(!app.apps.takeChanges())
    #expect(try await asked.ask("water the ivy").slots == ["plant": "ivy"])
    #expect(try await eventually(asking: { try await asked.dialog(for: "water the beans") == "Done." }))
    #expect(app.apps.takeChanges())
  }

  @Test("The announcement of an app is passed on, without control characters and within its limit")
  func announcements() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop(
        "for i in 1 2 3; do echo '{\"type\":\"announce\",\"dialog\":\"The roses\\\\nare \\\\u001bdry.\"}'; done\n"
          + ScriptedApp.answer("Done.")))
    #expect(try await app.asked().dialog(for: "water the roses") == "Done.")
    var heard = app.apps.announcements.makeAsyncIterator()
    #expect(await heard.next()?.dialog == "The roses are dry.")
    #expect(await heard.next()?.app == "garden")
    #expect(await app.logs("it requests more than 2 announcements in 10.0 seconds"))
  }

  @Test("An app that is not kept is ended after its assistant is released")
  func ended() async throws {
    // The shell survives the signal that follows if the machine is too busy for the end of the input to be noticed in time.
    let app = try ScriptedApp("trap : TERM\n" + ScriptedApp.loop(ScriptedApp.answer("Done.")) + "\n: > ended")
    func hasEnded() -> Bool { FileManager.default.fileExists(atPath: app.folder.path + "/ended") }
    var asked: AskedAssistant? = try await app.asked()
    app.apps.keep([])
    #expect(app.apps.states == [:])
    #expect(try await asked?.dialog(for: "water the roses") == "Done.")
    #expect(!hasEnded())
    asked = nil
    #expect(await eventually { hasEnded() })
  }
}
