import AssistantTestSupport
import GardenApp
import Testing
import Vocative
import VocativeTestSupport

@Suite("Announcements of a Swift assistant")
struct AnnouncerTests {
  @Test("In the same process, an announcement is said after the answer")
  func inProcess() async throws {
    let synthesizer = RecordingSynthesizer()
    let (notices, notice) = AsyncStream.makeStream(of: TurnNotice.self)
    let assistant = try GardenApp.assistant()
    let loop = TurnLoop(
      runtime: IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: .silent),
      stages: .init(model: try RecognitionModel(), synthesizer: synthesizer), logger: .silent
    ) { notice.yield($0) }
    let ringer = Task { await AlertRinger(loop: loop, logger: .silent).run() }
    defer { ringer.cancel() }
    _ = try await loop.trigger("water the roses")
    for await case .event(let event) in notices {
      if case .responded("Alert", _, let dialog, _) = event.kind {
        #expect(dialog == "The beans are dry too.")
        #expect(event.assistant == "garden")
        break
      }
    }
    #expect(await eventually { synthesizer.texts == ["Done.", "The beans are dry too."] })
  }

  /// Returns what the same assistant as an app announces after a request.
  private func announcement(after request: String, answeredWith dialog: String) async throws -> AppAnnouncement? {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "command: [/usr/bin/env, \"XDG_DATA_HOME=\(folder.path)\", \"\(TestProgram.path("GardenApp"))\"]\nstart: at-start\n",
      to: "garden.app.yaml")
    let apps = AppHosts(limits: .patient, logger: .silent)
    let asked = try AskedAssistant(try await apps.assistant(AppFile(path: file)))
    #expect(try await asked.dialog(for: request) == dialog)
    for await announcement in apps.announcements { return announcement }
    return nil
  }

  @Test("The same assistant as an app requests the announcement from Vocative")
  func inApp() async throws {
    #expect(
      try await announcement(after: "water the roses", answeredWith: "Done.")
        .map { [$0.app, $0.dialog] } == ["garden", "The beans are dry too."])
  }

  @Test("An app shortens an announcement to the limit of Vocative, which counts Unicode scalars")
  func long() async throws {
    let announcement = try await announcement(after: "describe the roses", answeredWith: "Listen.")
    #expect(announcement?.dialog == String(repeating: "e\u{301}", count: 1000))
  }

  @Test("More announcements than can wait are refused")
  func tooMany() {
    let announcer = Announcer()
    let isTaken = (0...Announcer.maxWaiting).map { announcer.announce("\($0)") }
    #expect(isTaken == Array(repeating: true, count: Announcer.maxWaiting) + [false])
    announcer.end(announcer.alerts().due[0].id, as: .done)
    #expect(announcer.announce("one more"))
    #expect(announcer.alerts().due.last?.dialog == "one more")
  }
}
