import AssistantTestSupport
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Slow answers", .serialized)
struct SlowAnswerTests {
  /// A gate that opens once.
  private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    func open() { continuation.finish() }
    func pass() async { for await _ in stream {} }
  }

  /// Reports its progress, and finishes after the report is spoken.
  private struct Heat: Intent {
    static let title = "Heat"
    @Dependency private var gate: Gate

    func perform() async throws -> IntentResponse {
      IntentContext.current?.report("Heating up.")
      await gate.pass()
      return .success("It is warm.")
    }
  }

  private struct Order: Intent {
    static let title = "Order"
    func perform() async throws -> IntentResponse { .inProgress("It is on its way.") }
  }

  private struct Secret: Intent {
    static let title = "Secret"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    func perform() async throws -> IntentResponse {
      IntentContext.current?.report("Digging.")
      return .success("The treasure is under the oak.")
    }
  }

  private func play(
    _ intent: IntentDefinition, _ synthesizer: RecordingSynthesizer, _ dependencies: Dependencies = Dependencies()
  ) async throws -> TestPipeline {
    let assistant = try Assistant(name: "slow", wakePhrases: ["hey assistant"], dependencies: dependencies) { intent }
    let pipeline = try TestPipeline(assistant: assistant, synthesizer: synthesizer)
    let audio = try await SynthesizedSpeech.samples(of: "hey assistant, vacation goal", voice: "slt")
    try await pipeline.play(SampleSource(audio + [Int16](repeating: 0, count: 24_000)))
    return pipeline
  }

  @Test("The progress of a slow request is spoken before the request finishes")
  func update() async throws {
    let gate = Gate()
    var dependencies = Dependencies()
    dependencies.add(gate)
    // The handler only finishes after its update is spoken.
    let synthesizer = RecordingSynthesizer { if $0 == "Heating up." { gate.open() } }
    let pipeline = try await play(IntentDefinition(Heat.self, phrases: ["vacation goal"]), synthesizer, dependencies)
    #expect(synthesizer.texts == ["Heating up.", "It is warm."])
    #expect(pipeline.events.responses.map(\.code) == [.inProgress, .success])
  }

  @Test("A request with an early answer is answered only once")
  func inProgress() async throws {
    let synthesizer = RecordingSynthesizer()
    let pipeline = try await play(IntentDefinition(Order.self, phrases: ["vacation goal"]), synthesizer)
    #expect(synthesizer.texts == ["It is on its way."])
    #expect(pipeline.events.responses.map(\.code) == [.inProgress])
  }

  @Test("The progress of a private request is as private as its answer")
  func privateUpdate() async throws {
    let assistant = try Assistant(name: "slow", wakePhrases: []) { IntentDefinition(Secret.self, phrases: ["the secret"]) }
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: "slow"), unlock: Unlock(isAlwaysUnlocked: true),
      logger: .silent)
    var conversation = TypedConversation(runtime: runtime)
    let events = try await conversation.say("the secret")
    #expect(events.map(\.isPrivate) == [true, true, true])
  }
}
