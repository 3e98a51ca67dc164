import Logging
import Testing
import VocativeIntents
import VocativeUnderstanding

@Suite("The intent runtime")
struct IntentRuntimeTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private struct Fault: Error {}

  private struct Fails: Intent {
    static let title = "Failing"
    func perform() async throws -> IntentResponse { throw Fault() }
  }

  private struct Hangs: Intent {
    static let title = "Hanging"
    func perform() async throws -> IntentResponse {
      // Deaf to cancellation, as a handler in a blocking call is; never resumed, and leaked on purpose.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return .success("never")
    }
  }

  private struct Works: Intent {
    static let title = "Working"
    func perform() async throws -> IntentResponse { .success("Done.") }
  }

  private enum Colour: String, CaseIterable, ParameterValue {
    case red, green
    static func spokenValues() async throws -> [SpokenValue] {
      allCases.map { SpokenValue(identifier: $0.rawValue, display: $0.rawValue, names: [$0.rawValue, "shared name"]) }
    }
    static func value(for identifier: String) async throws -> Colour? { Colour(rawValue: identifier) }
  }

  private struct Paint: Intent {
    static let title = "Paint"
    @Parameter(title: "Colour", prompt: "Which colour?") var colour: Colour
    func perform() async throws -> IntentResponse { .success("Painted \(colour.rawValue).") }
  }

  /// A clock on which no time passes until everybody who waits is let go at once.
  private struct InstantClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
    var now: Instant { Instant(offset: .zero) }
    let minimumResolution = Duration.zero
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  }

  private func runtime(clock: any Clock<Duration> = ContinuousClock()) throws -> IntentRuntime {
    let assistant = try Assistant(name: "test", wakePhrases: []) { () throws(TemplateError) in
      try IntentDefinition(Fails.self, phrases: ["fail"])
      try IntentDefinition(Hangs.self, phrases: ["hang"])
      try IntentDefinition(Works.self, phrases: ["work"])
      try IntentDefinition(Paint.self, phrases: ["paint it \(\.$colour)", "paint it"])
    }
    return IntentRuntime(assistant: assistant, clock: clock, logger: logger)
  }

  @Test("A handler that throws is a failure with something to say, and the next one works")
  func throwing() async throws {
    let runtime = try runtime()
    guard case .responded(let response) = await runtime.perform(.init(intent: "Fails", values: [:])) else {
      Issue.record("no response")
      return
    }
    #expect(response.code == .failure)
    #expect(response.dialog == "Something went wrong with failing.")
    #expect(await runtime.perform(.init(intent: "Works", values: [:])) == .responded(.success("Done.")))
  }

  @Test("A handler that hangs is given up when its time is over, even when it is deaf to cancellation")
  func hanging() async throws {
    let outcome = await (try runtime(clock: InstantClock())).perform(.init(intent: "Hangs", values: [:]))
    #expect(outcome == .responded(.failure("Hanging took too long.")))
  }

  @Test("A phrase names a parameter by its key path, and its value reaches the intent")
  func keyPaths() async throws {
    let runtime = try runtime()
    let paint = try #require(runtime.assistant.intent(named: "Paint"))
    #expect(paint.phrases.map(\.text) == ["paint it {colour}", "paint it"])
    let outcome = await runtime.perform(.init(intent: "Paint", values: ["colour": "green"]))
    #expect(outcome == .responded(.success("Painted green.")))
  }

  @Test("A missing parameter is asked for in its own words")
  func missing() async throws {
    let outcome = await (try runtime()).perform(.init(intent: "Paint", values: [:]))
    #expect(outcome == .needsValue(parameter: "colour", dialog: "Which colour?"))
  }

  @Test("A value that is gone by the time it is needed is a failure that names the parameter")
  func goneValue() async throws {
    let outcome = await (try runtime()).perform(.init(intent: "Paint", values: ["colour": "blue"]))
    #expect(outcome == .responded(.failure("That colour is not there any more.")))
  }

  @Test("A name two values share is used for neither")
  func sharedNames() async throws {
    let grammar = try await (try runtime()).grammar()
    let names = try #require(grammar.lists["Colour"]).flatMap(\.spoken)
    #expect(names == [.literal("red"), .literal("green")])
  }
}
