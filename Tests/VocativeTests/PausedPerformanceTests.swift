import AssistantTestSupport
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Questions while an intent is performed")
struct PausedPerformanceTests {
  private struct Paint: Intent {
    static let title = "Paint"
    @Parameter(title: "Color", prompt: "Which color?") var color: Color?
    @Dependency private var endings: Endings

    func perform() async throws -> IntentResponse {
      do {
        let color: Color = try await $color.requestValue()
        endings.add("answered")
        return .success("Painted \(color.rawValue).")
      } catch {
        endings.add("\(error)")
        throw error
      }
    }
  }

  private struct Dry: Intent {
    static let title = "Dry"
    @Dependency private var endings: Endings
    @Dependency private var drying: Drying

    func perform() async throws -> IntentResponse {
      await drying.wait()
      do {
        try await requestConfirmation("Paint over it?")
        return .success("Painted.")
      } catch {
        endings.add("\(error)")
        throw error
      }
    }
  }

  private struct Leave: Intent {
    static let title = "Leave"
    @Dependency private var endings: Endings
    @Dependency private var drying: Drying

    func perform() async throws -> IntentResponse {
      let (endings, drying) = (endings, drying)
      Task {
        await drying.wait()
        do { try await requestConfirmation("Come back?") } catch { endings.add("\(error)") }
      }
      return .success("Gone.")
    }
  }

  private struct Mix: Intent {
    static let title = "Mix"
    @Dependency private var endings: Endings
    @Dependency private var drying: Drying

    func perform() async throws -> IntentResponse {
      async let agreement: Void = requestConfirmation("Mix it?")
      await drying.wait()
      do { try await requestConfirmation("Really?") } catch { endings.add("\(error)") }
      try await agreement
      return .success("Mixed.")
    }
  }

  /// Work that cancelling its task does not interrupt.
  private final class Drying: Sendable {
    private let start = AsyncStream.makeStream(of: Void.self)
    private let end = AsyncStream.makeStream(of: Void.self)

    func wait() async {
      start.continuation.finish()
      await Task { [end] in for await _ in end.stream {} }.value
    }

    func begun() async { for await _ in start.stream {} }
    func finish() { end.continuation.finish() }
  }

  private enum Color: String, ParameterEnum { case red, blue }

  private final class Endings: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private final class Ear: DispatchObserver {
    private let heard = Mutex((completed: [EndReason?](), ended: [EndReason?]()))
    var completed: [EndReason?] { heard.withLock { $0.completed } }
    var ended: [EndReason?] { heard.withLock { $0.ended } }

    func didComplete(_ interaction: Interaction) async { heard.withLock { $0.completed.append(interaction.reason) } }
    func didEnd(_ interaction: Interaction) async { heard.withLock { $0.ended.append(interaction.reason) } }
  }

  private let endings = Endings()
  private let drying = Drying()
  private let clock = ManualClock()

  private func runtime(observers: [any DispatchObserver] = []) throws -> IntentRuntime {
    var dependencies = Dependencies()
    dependencies.add(endings)
    dependencies.add(drying)
    let assistant = try Assistant(name: "paint", wakePhrases: ["hey paint"], dependencies: dependencies) {
      IntentDefinition(Paint.self, phrases: ["paint it"])
      IntentDefinition(Dry.self, phrases: ["dry it"])
      IntentDefinition(Leave.self, phrases: ["leave it"])
      IntentDefinition(Mix.self, phrases: ["mix it"])
    }
    return IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: "paint"), observers: observers, clock: clock, logger: .silent)
  }

  @Test("The time that the person takes for an answer does not count for the time limit")
  func timeLimit() async throws {
    var conversation = TypedConversation(runtime: try runtime())
    _ = try await conversation.say("paint it")
    #expect(conversation.openQuestion == "Which color?")
    #expect(await eventually { clock.sleeperCount == 0 }, "no time limit runs while the person is asked")
    clock.advance(by: .seconds(3600))
    let events = try await conversation.say("blue")
    #expect(events.contains { if case .responded(_, .success, "Painted blue.", _) = $0.kind { true } else { false } })
    #expect(endings.all == ["answered"])
  }

  @Test("A request ends if the person cancels, or the conversation is dropped")
  func cancelled() async throws {
    var conversation: TypedConversation? = TypedConversation(runtime: try runtime())
    _ = try await conversation?.say("paint it")
    _ = try await conversation?.say("never mind")
    #expect(await eventually { endings.all.count == 1 })
    _ = try await conversation?.say("paint it")
    conversation = nil
    #expect(await eventually { endings.all.count == 2 })
    #expect(endings.all == ["IntentCancellation()", "IntentCancellation()"])
  }

  @Test(
    "A request that ends with its question is recorded once, with the reason, before the conversation goes on",
    arguments: [(["never mind"], EndReason.declined), (["a purple elephant", "a purple elephant"], .rejected)])
  func recordedOnce(answers: [String], reason: EndReason) async throws {
    let ear = Ear()
    var conversation = TypedConversation(runtime: try runtime(observers: [ear]))
    _ = try await conversation.say("paint it")
    for answer in answers { _ = try await conversation.say(answer) }
    #expect(conversation.openQuestion == nil)
    #expect(ear.completed == [reason])
    #expect(ear.ended.isEmpty)
  }

  @Test("An answer that is not there anymore ends the request, which is recorded before the conversation goes on")
  func goneAnswer() async throws {
    let ear = Ear()
    let runtime = try runtime(observers: [ear])
    let question = try #require(await runtime.perform(IntentRequest(intent: "Paint")).question)
    guard case .continues(let answered) = runtime.receive(["color": "green"], answering: question) else {
      Issue.record("the answer was not accepted")
      return
    }
    #expect(await runtime.perform(answered).dialog == "That color isn't there anymore.")
    #expect(ear.completed == [.unresolved])
  }

  @Test("A request that took too long cannot ask anymore, and ends")
  func tooLate() async throws {
    let ear = Ear()
    let runtime = try runtime(observers: [ear])
    async let events: [TurnEvent] = {
      var conversation = TypedConversation(runtime: runtime)
      return try await conversation.say("dry it")
    }()
    await drying.begun()
    #expect(
      await eventually {
        clock.advance(by: .seconds(3600))
        return ear.completed == [.timedOut]
      })
    drying.finish()
    #expect(await eventually { endings.all == ["IntentCancellation()"] })
    #expect(try await !events.contains { if case .asked = $0.kind { true } else { false } })
  }

  @Test("A second question at the same time is refused, and the time limit stays suspended until the first one is answered")
  func secondQuestion() async throws {
    var conversation = TypedConversation(runtime: try runtime())
    _ = try await conversation.say("mix it")
    #expect(conversation.openQuestion == "Mix it?")
    #expect(await eventually { clock.sleeperCount == 0 })
    drying.finish()
    #expect(await eventually { endings.all == ["IntentCancellation()"] })
    #expect(await !eventually(within: .zero) { clock.sleeperCount > 0 })
    let events = try await conversation.say("yes")
    #expect(events.contains { if case .responded(_, .success, "Mixed.", _) = $0.kind { true } else { false } })
  }

  @Test("Work that outlives its request cannot ask")
  func outlived() async throws {
    var conversation = TypedConversation(runtime: try runtime())
    let events = try await conversation.say("leave it")
    #expect(events.contains { if case .responded(_, .success, "Gone.", _) = $0.kind { true } else { false } })
    drying.finish()
    #expect(await eventually { endings.all == ["IntentCancellation()"] })
  }

  @Test("A request that is not performed cannot ask")
  func notPerformed() async throws {
    await #expect(throws: IntentCancellation()) { try await Paint().requestConfirmation("Really?") }
  }
}
