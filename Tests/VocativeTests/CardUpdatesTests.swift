import AssistantTestSupport
import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

/// The values on the display of an oven, one at a time.
private final class Oven: Sendable {
  private let degrees: AsyncStream<Int>
  private let degree: AsyncStream<Int>.Continuation
  private let endings = AsyncStream.makeStream(of: Void.self)

  init() { (degrees, degree) = AsyncStream.makeStream(of: Int.self) }

  func heat(to degrees: Int) { degree.yield(degrees) }
  func isReady() { degree.finish() }
  /// Waits until the oven is not watched any more.
  func unwatched() async { for await _ in endings.stream { return } }

  static func card(_ degrees: Int) -> ResponseCard {
    ResponseCard(title: "Oven", rows: [.init("Now", "\(degrees) degrees")], progress: Double(degrees) / 200)
  }

  func watch(_ show: (ResponseCard) async throws -> Void) async throws {
    defer { endings.continuation.yield() }
    for await degrees in degrees { try await show(Self.card(degrees)) }
  }
}

private struct Preheat: Intent {
  static let title = "Preheat"
  @Dependency private var oven: Oven

  func perform() async throws -> IntentResponse {
    IntentContext.current?.report(Oven.card(20), saying: "Heating up.")
    IntentContext.current?.report(Oven.card(100))
    IntentContext.current?.report("Nearly there.")
    return .success("It is warm.", card: Oven.card(180)).updating { [oven] display in
      try await oven.watch { await display.show($0) }
    }
  }
}

private struct Wait: Intent {
  static let title = "Wait"
  func perform() async throws -> IntentResponse { .success("All right.") }
}

private struct Open: Intent {
  static let title = "Open"
  static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  @Dependency private var oven: Oven

  func perform() async throws -> IntentResponse {
    .success("It is open.", card: Oven.card(180)).updating { [oven] display in
      try await oven.watch { await display.show($0) }
    }
  }
}

@Suite("Cards that change")
struct CardUpdatesTests {
  private let oven = Oven()

  private func assistant() throws -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(oven)
    return try Assistant(name: "kitchen", wakePhrases: ["hey kitchen"], dependencies: dependencies) {
      IntentDefinition(Preheat.self, phrases: ["preheat the oven"])
      IntentDefinition(Wait.self, phrases: ["wait"])
      IntentDefinition(Open.self, phrases: ["open the oven"])
    }
  }

  /// A loop, and its events in order.
  private func loop(
    limits: IntentRuntime.Limits = .init(), clock: any Clock<Duration> = ContinuousClock(), isUnlocked: Bool = false,
    synthesizer: RecordingSynthesizer = .init()
  ) throws -> (loop: TurnLoop, events: AsyncStream<TurnEvent>) {
    var limits = limits
    limits.patience = nil
    let runtime = IntentRuntime(
      assistant: try assistant(), memory: try .inMemory(assistant: "kitchen"), unlock: Unlock(isAlwaysUnlocked: isUnlocked),
      limits: limits, clock: clock, logger: .silent)
    let (events, event) = AsyncStream.makeStream(of: TurnEvent.self)
    let loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: synthesizer), logger: .silent
    ) { if case .event(let next) = $0 { event.yield(next) } }
    return (loop, events)
  }

  private static func shown(_ event: TurnEvent) -> String? {
    switch event.kind {
    case .responded(_, let code, let dialog, let card): "\(code) \"\(dialog)\" \(card?.value("Now")?.written ?? "-")"
    case .updated(_, let card): "updated \(card.value("Now")?.written ?? "-")"
    default: nil
    }
  }

  @Test("Progress changes the card at once, and only words are said")
  func progress() async throws {
    let synthesizer = RecordingSynthesizer()
    let (loop, _) = try loop(synthesizer: synthesizer)
    let events = try await loop.trigger("preheat the oven")
    #expect(
      events.compactMap(Self.shown) == [
        "inProgress \"Heating up.\" 20 degrees", "updated 100 degrees", "inProgress \"Nearly there.\" 100 degrees",
        "success \"It is warm.\" 180 degrees",
      ])
    #expect(synthesizer.texts == ["Heating up.", "Nearly there.", "It is warm."])
    // A presenter draws an update with the words of the last report.
    let dialogs = events.compactMap(\.interaction?.response.dialog)
    #expect(dialogs == ["Heating up.", "Heating up.", "Nearly there.", "It is warm."])
  }

  @Test("A card changes after its answer until the next request")
  func afterAnswer() async throws {
    let (loop, events) = try loop()
    var shown = events.makeAsyncIterator()
    _ = try await loop.trigger("preheat the oven")
    while let event = await shown.next(), Self.shown(event)?.hasPrefix("success") != true {}
    oven.heat(to: 190)
    let update = try #require(await shown.next())
    #expect(Self.shown(update) == "updated 190 degrees")
    #expect(update.interaction?.response.code == .success)
    #expect(update.interaction?.response.dialog == "It is warm.")
    oven.heat(to: 200)
    #expect(await shown.next().flatMap(Self.shown) == "updated 200 degrees")
    _ = try await loop.trigger("wait")
    await oven.unwatched()
    oven.heat(to: 210)
    _ = try await loop.trigger("wait")
    var later: [String] = []
    while later.count < 2, let event = await shown.next() { later += [Self.shown(event)].compactMap(\.self) }
    #expect(later == ["success \"All right.\" -", "success \"All right.\" -"])
  }

  @Test("A card changes after its answer until its time is over")
  func limit() async throws {
    let clock = ManualClock()
    var limits = IntentRuntime.Limits()
    limits.updates = .seconds(300)
    let (loop, events) = try loop(limits: limits, clock: clock)
    var shown = events.makeAsyncIterator()
    _ = try await loop.trigger("preheat the oven")
    while let event = await shown.next(), Self.shown(event)?.hasPrefix("success") != true {}
    oven.heat(to: 190)
    #expect(await shown.next().flatMap(Self.shown) == "updated 190 degrees")
    await clock.sleeper(for: .seconds(300))
    clock.advance(by: .seconds(300))
    await oven.unwatched()
  }

  @Test("Readers of the events receive updates at once, and nothing about private requests")
  func readers() async throws {
    let (loop, _) = try loop(isUnlocked: true)
    var events = await loop.events().makeAsyncIterator()
    _ = try await loop.trigger("open the oven")
    oven.heat(to: 170)
    _ = try await loop.trigger("preheat the oven")
    var shown: [String] = []
    while shown.count < 4, let event = await events.next() { shown += [Self.shown(event)].compactMap(\.self) }
    #expect(shown.first == "inProgress \"Heating up.\" 20 degrees")
    #expect(shown.last == "success \"It is warm.\" 180 degrees")
  }

  @Test("A typed conversation waits as long as its last card changes")
  func typed() async throws {
    var conversation = TypedConversation(runtime: try AskedAssistant(assistant()).runtime)
    let events = Mutex<[String]>([])
    try await conversation.say("preheat the oven")
    oven.heat(to: 190)
    oven.isReady()
    await conversation.followCard { event in events.withLock { $0 += [Self.shown(event)].compactMap(\.self) } }
    #expect(events.withLock { $0 } == ["updated 190 degrees"])
  }

  @Test("An update is written and read as JSON")
  func json() throws {
    let event = TurnEvent(time: 1, kind: .updated(intent: "Preheat", card: Oven.card(100)), assistant: "kitchen")
    #expect(
      event.json
        == #"{"assistant":"kitchen","card":{"progress":0.5,"rows":[{"label":"Now","value":"100 degrees"}],"title":"Oven"},"event":"updated","intent":"Preheat","time":1}"#
    )
    #expect(try JSONDecoder().decode(TurnEvent.self, from: Data(event.json.utf8)) == event)
  }
}
