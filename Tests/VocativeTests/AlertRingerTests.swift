import AssistantTestSupport
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Alerts with faults", .timeLimit(.minutes(2)))
struct AlertRingerTests {
  private struct Bake: Intent {
    static let title = "Bake"
    func perform() async throws -> IntentResponse { .success("Baking.") }
  }

  private struct FullDisk: Error {}

  /// A source that cannot store the end of its alert, as long as a test says so.
  private final class Oven: AlertSource {
    private let style: Alert.Style
    private let dialog: String
    private let state = Mutex(
      (isWritable: false, isDue: true, day: CalendarDay?.none, looks: 0, endings: [Alert.Ending]()))

    init(_ style: Alert.Style, saying dialog: String = "The cake is done.", isDue: Bool = true) {
      (self.style, self.dialog) = (style, dialog)
      state.withLock { $0.isDue = isDue }
    }

    var endings: [Alert.Ending] { state.withLock { $0.endings } }
    var isDue: Bool { state.withLock { $0.isDue } }
    var isRead: Bool { state.withLock { $0.looks > 0 } }
    func repair() { state.withLock { $0.isWritable = true } }
    func open() { state.withLock { $0.isDue = false } }
    func finish(on day: CalendarDay? = nil) { state.withLock { ($0.isDue, $0.day) = (true, day) } }

    func alerts() -> DueAlerts {
      state.withLock { state in
        state.looks += 1
        let alert = Alert(id: "1", dialog: dialog, style: style, occurrence: state.day)
        return DueAlerts(due: state.isDue ? [alert] : [], next: nil)
      }
    }

    func end(_ alert: Alert.ID, as ending: Alert.Ending) throws {
      try state.withLock { state in
        state.endings.append(ending)
        guard state.isWritable else { throw FullDisk() }
        state.isDue = false
      }
    }
  }

  /// A source that cannot be read.
  private final class BrokenOven: AlertSource {
    func alerts() throws -> DueAlerts { throw FullDisk() }
    func end(_ alert: Alert.ID, as ending: Alert.Ending) {}
  }

  /// A source whose reading ends only by being cancelled, with an error.
  private final class SlowOven: AlertSource {
    private let state = Mutex(false)
    var isRead: Bool { state.withLock { $0 } }

    func alerts() async throws -> DueAlerts {
      state.withLock { $0 = true }
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      continuation.finish()
      throw FullDisk()
    }

    func end(_ alert: Alert.ID, as ending: Alert.Ending) {}
  }

  private final class Heard: Sendable {
    private let dialogs = Mutex<[String]>([])
    var all: [String] { dialogs.withLock { $0 } }

    func receive(_ notice: TurnNotice) {
      guard case .event(let event) = notice, case .responded("Alert", _, let dialog, _) = event.kind else { return }
      dialogs.withLock { $0.append(dialog) }
    }
  }

  private let clock = ManualClock()
  private let heard = Heard()
  private let log = RecordedLog()

  private func loop(
    _ sources: any AlertSource..., synthesizer: any Synthesizer = RecordingSynthesizer()
  ) throws -> TurnLoop {
    let assistants = try zip(["oven", "stove"], sources).map { name, source in
      try Assistant(name: name, wakePhrases: []) { IntentDefinition(Bake.self, phrases: ["bake"]) }
        .announcing(source)
    }
    var configuration = TurnLoop.Configuration()
    configuration.ringingPause = .milliseconds(1)
    return TurnLoop(
      runtime: IntentRuntime(assistants: assistants, logger: .silent),
      stages: .init(model: try RecognitionModel(), synthesizer: synthesizer), configuration: configuration, logger: .silent
    ) { [heard] in heard.receive($0) }
  }

  /// Lets the ringer look at the alerts once a second for some time.
  private func pass(seconds: Int) async {
    for _ in 0..<seconds {
      await clock.sleeper(for: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    await clock.sleeper(for: .seconds(1))
  }

  @Test("An announcement whose end cannot be stored is said once, and its end is stored later")
  func announcement() async throws {
    let oven = Oven(.isSaid)
    let ringer = AlertRinger(loop: try loop(oven), clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    await pass(seconds: 6)
    #expect(heard.all == ["The cake is done."])
    #expect(oven.endings == [.done, .done, .done], "after no, one and three seconds")
    oven.repair()
    await pass(seconds: 1)
    #expect(!oven.isDue)
    #expect(heard.all == ["The cake is done."])
    #expect(log.messages.count { $0.hasPrefix("error: ") } == 1, "\(log.messages)")
  }

  @Test("An alert that a person stopped does not ring again, although its end cannot be stored")
  func ringing() async throws {
    let oven = Oven(.rings)
    let loop = try loop(oven)
    let ringer = AlertRinger(loop: loop, clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    #expect(await eventually { !heard.all.isEmpty })
    #expect(await loop.stopRinging())
    await pass(seconds: 6)
    #expect(heard.all == ["The cake is done."])
    oven.repair()
    await pass(seconds: 1)
    #expect(!oven.isDue)
    #expect(oven.endings.allSatisfy { $0 == .done })
  }

  @Test("An alert that repeats is heard once on each day, although its end cannot be stored")
  func repeating() async throws {
    let days = try (23...24).map { try #require(CalendarDay(year: 2026, month: 11, day: $0)) }
    let oven = Oven(.isSaid, isDue: false)
    let ringer = AlertRinger(loop: try loop(oven), clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    await clock.sleeper(for: .seconds(1))
    for (index, day) in days.enumerated() {
      oven.finish(on: day)
      await pass(seconds: 6)
      #expect(heard.all.count == index + 1)
    }
    oven.repair()
    await pass(seconds: 4)
    #expect(!oven.isDue)
    #expect(heard.all.count == days.count)
  }

  @Test("An alert that becomes due while another one rings has its own two minutes")
  func joining() async throws {
    let (oven, stove) = (Oven(.rings), Oven(.rings, saying: "The soup is hot.", isDue: false))
    for source in [oven, stove] { source.repair() }
    let ringer = AlertRinger(loop: try loop(oven, stove), limit: .seconds(120), clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    #expect(await eventually { heard.all == ["The cake is done."] })
    clock.advance(by: .seconds(115))
    stove.finish()
    #expect(await eventually { heard.all == ["The cake is done.", "The soup is hot."] })
    clock.advance(by: .seconds(6))
    #expect(await eventually { oven.endings == [.unanswered] })
    #expect(stove.isDue && stove.endings.isEmpty)
    clock.advance(by: .seconds(113))
    for _ in 0..<1000 { await Task.yield() }
    #expect(stove.isDue && stove.endings.isEmpty)
    clock.advance(by: .seconds(2))
    #expect(await eventually { stove.endings == [.unanswered] })
    #expect(oven.endings == [.unanswered])
  }

  @Test("A stop during a conversation does not end an alert that waits for the end of it")
  func waiting() async throws {
    let oven = Oven(.rings)
    try await ring(oven) { loop in
      for _ in 0..<1000 {
        guard await !loop.stopRinging() else {
          Issue.record("an alert was stopped that had not been heard")
          break
        }
        await Task.yield()
      }
    } afterSpeech: { loop in
      #expect(await eventually { heard.all == ["The cake is done."] })
      #expect(await loop.stopRinging())
    }
  }

  @Test("An alert that ends during a conversation does not ring after it")
  func ended() async throws {
    let oven = Oven(.rings)
    try await ring(oven) { _ in
      // The ringer waits for the loop now.
      for _ in 0..<1000 { await Task.yield() }
      oven.open()
    } afterSpeech: { _ in
      await clock.sleeper(for: .seconds(1))
      #expect(heard.all.isEmpty)
    }
  }

  @Test("If two alerts are due, the one that rings goes before the one that is said")
  func order() async throws {
    let (oven, stove) = (Oven(.isSaid), Oven(.rings, saying: "The soup is hot."))
    for source in [oven, stove] { source.repair() }
    let loop = try loop(oven, stove)
    let ringer = AlertRinger(loop: loop, clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    #expect(await eventually { !heard.all.isEmpty })
    #expect(heard.all == ["The soup is hot."])
    #expect(await loop.stopRinging())
    #expect(await eventually { heard.all == ["The soup is hot.", "The cake is done."] })
  }

  @Test(
    "While the microphone is lent, an announcement stays due, and an alert that rings takes the microphone back",
    arguments: [false, true])
  func lent(isDueBefore: Bool) async throws {
    let (oven, stove) = (Oven(.isSaid), Oven(.rings, saying: "The soup is hot.", isDue: false))
    for source in [oven, stove] { source.repair() }
    let speaker = HeldSynthesizer()
    let loop = try loop(oven, stove, synthesizer: speaker)
    let source = DeafSource()
    let listening = Task { try? await loop.run(source) }
    defer {
      source.close()
      listening.cancel()
    }
    while await loop.status.source == nil { await Task.yield() }
    async let said: Void = loop.say("Dinner is ready.")
    await speaker.begun()
    let borrower = Task { try await loop.lendMicrophone { for try await _ in $0.frames() {} } }
    // It waits for the end of the dialog now.
    for _ in 0..<1000 { await Task.yield() }
    let ringer = AlertRinger(loop: loop, clock: clock, logger: log.logger)
    func ring() -> Task<Void, Never> { Task { await ringer.run() } }
    var task = isDueBefore ? ring() : nil
    defer { task?.cancel() }
    if isDueBefore {
      #expect(await eventually { oven.isRead })
      for _ in 0..<1000 { await Task.yield() }
    }
    speaker.release()
    try await said
    let isLent = try await eventually { await loop.status.state == .answering }
    #expect(isLent)
    task = task ?? ring()
    await pass(seconds: 2)
    #expect(heard.all.isEmpty)
    stove.finish()
    clock.advance(by: .seconds(1))
    await #expect(throws: CaptureError.self) { try await borrower.value }
    #expect(await eventually { heard.all == ["The soup is hot."] })
    #expect(await loop.stopRinging())
    #expect(await eventually { heard.all == ["The soup is hot.", "The cake is done."] })
    #expect(await eventually { oven.endings == [.done] && stove.endings == [.done] })
  }

  /// Runs a ringer that finds an alert while the loop speaks.
  private func ring(
    _ oven: Oven, duringSpeech: (TurnLoop) async -> Void, afterSpeech: (TurnLoop) async throws -> Void
  ) async throws {
    let speaker = HeldSynthesizer()
    let loop = try loop(oven, synthesizer: speaker)
    async let said: Void = loop.say("Dinner is ready.")
    await speaker.begun()
    let ringer = AlertRinger(loop: loop, clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    #expect(await eventually { oven.isRead })
    await duringSpeech(loop)
    speaker.release()
    try await said
    try await afterSpeech(loop)
  }

  @Test("A lasting fault of one assistant's alerts is logged once, although those of another one can be read")
  func lastingFault() async throws {
    let ringer = AlertRinger(loop: try loop(BrokenOven(), Announcer()), clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    defer { task.cancel() }
    await pass(seconds: 3)
    #expect(log.messages.count { $0.contains("the alerts of \"oven\" cannot be read") } == 1, "\(log.messages)")
  }

  @Test("Alerts that are being read when the program ends are not reported as a fault")
  func cancelled() async throws {
    let oven = SlowOven()
    let ringer = AlertRinger(loop: try loop(oven), clock: clock, logger: log.logger)
    let task = Task { await ringer.run() }
    #expect(await eventually { oven.isRead })
    task.cancel()
    await task.value
    #expect(!log.messages.contains { $0.contains("cannot be read") }, "\(log.messages)")
  }
}
