import Logging
import Testing
import VocativeIntents
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The intent runtime")
struct IntentRuntimeTests {
  private struct Fault: Error {}

  private struct Fails: Intent {
    static let title = "Failing"
    func perform() async throws -> IntentResponse { throw Fault() }
  }

  private struct Hangs: Intent {
    static let title = "Hanging"
    func perform() async throws -> IntentResponse {
      // This ignores cancellation, like a blocking call. It is never resumed, and leaks on purpose.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return .success("never")
    }
  }

  private struct Works: Intent {
    static let title = "Working"
    func perform() async throws -> IntentResponse { .success("Done.") }
  }

  private enum Colour: String, ParameterEnum {
    case red, green
    var spokenNames: [String] { [rawValue, "shared name"] }
  }

  private struct Paint: Intent {
    static let title = "Paint"
    @Parameter(title: "Colour", prompt: "Which colour?") var colour: Colour
    func perform() async throws -> IntentResponse { .success("Painted \(colour.rawValue).") }
  }

  private struct Heat: Intent {
    static let title = "Heat"
    @Parameter(title: "Level", in: 1...9) var level: Int?
    @Parameter(title: "Temperature", in: 5...30, step: 0.5) var degrees: Double?
    @Parameter(title: "Change") var change: Int?
    func perform() async throws -> IntentResponse {
      .success([level?.description, degrees?.description, change?.description].compactMap(\.self).joined())
    }
  }

  private func runtime(clock: any Clock<Duration> = ContinuousClock(), logger: Logger = .silent) throws -> IntentRuntime {
    let assistant = try Assistant(name: "test", wakePhrases: []) {
      IntentDefinition(Fails.self, phrases: ["fail"])
      IntentDefinition(Hangs.self, phrases: ["hang"])
      IntentDefinition(Works.self, phrases: ["work"])
      IntentDefinition(Paint.self, phrases: ["paint it \(\.$colour)", "paint it"])
      IntentDefinition(Heat.self, phrases: ["heat [\(\.$level)] [to \(\.$degrees) degrees] [by \(\.$change)]"])
    }
    var limits = IntentRuntime.Limits()
    limits.patience = nil
    return IntentRuntime(
      assistant: assistant, limits: limits, clock: clock, logger: logger)
  }

  private func response(
    to intent: String, _ values: [String: String], _ runtime: IntentRuntime
  ) async throws -> IntentResponse {
    try #require(await runtime.perform(.init(intent: intent, values: values)).answers.first).response
  }

  @Test("A handler that throws causes a spoken failure, and the next request succeeds")
  func throwing() async throws {
    let runtime = try runtime()
    #expect(try await response(to: "Fails", [:], runtime) == .failure("Sorry, something went wrong."))
    #expect(try await response(to: "Works", [:], runtime) == .success("Done."))
  }

  @Test("A handler that hangs times out, even if it ignores cancellation")
  func hanging() async throws {
    let runtime = try runtime(clock: HurriedClock())
    #expect(try await response(to: "Hangs", [:], runtime) == .failure("Sorry, that took too long."))
  }

  @Test("A request whose caller is cancelled ends as a cancelled one, and no log says that it took too long")
  func cancelledCaller() async throws {
    let log = RecordedLog(from: .error)
    let runtime = try runtime(clock: ManualClock(), logger: log.logger)
    let performing = Task { await runtime.perform(.init(intent: "Hangs")) }
    performing.cancel()
    #expect(await performing.value.answers.map(\.response) == [.failure("All right, I won't.")])
    #expect(log.messages.isEmpty, "\(log.messages)")
  }

  @Test("A phrase names a parameter by its key path, and the intent receives its value")
  func keyPaths() async throws {
    let runtime = try runtime()
    let paint = try #require(runtime.assistant.intent(named: "Paint"))
    #expect(paint.phrases.map(\.text) == ["paint it {colour}", "paint it"])
    #expect(try await response(to: "Paint", ["colour": "green"], runtime) == .success("Painted green."))
  }

  @Test("A missing parameter is asked for with its own prompt")
  func missing() async throws {
    let question = await (try runtime()).perform(.init(intent: "Paint")).question
    #expect(question?.expectation == .value(parameter: "colour"))
    #expect(question?.dialog == "Which colour?")
  }

  @Test("A value that was deleted in the meantime causes a failure that names the parameter")
  func goneValue() async throws {
    #expect(
      try await response(to: "Paint", ["colour": "blue"], runtime()) == .failure("That colour isn't there anymore."))
  }

  @Test("A name that two values share asks which one is meant, and the answer continues the request")
  func sharedNames() async throws {
    let runtime = try runtime()
    let names = try #require(try await runtime.grammar().lists["Colour"])
    #expect(names.flatMap(\.spoken) == [.literal("red"), .literal("green"), .literal("shared name")])
    let question = try #require(
      await runtime.perform(.init(intent: "Paint", values: ["colour": "shared name"])).question)
    #expect(question.dialog == "Which colour, red or green?")
    guard case .continues(let request) = runtime.receive(["colour": "green"], answering: question) else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(request).answers.map(\.response) == [.success("Painted green.")])
  }

  @Test(
    "A number of another program that is outside of a parameter's range is refused",
    arguments: [
      ("level", "9", "9"), ("level", "10", "I don't understand that level."), ("degrees", "21.5", "21.5"),
      ("degrees", "21.3", "I don't understand that temperature."), ("change", "-5", "-5"),
    ])
  func ranges(_ parameter: String, _ value: String, _ dialog: String) async throws {
    #expect(try await response(to: "Heat", [parameter: value], runtime()).dialog == dialog)
  }
}
