import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport

@Suite("Activities")
struct ActivityTests {
  private struct Show: Intent {
    static let title = "Show"
    static let details = ActivityType("test.details", eligibility: [.search, .prediction])
    static let activityTypes = [details]
    @Parameter(title: "Thing") var thing: String?

    func perform() async throws -> IntentResponse {
      let type = thing == "undeclared" ? ActivityType("test.other") : Self.details
      let dialog = thing == "silent" ? "" : "Here."
      return .continueInApp(dialog, activity: Activity(type, title: "Show a thing", state: ["thing": thing ?? "none"]))
    }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func runtime(
    continuation: ActivityContinuation? = nil, memory: AssistantMemory? = nil, logger: Logger = .silent
  ) throws -> IntentRuntime {
    let byAssistant = ActivityContinuation(Show.details) { activity in
      guard let thing = activity.state["thing"], thing != "broken" else { throw CocoaError(.fileNoSuchFile) }
      return .success("This is \(thing).")
    }
    let assistant = try Assistant(name: "club", wakePhrases: [], activities: [continuation ?? byAssistant]) {
      IntentDefinition(Show.self, phrases: ["show", "show \(\.$thing)"])
    }
    let memory = try memory ?? .inMemory(assistant: "club")
    // A busy machine must not cause a timeout.
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    limits.opening = .seconds(3600)
    return IntentRuntime(
      assistant: assistant, memory: memory,
      observers: [ActivityObserver(activities: memory.activities, logger: logger)], limits: limits,
      logger: logger)
  }

  private func response(_ runtime: IntentRuntime, _ thing: String) async -> IntentResponse? {
    await runtime.perform(IntentRequest(intent: "Show", values: ["thing": thing])).answers.first?.response
  }

  // MARK: Continuing

  @Test("A response that continues in the app passes its activity to the assistant's continuation")
  func continuation() async throws {
    let answer = try await response(runtime(), "gold")
    let response = try #require(answer)
    #expect(response.code == .continueInApp)
    #expect(response.dialog == "Here. This is gold.")
    #expect(response.activity?.state == ["thing": "gold"])
  }

  @Test("A continuation that throws causes a spoken failure")
  func brokenContinuation() async throws {
    #expect(try await response(runtime(), "broken") == .failure("Sorry, something went wrong."))
  }

  @Test("An activity of a type that the intent does not declare causes a spoken failure")
  func undeclaredActivity() async throws {
    #expect(try await response(runtime(), "undeclared") == .failure("Sorry, something went wrong."))
  }

  @Test("A program that continues an activity receives the state as arguments and JSON, and its answer is said")
  func command() async throws {
    let program = try folder.program("printf '%s|' \"$@\"; cat")
    let runtime = try runtime(continuation: ActivityContinuation(Show.details, running: [program, "--", "{thing}; ls"]))
    let answer = await response(runtime, "$(id) a")
    let response = try #require(answer)
    #expect(response.code == .continueInApp)
    #expect(response.dialog.hasPrefix("Here. --|$(id) a; ls|{\"context\":{\"assistant\":\"club\""), "\(response.dialog)")
    #expect(response.dialog.contains(#""source":"activity""#))
  }

  @Test("If the program says nothing, the intent's dialog is used; if it fails, the failure is spoken")
  func commandEndings() async throws {
    let silent = try folder.program("exit 0")
    #expect(try await response(runtime(continuation: .init(Show.details, running: [silent])), "gold")?.dialog == "Here.")
    #expect(
      try await response(runtime(continuation: .init(Show.details, running: [silent])), "silent")?.dialog
        == "Here is Show a thing.")
    let failing = try folder.program("exit 3")
    #expect(
      try await response(runtime(continuation: .init(Show.details, running: [failing])), "gold")
        == .failure("Sorry, something went wrong."))
  }

  @Test("An address is opened with percent-encoded values")
  func address() async throws {
    let seen = folder.path + "/seen"
    let opener = try folder.program("printf '%s' \"$*\" > '\(seen)'")
    let continuation = ActivityContinuation(Show.details, opening: "https://club.example/things?name={thing}", with: opener)
    let response = try await response(runtime(continuation: continuation), "a&b=/../c d")
    #expect(response?.dialog == "Here.", "\(String(describing: response))")
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "https://club.example/things?name=a%26b%3D%2F..%2Fc%20d")
  }

  @Test("A program that opens an address can be ended: it does not inherit the signals that a task blocks")
  func signals() async throws {
    let seen = folder.path + "/signals"
    let opener = try folder.program("grep SigBlk /proc/self/status > '\(seen)'")
    let continuation = ActivityContinuation(Show.details, opening: "https://club.example/{thing}", with: opener)
    #expect(try await response(runtime(continuation: continuation), "gold")?.dialog == "Here.")
    let blocked = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\t").last
    #expect(blocked == "0000000000000000\n")
  }

  @Test("An address that cannot be opened causes a failure that requires the app")
  func unopenedAddress() async throws {
    let missing = IntentResponse.failureRequiringAppLaunch("There's no app on this computer to open Show a thing with.")
    let failing = try folder.program("exit 3")
    for opener in [failing, "no-such-opener"] {
      let continuation = ActivityContinuation(Show.details, opening: "https://club.example/{thing}", with: opener)
      #expect(try await response(runtime(continuation: continuation), "gold") == missing)
    }
  }

  @Test("A missing program is logged with the type of the activity, whose title may be private")
  func missingProgram() async throws {
    let log = RecordedLog(from: .error)
    for continuation in [
      ActivityContinuation(Show.details, opening: "https://club.example/", with: "no-such-opener"),
      ActivityContinuation(Show.details, running: ["no-such-program"]),
    ] {
      _ = try await response(runtime(continuation: continuation, logger: log.logger), "gold")
    }
    #expect(log.messages.count { $0.contains("activities of the type test.details cannot be opened") } == 2)
    #expect(!log.messages.contains { $0.contains("Show a thing") })
  }

  @Test("A value cannot point to another folder of the address")
  func climbing() async throws {
    let opener = try folder.program("exit 0")
    let continuation = ActivityContinuation(Show.details, opening: "https://club.example/things/{thing}", with: opener)
    #expect(
      try await response(runtime(continuation: continuation), "..") == .failure("Sorry, something went wrong."))
  }

  @Test(
    "A spoken value in the scheme or host of an address is rejected when the assistant is declared",
    arguments: ["{thing}", "{thing}://club.example", "https://{thing}/", "https://club.example{thing}", "https://", "club"])
  func refusedAddress(_ address: String) throws {
    #expect(throws: AssistantError.self) {
      _ = try runtime(continuation: ActivityContinuation(Show.details, opening: address))
    }
  }

  @Test("A continuation without a program is rejected when the assistant is declared")
  func refusedCommand() throws {
    #expect(throws: AssistantError.self) { _ = try runtime(continuation: ActivityContinuation(Show.details, running: [])) }
  }

  // MARK: History

  @Test("The activity of a response is remembered, found by its words, and continued")
  func history() async throws {
    let runtime = try runtime()
    _ = await response(runtime, "gold")
    _ = await response(runtime, "silver")
    _ = await response(runtime, "gold")
    let entries = try await runtime.memory.activities.entries(eligibleFor: .search, matching: "thing")
    #expect(entries.map(\.activity.state) == [["thing": "gold"], ["thing": "silver"]], "one entry per activity, newest first")
    let entry = try #require(entries.last)
    #expect(await runtime.continueActivity(entry.activity).dialog == "This is silver.")
    #expect(try await runtime.memory.activities.entries(eligibleFor: .search, matching: "other").isEmpty)
    #expect(try await runtime.memory.activities.entries(eligibleFor: .handOff).isEmpty, "the type does not allow it")
  }

  @Test("The number of activities is limited, they can be forgotten, and each assistant has its own")
  func bound() async throws {
    let store = try RuntimeStore(path: nil)
    let (club, other) = (ActivityHistory(assistant: "club", store: store), ActivityHistory(assistant: "other", store: store))
    for number in 0...ActivityHistory.maxActivities {
      let activity = Activity(Show.details, title: "Thing \(number)", state: ["thing": String(number)])
      try await club.add(activity, date: Date(timeIntervalSince1970: Double(number)))
    }
    try await other.add(Activity(Show.details, title: "Else"))
    try await club.add(Activity(ActivityType("test.nowhere"), title: "Not eligible for anything"))
    #expect(try await club.all().count == ActivityHistory.maxActivities)
    #expect(try await club.all().last?.activity.title == "Thing 1")
    let first = try await club.all().first
    try await club.remove(try #require(first).id)
    #expect(try await club.all().first?.activity.title == "Thing \(ActivityHistory.maxActivities - 1)")
    try await club.removeAll()
    #expect(try await club.all().isEmpty)
    #expect(try await other.all().map(\.activity.title) == ["Else"])
  }

  @Test("Activities are remembered after the clock was set back, and one that is visited again counts as the latest")
  func clockSetBack() async throws {
    let club = ActivityHistory(assistant: "club", store: try RuntimeStore(path: nil))
    func visit(_ number: Int, at seconds: Int) async throws {
      let activity = Activity(Show.details, title: "Thing \(number)", state: ["thing": String(number)])
      try await club.add(activity, date: Date(timeIntervalSince1970: Double(seconds)))
    }
    for number in 1...ActivityHistory.maxActivities { try await visit(number, at: 1000 + number) }
    let visited = try #require(try await club.all().last)
    try await visit(1, at: 1)
    try await visit(101, at: 2)
    try await visit(102, at: 3)
    let all = try await club.all()
    #expect(all.prefix(4).map(\.activity.title) == ["Thing 102", "Thing 101", "Thing 1", "Thing 100"])
    #expect(all.last?.activity.title == "Thing 4")
    #expect(all[2].id == visited.id)
    #expect(all.count == ActivityHistory.maxActivities)
  }

  @Test("An activity of a private intent is not remembered")
  func privateActivity() async throws {
    let memory = try AssistantMemory.inMemory(assistant: "club")
    let observer = ActivityObserver(activities: memory.activities, logger: .silent)
    for isPrivate in [true, false] {
      let dispatch = Dispatch(
        assistant: "club", intent: "Show", title: "Show", values: [:], topic: "club.Show", source: .voice, session: "",
        date: Date(),
        isPrivate: isPrivate)
      let activity = Activity(Show.details, title: "Private \(isPrivate)")
      await observer.didComplete(
        Interaction(dispatch: dispatch, response: .success("Here.", activity: activity), duration: .zero))
    }
    #expect(try await memory.activities.all().map(\.activity.title) == ["Private false"])
  }
}

extension TemporaryFolder {
  /// Writes a shell script with a unique name.
  fileprivate func program(_ text: String) throws -> String { try script(text, named: UUID().uuidString) }
}
