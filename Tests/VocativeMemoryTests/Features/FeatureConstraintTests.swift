import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("Features that ask, and that their owner turns on and off")
struct FeatureConstraintTests {
  private struct Dance: Intent {
    static let title = "Dance"
    func perform() async throws -> IntentResponse { .success("Dancing.") }
  }

  private struct Leap: Intent {
    static let title = "Leap"
    func confirm() async throws -> IntentResponse { .ready("Shall I?") }
    func perform() async throws -> IntentResponse { .success("Leaping.") }
  }

  private let memory: AssistantMemory
  private let time = ManualTime(UTC.date(2026, 5, 4, 12))

  init() throws { memory = try AssistantMemory.inMemory(assistant: "club") }

  private func runtime(_ constraints: FeatureConstraint..., observers: [any DispatchObserver] = [])
    throws -> IntentRuntime
  {
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { [time] in time.now }, calendar: UTC.calendar))
    let assistant = try Assistant(name: "club", wakePhrases: [], dependencies: dependencies) {
      Feature("DanceFloor", constraints: constraints) {
        IntentDefinition(Dance.self, phrases: ["dance"])
        IntentDefinition(Leap.self, phrases: ["leap"])
      }
    }
    return IntentRuntime(
      assistant: assistant, memory: memory, observers: observers, logger: .silent)
  }

  private func outcome(_ runtime: IntentRuntime) async -> IntentOutcome {
    await runtime.perform(IntentRequest(intent: "Dance"))
  }

  private func agreeing(_ agrees: Bool, _ runtime: IntentRuntime) async throws -> IntentOutcome {
    let question = try #require(await outcome(runtime).question)
    #expect(question.dialog == "May I read the record?")
    guard
      case .continues(let request) = runtime.receive(
        ["confirmation": agrees ? "yes" : "no"], answering: question)
    else {
      return await outcome(runtime)
    }
    return await runtime.perform(request)
  }

  @Test(
    "A permission is asked for once, and an answer counts until the owner changes it",
    arguments: [true, false])
  func permission(agrees: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("la", to: "record")
    let runtime = try runtime(.permission(.file(path), asking: "May I read the record?"))
    #expect(await runtime.features().map(\.isAvailable) == [true], "it can be asked for")
    let first = try await agreeing(agrees, runtime)
    #expect(first.dialog == (agrees ? "Dancing." : "All right, I won't."))
    let second = await outcome(runtime)
    #expect(
      second.dialog
        == (agrees ? "Dancing." : "I'm not allowed to do that, because you said no when I asked."))
    try await runtime.set(false, forFeature: "dancefloor")
    #expect(await outcome(runtime).dialog == "Dance floor is turned off.")
    try await runtime.set(true, forFeature: "club.DanceFloor")
    #expect(await outcome(runtime).dialog == "Dancing.", "the owner agrees")
  }

  @Test("A long question is asked once, and so is another one that begins with the same words")
  func longQuestions() async throws {
    let beginning = "May I read the record and " + String(repeating: "each of its many pages and ", count: 9)
    for ending in ["the cover?", "the index?"] {
      let runtime = try runtime(.permission(.file("/dev/null"), asking: beginning + ending))
      let question = try #require(await outcome(runtime).question)
      #expect(question.dialog == beginning + ending)
      guard case .continues(let request) = runtime.receive(["confirmation": "yes"], answering: question) else {
        Issue.record("the permission was not taken")
        return
      }
      #expect(await runtime.perform(request).dialog == "Dancing.")
      #expect(await outcome(runtime).dialog == "Dancing.")
    }
    let identifiers = try await memory.toggles.all().keys
    #expect(identifiers.allSatisfy { $0.hasPrefix("permission.file /dev/null: \(beginning.prefix(100))") && $0.count <= 200 })
    // Later runs find the answers.
    #expect(Set(identifiers.compactMap { $0.split(separator: "#").last }) == ["58f427ea3ce316b4", "c41438b1392cd71"])
  }

  @Test("A request whose permission the person refuses is in the timeline as declined")
  func refusedPermission() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("la", to: "record")
    let runtime = try runtime(
      .permission(.file(path), asking: "May I read the record?"),
      observers: [TimelineObserver(timeline: memory.timeline, logger: .silent)])
    _ = try await agreeing(false, runtime)
    #expect(try await memory.timeline.entries().map(\.reason) == [.declined])
  }

  @Test(
    "A request is confirmed after its permission is given, and declining the request keeps the permission",
    arguments: [true, false])
  func permissionAndConfirmation(agrees: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("la", to: "record")
    let runtime = try runtime(.permission(.file(path), asking: "May I read the record?"))
    let permission = try #require(await runtime.perform(IntentRequest(intent: "Leap")).question)
    #expect(permission.dialog == "May I read the record?")
    guard case .continues(let permitted) = runtime.receive(["confirmation": "yes"], answering: permission) else {
      Issue.record("the permission was not taken")
      return
    }
    let confirmation = try #require(await runtime.perform(permitted).question)
    #expect(confirmation.dialog == "Shall I?")
    switch runtime.receive(["confirmation": agrees ? "yes" : "no"], answering: confirmation) {
    case .continues(let confirmed):
      #expect(agrees)
      #expect(await runtime.perform(confirmed).dialog == "Leaping.")
    case .declined(let response):
      #expect(!agrees)
      #expect(response.dialog == "All right, I won't.")
    case .cancelled, .wrongPassphrase: Issue.record("the answer was not taken")
    }
    #expect(await outcome(runtime).dialog == "Dancing.", "the permission is still given")
  }

  @Test("A feature is available at its times, and says when")
  func times() async throws {
    let runtime = try runtime(.time(ClockWindow(from: 7 * 60, to: 22 * 60, on: Weekday.workdays)))
    #expect(await outcome(runtime).dialog == "Dancing.")
    time.set(UTC.date(2026, 5, 4, 23))
    let reason = await outcome(runtime).dialog
    #expect(
      reason.hasPrefix("That only works from seven ") && reason.hasSuffix(" on weekdays."),
      "\(reason)")
    #expect(
      await runtime.features().map(\.constraints) == [["time: from 07:00 to 22:00 on weekdays"]])
    #expect(await runtime.features().map(\.reason) == [reason])
  }

  @Test("A feature asks for its permission only while nothing else is missing")
  func permissionAtItsTimes() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("la", to: "record")
    let runtime = try runtime(
      .permission(.file(path), asking: "May I read the record?"), .time(ClockWindow(from: 7 * 60, to: 22 * 60)))
    time.set(UTC.date(2026, 5, 4, 23))
    let late = await outcome(runtime)
    #expect(late.question == nil && late.dialog.hasPrefix("That only works from seven "), "\(late.dialog)")
    #expect(await runtime.features().map(\.reason) == [late.dialog])
    time.set(UTC.date(2026, 5, 4, 12))
    #expect(await outcome(runtime).question?.dialog == "May I read the record?")
  }

  @Test("A feature whose permission the system does not grant says so instead of asking for it")
  func missingPermission() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/record"
    let runtime = try runtime(.permission(.file(path), asking: "May I read the record?"))
    let missing = await outcome(runtime)
    #expect(missing.question == nil && missing.dialog == "The file \(path) is missing.")
    #expect(await runtime.features().map(\.reason) == [missing.dialog])
    _ = try folder.write("la", to: "record")
    #expect(await outcome(runtime).question?.dialog == "May I read the record?")
  }

  @Test("A feature with a setting has that setting changed")
  func toggle() async throws {
    let runtime = try runtime(.userToggle("music", default: false, reason: "The music is off."))
    #expect(await runtime.features().map(\.reason) == ["The music is off."])
    try await runtime.set(true, forFeature: "DanceFloor")
    #expect(try await memory.toggles.isOn("music") == true)
    #expect(await outcome(runtime).dialog == "Dancing.")
    try await runtime.set(false, forFeature: "DanceFloor")
    #expect(await outcome(runtime).dialog == "The music is off.")
  }

  @Test("An unknown feature is rejected with the known ones")
  func unknown() async throws {
    let runtime = try runtime()
    await #expect(
      throws: UnknownFeatureError(
        description: "\"Bar\" is not a feature; the features are: club.DanceFloor")
    ) {
      try await runtime.set(true, forFeature: "Bar")
    }
  }
}
