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

  /// Ends everything that is due.
  func endAll(as ending: Alert.Ending = .done) async throws {
    for alert in try await alerts.alerts().due { try await alerts.end(alert.id, as: ending) }
  }
}
