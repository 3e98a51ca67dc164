import AssistantTestSupport
import Clock
import Foundation
import Synchronization
import Vocative
import VocativeTestSupport

/// Clocks that only a test moves.
final class TestTime: Sendable {
  private struct State {
    var now: Moment
    var calendar: Calendar
  }

  private let state: Mutex<State>

  init(_ date: Date = UTC.date(2026, 11, 20), calendar: Calendar = UTC.calendar) {
    state = Mutex(State(now: Moment(date: date, uptime: .seconds(1000), boot: "first"), calendar: calendar))
  }

  var now: Moment { state.withLock { $0.now } }
  var calendar: Calendar { state.withLock { $0.calendar } }
  var keeper: TimeKeeper {
    let source: @Sendable () -> Calendar = { self.calendar }
    return TimeKeeper(now: { self.now }, calendar: source())
  }

  /// Lets time pass on both clocks.
  func pass(_ duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

  /// Sets the wall clock forward or back.
  func set(by seconds: TimeInterval) {
    state.withLock { $0.now = Moment(date: $0.now.date + seconds, uptime: $0.now.uptime, boot: $0.now.boot) }
  }

  /// Starts the computer again after it was off.
  func restart(after duration: Duration) {
    state.withLock { $0.now = Moment(date: $0.now.date + duration / .seconds(1), uptime: .seconds(20), boot: "second") }
  }

  /// Moves the computer to another time zone.
  func travel(to zone: String) throws {
    let calendar = try Zone.calendar(zone)
    state.withLock { $0.calendar = calendar }
  }
}

/// Calendars of time zones.
enum Zone {
  struct Unknown: Error {}

  static func calendar(_ identifier: String) throws -> Calendar {
    guard let zone = TimeZone(identifier: identifier) else { throw Unknown() }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// Returns a date in ISO 8601 format, in UTC.
  static func utc(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

/// The clock with a store of its own, at noon on Friday, November 20, 2026.
struct TestClock {
  let time: TestTime
  let path: String
  let store: ClockStore
  let assistant: AskedAssistant
  let alerts: ClockAlerts
  private let folder: TemporaryFolder

  init(_ time: TestTime = TestTime()) throws {
    self.time = time
    folder = try TemporaryFolder()
    path = folder.path + "/clock.sqlite"
    store = try ClockStore(path: path)
    assistant = try AskedAssistant(ClockAssistant.make(store: store, time: time.keeper))
    alerts = ClockAlerts(store: store, time: time.keeper)
  }

  /// Returns the dialogs of what is due.
  func due() async throws -> [String] { try await alerts.alerts().due.map(\.dialog) }

  /// Makes the store refuse changes of alarms and reminders, as on a full disk, or accept them again.
  func setDiskFull(_ isFull: Bool) throws {
    let program = try OtherProgram(path: path)
    for table in ["alarm", "reminder"] {
      try program.run(
        isFull
          ? "CREATE TRIGGER refuse_\(table) BEFORE UPDATE ON \(table) BEGIN SELECT RAISE(ABORT, 'refused'); END"
          : "DROP TRIGGER refuse_\(table)")
    }
  }

  /// Ends everything that is due.
  func endAll(as ending: Alert.Ending = .done) async throws {
    for alert in try await alerts.alerts().due { try await alerts.end(alert.id, as: ending) }
  }
}

/// A ringer for a clock, which looks at it as often as a test says.
final class TestRinger: Sendable {
  private final class Heard: Sendable {
    let dialogs = Mutex<[String]>([])
  }

  private let loop: TurnLoop
  private let steps = ManualClock()
  private let heard = Heard()
  private let task: Task<Void, Never>

  init(_ clock: TestClock) throws {
    let runtime = IntentRuntime(
      assistants: [try ClockAssistant.make(store: clock.store, time: clock.time.keeper)], logger: .silent)
    var configuration = TurnLoop.Configuration()
    configuration.ringingPause = .milliseconds(1)
    loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()),
      configuration: configuration, logger: .silent
    ) { [heard] notice in
      guard case .event(let event) = notice, case .responded("Alert", _, let dialog, _) = event.kind else { return }
      heard.dialogs.withLock { $0.append(dialog) }
    }
    let ringer = AlertRinger(loop: loop, clock: steps, logger: .silent)
    task = Task { await ringer.run() }
  }

  deinit { task.cancel() }

  /// The dialogs of the alerts that were heard.
  var dialogs: [String] { heard.dialogs.withLock { $0 } }

  /// Stops what rings, as a person who says a word or presses a button.
  func stop(with word: String? = nil) async -> Bool { await loop.stopRinging(with: word) }

  /// Waits until nothing rings.
  func rest() async { await steps.sleeper(for: .seconds(1)) }

  /// Lets a ringer that rests look at the clock.
  func look() { steps.advance(by: .seconds(1)) }
}
