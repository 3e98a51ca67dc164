import Clock
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The ledger of the clock")
struct ClockLedgerTests {
  private let time = TestTime()

  @Test("The earliest of all timers, alarms and reminders is next, and a paused timer is not")
  func next() throws {
    let now = time.now
    let noon = try #require(TimeOfDay(hour: 12, minute: 1))
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 20))
    var ledger = ClockLedger(
      timers: [
        CountdownTimer(id: 1, name: nil, duration: .seconds(90), state: .running(until: now.advanced(by: .seconds(90)))),
        CountdownTimer(id: 2, name: "tea", duration: .seconds(5), state: .paused(remaining: .seconds(5))),
      ], alarms: [Alarm(id: 1, time: noon, days: .once([day]), handled: now.date)],
      reminders: [Reminder(id: 1, text: "rest", due: .after(now.advanced(by: .seconds(30))))])
    #expect(ledger.alerts(at: now, in: UTC.calendar) == DueAlerts(due: [], next: .seconds(30)))
    ledger.reminders = []
    #expect(ledger.alerts(at: now, in: UTC.calendar).next == .seconds(60))
    ledger.alarms = []
    #expect(ledger.alerts(at: now, in: UTC.calendar).next == .seconds(90))
    ledger.timers = []
    #expect(ledger.alerts(at: now, in: UTC.calendar).next == nil)
  }

  @Test(
    "A due alert rings; one that is more than five minutes late is reported instead",
    arguments: [
      (0, "Your tea timer is done.", .rings), (300, "Your tea timer is done.", .rings),
      (301, "Your tea timer was done five minutes ago.", .isSaid), (7300, "Your tea timer was done two hours ago.", .isSaid),
    ] as [(Int, String, Alert.Style)])
  func lateness(seconds: Int, dialog: String, style: Alert.Style) throws {
    let ledger = ClockLedger(
      timers: [CountdownTimer(id: 1, name: "tea", duration: .seconds(5), state: .running(until: time.now))])
    let alert = try #require(
      ledger.alerts(at: time.now.advanced(by: .seconds(seconds)), in: UTC.calendar).due.first)
    #expect(alert.dialog == dialog)
    #expect(alert.style == style)
  }

  @Test("Alerts come in the order in which they were due")
  func order() {
    let now = time.now
    let ledger = ClockLedger(
      timers: [
        CountdownTimer(id: 1, name: "tea", duration: .seconds(5), state: .running(until: now.advanced(by: .seconds(9)))),
        CountdownTimer(id: 2, name: "egg", duration: .seconds(5), state: .running(until: now.advanced(by: .seconds(3)))),
      ])
    let due = ledger.alerts(at: now.advanced(by: .seconds(10)), in: UTC.calendar).due
    #expect(due.map(\.id) == ["timer-2", "timer-1"])
  }

  @Test(
    "A reminder speaks to the person who spoke of themselves",
    arguments: [
      ("call my mom", "call your mom"), ("tell hannah i am late", "tell hannah you are late"),
      ("buy myself a coffee", "buy yourself a coffee"),
      ("water the plants", "water the plants"), ("tell mom about me, my cat", "tell mom about you, your cat"),
    ])
  func addressed(said: String, repeated: String) {
    #expect(Reminder.addressed(said) == repeated)
  }
}
