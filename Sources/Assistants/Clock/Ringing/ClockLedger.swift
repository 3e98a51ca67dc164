public import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// Everything that the clock will say on its own, and when.
public struct ClockLedger: Equatable, Sendable {
  /// The timers.
  public var timers: [CountdownTimer]
  /// The alarms.
  public var alarms: [Alarm]
  /// The reminders.
  public var reminders: [Reminder]

  /// Something that is later than this does not ring anymore, but is reported as missed.
  public static let maxLateness = Duration.seconds(300)
  /// A weekly alarm that was missed by more than this time is old news.
  private static let maxNews = Duration.seconds(86_400)

  /// Creates a ledger.
  public init(timers: [CountdownTimer] = [], alarms: [Alarm] = [], reminders: [Reminder] = []) {
    self.timers = timers
    self.alarms = alarms
    self.reminders = reminders
  }

  /// The subject of an alert, by its identifier in the store.
  enum Subject: Hashable, Sendable {
    case timer(Int64), alarm(Int64), reminder(Int64)

    /// The identifier of its alert.
    var id: Alert.ID {
      switch self {
      case .timer(let id): "timer-\(id)"
      case .alarm(let id): "alarm-\(id)"
      case .reminder(let id): "reminder-\(id)"
      }
    }

    /// Creates a subject from the identifier of its alert.
    init?(_ id: Alert.ID) {
      let parts = id.split(separator: "-").map(String.init)
      guard parts.count == 2, let number = Int64(parts[1]) else { return nil }
      switch parts[0] {
      case "timer": self = .timer(number)
      case "alarm": self = .alarm(number)
      case "reminder": self = .reminder(number)
      default: return nil
      }
    }
  }

  private struct Item {
    let subject: Subject
    /// The time by which it is late; negative if it is not due.
    let lateness: Duration
    let dialog: String
    let missedDialog: String
    let title: String
    let canSnooze: Bool
    var occurrence: CalendarDay?
  }

  /// Returns what is due at a moment, and the time until something else is.
  public func alerts(at now: Moment, in calendar: Calendar) -> DueAlerts {
    let items =
      timers.filter { !$0.isPaused }.map { item($0, at: now) } + alarms.compactMap { item($0, at: now, in: calendar) }
      + reminders.compactMap { item($0, at: now, in: calendar) }
    let due = items.filter { $0.lateness >= .zero }.sorted { $0.lateness > $1.lateness }
    let coming =
      items.filter { $0.lateness < .zero }.map { .zero - $0.lateness }
      + alarms.compactMap { alarm in
        alarm.next(after: now, in: calendar).map { .seconds($0.timeIntervalSince(now.date)) }
      }
    return DueAlerts(due: due.map { alert($0, at: now, in: calendar) }, next: coming.min())
  }

  private func alert(_ item: Item, at now: Moment, in calendar: Calendar) -> Alert {
    let card = ResponseCard(title: item.title.capitalizedFirstLetter, rows: [])
    guard item.lateness > Self.maxLateness else {
      return Alert(
        id: item.subject.id, dialog: item.dialog, card: card, canSnooze: item.canSnooze, occurrence: item.occurrence)
    }
    return Alert(
      id: item.subject.id, dialog: item.missedDialog, card: card, style: .isSaid, occurrence: item.occurrence)
  }

  private func item(_ timer: CountdownTimer, at now: Moment) -> Item {
    let lateness = .zero - timer.remaining(at: now)
    return Item(
      subject: .timer(timer.id), lateness: lateness, dialog: "Your \(timer.label) is done.",
      missedDialog: "Your \(timer.label) was done \(lateness.spokenAge) ago.", title: timer.label, canSnooze: false)
  }

  private func item(_ alarm: Alarm, at now: Moment, in calendar: Calendar) -> Item? {
    guard let due = alarm.due(at: now, in: calendar), let time = TimeOfDay(now.date, calendar: calendar) else { return nil }
    let lateness = Duration.seconds(now.date.timeIntervalSince(due))
    return Item(
      subject: .alarm(alarm.id), lateness: lateness, dialog: "It's \(time.spoken).",
      missedDialog: "I missed your \(alarm.label), \(lateness.spokenAge) ago.", title: alarm.label, canSnooze: true,
      occurrence: CalendarDay(due, calendar: calendar))
  }

  private func item(_ reminder: Reminder, at now: Moment, in calendar: Calendar) -> Item? {
    guard let remaining = reminder.remaining(at: now, in: calendar) else { return nil }
    let lateness = .zero - remaining
    return Item(
      subject: .reminder(reminder.id), lateness: lateness, dialog: "Remember \(reminder.topic ?? reminder.task).",
      missedDialog: "You wanted \(reminder.topic == nil ? "" : "a reminder ")\(reminder.task), \(lateness.spokenAge) ago.",
      title: reminder.text, canSnooze: true)
  }

  /// Whether an alarm was missed so long ago that it is not reported.
  func isOldNews(_ alarm: Alarm, at now: Moment, in calendar: Calendar) -> Bool {
    guard case .weekly = alarm.days, let due = alarm.due(at: now, in: calendar) else { return false }
    return .seconds(now.date.timeIntervalSince(due)) > Self.maxNews
  }
}

extension Duration {
  /// A past time in words, rounded down to its largest unit: `ten minutes`, `two days`.
  var spokenAge: String {
    let seconds = Int(self / .seconds(1))
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
    for (size, unit) in units where seconds >= size { return SpokenNumber.count(seconds / size, unit) }
    return SpokenNumber.count(max(seconds, 0), "second")
  }
}
