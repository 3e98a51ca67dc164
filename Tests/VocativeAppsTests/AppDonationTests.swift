import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Donations of apps")
struct AppDonationTests {
  /// Notes in a process of their own, whose donations Vocative stores.
  private struct Served {
    let folder: TemporaryFolder
    let apps = AppHosts(limits: .patient, logger: .silent)
    let memory: AssistantMemory
    let runtime: IntentRuntime

    init() async throws {
      folder = try TemporaryFolder()
      let file = try folder.write(
        """
        command: [/usr/bin/env, "XDG_DATA_HOME=\(folder.path)", "\(TestProgram.path("NotesApp"))", "\(folder.path)/notes.sqlite"]
        start: at-start

        """, to: "notes.app.yaml")
      memory = try .inMemory(assistant: "notes")
      var limits = IntentRuntime.Limits()
      limits.patience = nil
      runtime = IntentRuntime(
        assistant: try await apps.assistant(AppFile(path: file)), memory: memory,
        observers: [DonationObserver(donations: memory.donations, logger: .silent)], limits: limits, logger: .silent)
      try await runtime.prepare()
    }

    func say(_ turns: String...) async throws {
      var conversation = TypedConversation(runtime: runtime)
      for turn in turns { try await conversation.say(turn) }
    }
  }

  @Test("A request to an app is donated with its group, and deleted with its subject")
  func groups() async throws {
    let served = try await Served()
    try await served.say("read my grocery list note", "read my garden ideas note")
    let donations = served.memory.donations
    #expect(try await !donations.all(group: "Note grocery-list").isEmpty)
    try await served.say("delete my grocery list note", "yes")
    // The app deletes the group with a message, which Vocative handles in the background.
    #expect(try await eventually(asking: { try await donations.all(group: "Note grocery-list").isEmpty }))
    #expect(try await !donations.all(group: "Note garden-ideas").isEmpty)
  }

  @Test("Donations and deletions of an app before its memory is prepared are stored in the same order")
  func early() async throws {
    let messages = #"""
      echo '{"type":"donate","intent":"Water","values":{"plant":"beans"},"title":"Water the beans","group":"Plant beans"}'
      echo '{"type":"donate","intent":"Water","values":{"plant":"roses"},"title":"Water the roses","group":"Plant roses"}'
      echo '{"type":"forget","group":"Plant beans"}'
      echo '{"type":"announce","dialog":"Sent."}'
      while read
      """#
    let app = try ScriptedApp(ScriptedApp.loop(ScriptedApp.answer("Done.")).replacing("while read", with: messages))
    let assistant = try await app.assistant()
    var announcements = app.apps.announcements.makeAsyncIterator()
    #expect(await announcements.next()?.dialog == "Sent.")
    let memory: AssistantMemory = try .inMemory(assistant: "garden")
    let runtime = IntentRuntime(assistant: assistant, memory: memory, logger: .silent)
    try await runtime.prepare()
    #expect(
      try await eventually(asking: { try await memory.donations.all().map(\.group) == ["Plant roses"] }))
  }

  @Test("Donations of an app during a private request are not stored")
  func privateStep() async throws {
    let gate = #""Open":{"title":"Open the gate","phrases":["open the gate"],"authentication":"required"},"Water""#
    let donation = #"echo '{"type":"donate","intent":"Water","values":{"plant":"roses"},"title":"Water the roses"}'"# + "\n"
    let answer = ScriptedApp.answer("Done.")
    let app = try ScriptedApp(
      ScriptedApp.loop(answer).replacing("\"Water\"", with: gate).replacing(answer, with: donation + answer))
    let memory: AssistantMemory = try .inMemory(assistant: "garden")
    let runtime = IntentRuntime(
      assistant: try await app.assistant(), memory: memory, unlock: Unlock(isAlwaysUnlocked: true), logger: app.log.logger)
    try await runtime.prepare()
    var conversation = TypedConversation(runtime: runtime)
    _ = try await conversation.say("open the gate")
    _ = try await conversation.say("water the beans")
    #expect(try await eventually(asking: { try await !memory.donations.all().isEmpty }))
    #expect(try await memory.donations.all().count { $0.shortcut.values == ["plant": "roses"] } == 1)
  }

  @Test("An app donates with a group what the person did in the app itself, and deletes it")
  func own() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop(
        #"""
        case $type in
        perform) echo '{"type":"donate","intent":"Water","values":{"plant":"beans"},"title":"Water the beans","group":"Plant beans"}'
          echo '{"type":"donate","intent":"Water","values":{"plant":"roses"},"title":"Water the roses","group":"Plant roses"}'
          echo '{"type":"forget","group":"Plant beans"}';;
        esac
        """# + "\n" + ScriptedApp.answer("Done.")))
    let memory: AssistantMemory = try .inMemory(assistant: "garden")
    let runtime = IntentRuntime(assistant: try await app.assistant(), memory: memory, logger: .silent)
    try await runtime.prepare()
    var conversation = TypedConversation(runtime: runtime)
    try await conversation.say("water the roses")
    #expect(
      try await eventually(asking: { try await memory.donations.all().map(\.group) == ["Plant roses"] }))
  }

  // MARK: Slow and broken stores

  /// A garden that first runs a command, then donates a number of plants, deletes one of them, and announces that.
  private static func garden(_ command: String, donating count: Int, deleting plant: Int) throws -> ScriptedApp {
    let messages = #"""
      \#(command)
      plant=0
      while [ $plant -lt \#(count) ]; do
        echo '{"type":"donate","intent":"Water","values":{"plant":"beans"},"title":"Water","group":"Plant '$plant'"}'
        plant=$((plant + 1))
      done
      echo '{"type":"forget","group":"Plant \#(plant)"}'
      echo '{"type":"announce","dialog":"Sent."}'
      while read
      """#
    var limits = AppHostLimits.patient
    limits.maxMessages = .max
    return try ScriptedApp(
      ScriptedApp.loop(ScriptedApp.answer("Done.")).replacing("while read", with: messages), limits: limits)
  }

  private static let watering = Shortcut(intent: "Water", values: ["plant": "roses"], title: "Water the roses").of("garden")

  /// The groups of the donations, newest first.
  private func groups(in memory: AssistantMemory) async throws -> [String] {
    try await memory.donations.all().compactMap(\.group)
  }

  @Test("Of many donations before the memory is prepared, the newest are stored, and no deletion is dropped")
  func many() async throws {
    let app = try Self.garden(#"echo '{"type":"forget","group":"Plant roses"}'"#, donating: 500, deleting: 450)
    let assistant = try await app.assistant()
    var announcements = app.apps.announcements.makeAsyncIterator()
    #expect(await announcements.next()?.dialog == "Sent.")
    let memory: AssistantMemory = try .inMemory(assistant: "garden")
    try await memory.donations.donate(Self.watering, group: "Plant roses")
    let runtime = IntentRuntime(assistant: assistant, memory: memory, logger: .silent)
    try await runtime.prepare()
    let newest = (400..<500).reversed().filter { $0 != 450 }.map { "Plant \($0)" }
    #expect(try await eventually(asking: { try await groups(in: memory) == newest }))
  }

  @Test("While the store blocks, only the newest donations of an app wait")
  func slowStore() async throws {
    let app = try Self.garden("read -r line < go", donating: 1000, deleting: 950)
    let start = app.folder.path + "/go"
    try #require(mkfifo(start, 0o600) == 0)
    let memory: AssistantMemory = try .inMemory(assistant: "garden")
    let runtime = IntentRuntime(assistant: try await app.assistant(), memory: memory, logger: .silent)
    try await runtime.prepare()
    try await memory.donations.donate(Self.watering, group: "Plant roses")
    let gate = Gate()
    let blocking = Task { try await memory.donations.takeAll { _ in gate.wait() } }
    await gate.arrived()
    var announcements = app.apps.announcements.makeAsyncIterator()
    close(open(start, O_WRONLY))
    #expect(await announcements.next()?.dialog == "Sent.")
    gate.open()
    try await blocking.value
    let newest = (901..<1000).reversed().filter { $0 != 950 }.map { "Plant \($0)" }
    #expect(try await eventually(asking: { try await groups(in: memory).prefix(newest.count).elementsEqual(newest) }))
    #expect(try await groups(in: memory).count <= 101, "the donation that is stored, and 100 that wait")
  }

  @Test("A lasting fault of the store is logged once for all donations of an app")
  func brokenStore() async throws {
    let app = try Self.garden("read -r line < go", donating: 50, deleting: 20)
    let start = app.folder.path + "/go"
    try #require(mkfifo(start, 0o600) == 0)
    let path = app.folder.path + "/runtime.sqlite"
    let memory = AssistantMemory(assistant: "garden", store: try RuntimeStore(path: path))
    let runtime = IntentRuntime(assistant: try await app.assistant(), memory: memory, logger: .silent)
    try await runtime.prepare()
    try await memory.donations.donate(Self.watering, group: "Plant 20")
    // No change of a file that was replaced can be stored.
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
    close(open(start, O_WRONLY))
    #expect(await app.logs("the donations could not be deleted"))
    #expect(app.log.messages.count { $0.contains("the donation could not be stored") } == 1, "\(app.log.messages)")
  }
}
