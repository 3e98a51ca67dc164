import AssistantTestSupport
import Clock
import Dispatch
import Foundation
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

/// The clock in a turn loop, with real clocks.
private final class RunningClock: Sendable {
  let store: ClockStore
  let loop: TurnLoop
  private let folder: TemporaryFolder
  private let ringer: Task<Void, Never>
  private let notices = AsyncStream.makeStream(of: TurnNotice.self)
  private let rings = DispatchSemaphore(value: 0)

  init(limit: Duration = .seconds(120), pause: Duration = .milliseconds(50)) async throws {
    folder = try TemporaryFolder()
    store = try ClockStore(path: folder.path + "/clock.sqlite")
    let runtime = IntentRuntime(
      assistant: try ClockAssistant.make(store: store), memory: try .inMemory(assistant: ClockAssistant.name), logger: .silent)
    var configuration = TurnLoop.Configuration()
    configuration.ringingPause = pause
    loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()),
      configuration: configuration, logger: .silent
    ) { [notices, rings] notice in
      notices.continuation.yield(notice)
      if case .state(.ringing) = notice { rings.signal() }
    }
    let ringer = AlertRinger(loop: loop, limit: limit, logger: .silent)
    self.ringer = Task { await ringer.run() }
  }

  deinit { ringer.cancel() }

  /// Waits for the card of an alert, and returns its dialog.
  func alert() async -> String? {
    for await notice in notices.stream {
      if case .event(let event) = notice, case .responded("Alert", _, let dialog, _) = event.kind { return dialog }
    }
    return nil
  }

  /// Listens to words that are said as soon as something rings.
  func hear(_ words: String) async throws {
    let silence = [Int16](repeating: 0, count: 16_000)
    let audio = silence + (try await SynthesizedSpeech.samples(of: words, voice: "slt")) + silence + silence
    try await loop.run(SampleSource(audio, isLive: true) { [rings] in if $0 == 0 { rings.wait() } })
  }

  /// Waits for a state of the loop.
  func reach(_ state: TurnState) async {
    for await notice in notices.stream {
      if case .state(state) = notice { return }
    }
  }
}

@Suite("Ringing", .tags(.lone), .serialized, .timeLimit(.minutes(2)))
struct RingingTests {
  @Test("A timer rings within 100 ms of its time, until it is stopped")
  func accuracy() async throws {
    let clock = try await RunningClock()
    let start = TimeKeeper.system.now()
    _ = try await clock.store.addTimer(name: "tea", duration: .seconds(12), at: start)
    #expect(await clock.alert() == "Your tea timer is done.")
    let late = start.duration(to: TimeKeeper.system.now()) - .seconds(12)
    #expect((.zero ..< .milliseconds(100)).contains(late), "\(late)")
    #expect(await clock.loop.stopRinging())
    await clock.reach(.idle)
    while try await !clock.store.timers().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await !clock.loop.stopRinging())
  }

  @Test("A request to listen stops what rings instead")
  func trigger() async throws {
    let clock = try await RunningClock()
    _ = try await clock.store.addTimer(name: nil, duration: .milliseconds(1), at: TimeKeeper.system.now())
    await clock.reach(.ringing)
    try await clock.loop.trigger()
    await clock.reach(.idle)
  }

  @Test("Ringing ends by itself, and what rang is not reported again")
  func limit() async throws {
    let clock = try await RunningClock(limit: .milliseconds(300))
    _ = try await clock.store.addTimer(name: "tea", duration: .milliseconds(1), at: TimeKeeper.system.now())
    #expect(await clock.alert() == "Your tea timer is done.")
    await clock.reach(.idle)
    while try await !clock.store.timers().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await clock.store.addTimer(name: "egg", duration: .milliseconds(1), at: TimeKeeper.system.now())
    #expect(await clock.alert() == "Your egg timer is done.")
  }

  @Test("A typed request is answered between two rounds, and can stop what rings")
  func typed() async throws {
    let clock = try await RunningClock()
    _ = try await clock.store.addTimer(name: "egg", duration: .milliseconds(1), at: TimeKeeper.system.now())
    await clock.reach(.ringing)
    let events = try await clock.loop.trigger("stop")
    guard case .responded("StopRinging", .success, "Okay.", _)? = events.last?.kind else {
      Issue.record("\(events.map(\.kind))")
      return
    }
    await clock.reach(.idle)
    #expect(try await clock.store.timers().isEmpty)
  }

  @Test("A word stops what rings without a wake phrase", arguments: AlertRinger.stopWords)
  func stopWord(word: String) async throws {
    let clock = try await RunningClock(pause: .seconds(60))
    _ = try await clock.store.addTimer(name: nil, duration: .milliseconds(1), at: TimeKeeper.system.now())
    try await clock.hear(word)
    while try await !clock.store.timers().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await clock.loop.status.hits == 1)
  }

  @Test("A reminder is snoozed without a wake phrase")
  func snooze() async throws {
    let clock = try await RunningClock(pause: .seconds(60))
    let start = TimeKeeper.system.now()
    _ = try await clock.store.addReminder("rest", due: .after(start))
    try await clock.hear(AlertRinger.snoozeWord)
    let (due, time) = (start.advanced(by: .seconds(60)), TimeKeeper.system)
    while true {
      let reminder = try #require(try await clock.store.reminders().first)
      if try #require(reminder.remaining(at: due, in: time.calendar)) > .zero { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
