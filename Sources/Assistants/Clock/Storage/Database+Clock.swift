import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

extension Database {
  func timers(where condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [CountdownTimer] {
    try Row.fetchAll(self, sql: "SELECT * FROM timer WHERE \(condition) ORDER BY id", arguments: arguments).map { row in
      let paused: Double? = try row.value(of: "remaining")
      let state: CountdownTimer.State
      if let paused {
        state = .paused(remaining: Duration(stored: paused))
      } else {
        state = .running(until: try row.moment("end") ?? { throw Self.damage(of: row, in: "timer") }())
      }
      return try CountdownTimer(
        id: row.value(of: "id"), name: row.value(of: "name"), duration: Duration(stored: row.value(of: "duration")), state: state)
    }
  }

  func insert(_ timer: CountdownTimer) throws -> CountdownTimer {
    try execute(
      sql: "INSERT INTO timer (name, duration, remaining, endDate, endUptime, endBoot) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: timer.arguments)
    return CountdownTimer(id: lastInsertedRowID, name: timer.name, duration: timer.duration, state: timer.state)
  }

  func update(_ timer: CountdownTimer) throws {
    try execute(
      sql: "UPDATE timer SET name = ?, duration = ?, remaining = ?, endDate = ?, endUptime = ?, endBoot = ? WHERE id = ?",
      arguments: timer.arguments + [timer.id])
  }

  func alarms() throws -> [Alarm] {
    try Row.fetchAll(self, sql: "SELECT * FROM alarm ORDER BY id").map { row in
      let damage = Self.damage(of: row, in: "alarm")
      guard let time = TimeOfDay(written: try row.value(of: "time")) else { throw damage }
      let days: Alarm.Days
      if let written: String = try row.value(of: "day") {
        let single = written.split(separator: " ").map { CalendarDay(written: String($0)) }
        guard !single.isEmpty, !single.contains(nil) else { throw damage }
        days = .once(Set(single.compactMap(\.self)))
      } else {
        let numbers: String = try row.value(of: "weekdays")
        days = .weekly(Set(numbers.split(separator: " ").compactMap { Int($0).flatMap(Weekday.init) }))
      }
      return try Alarm(
        id: row.value(of: "id"), time: time, days: days,
        handled: Date(timeIntervalSince1970: row.value(of: "handled") as Double), snoozed: row.moment("snooze"))
    }
  }

  func insert(_ alarm: Alarm) throws -> Alarm {
    try execute(
      sql: """
        INSERT INTO alarm (time, day, weekdays, handled, snoozeDate, snoozeUptime, snoozeBoot) VALUES (?, ?, ?, ?, ?, ?, ?)
        """, arguments: alarm.arguments)
    return Alarm(id: lastInsertedRowID, time: alarm.time, days: alarm.days, handled: alarm.handled, snoozed: alarm.snoozed)
  }

  func update(_ alarm: Alarm) throws {
    try execute(
      sql: """
        UPDATE alarm SET time = ?, day = ?, weekdays = ?, handled = ?, snoozeDate = ?, snoozeUptime = ?, snoozeBoot = ?
        WHERE id = ?
        """, arguments: alarm.arguments + [alarm.id])
  }

  func reminders() throws -> [Reminder] {
    try Row.fetchAll(self, sql: "SELECT * FROM reminder ORDER BY id").map { row in
      let due: Reminder.Due
      if let moment = try row.moment("due") {
        due = .after(moment)
      } else {
        guard let day = CalendarDay(written: try row.value(of: "day")), let time = TimeOfDay(written: try row.value(of: "time"))
        else { throw Self.damage(of: row, in: "reminder") }
        due = .at(LocalTime(day: day, time: time))
      }
      return try Reminder(
        id: row.value(of: "id"), text: row.value(of: "text"), due: due, isSnoozed: row.value(of: "isSnoozed"))
    }
  }

  func insertReminder(_ text: String, due: Reminder.Due) throws -> Reminder {
    try execute(
      sql: "INSERT INTO reminder (text, day, time, dueDate, dueUptime, dueBoot) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [text] + due.arguments)
    return Reminder(id: lastInsertedRowID, text: text, due: due)
  }

  /// Deletes a row, or all rows; returns the number of deleted rows.
  func delete(from table: String, id: Int64? = nil) throws -> Int {
    try execute(
      sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE :id IS NULL OR id = :id", arguments: ["id": id])
    return changesCount
  }

  private static func damage(of row: Row, in table: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISMATCH, message: "a row of the table \(table) has an invalid time")
  }
}

extension Row {
  /// Returns the moment in three columns; nil if they are empty.
  fileprivate func moment(_ prefix: String) throws -> Moment? {
    guard let date: Double = try value(of: prefix + "Date"), let uptime: Double = try value(of: prefix + "Uptime"),
      let boot: String = try value(of: prefix + "Boot")
    else { return nil }
    return Moment(date: Date(timeIntervalSince1970: date), uptime: Duration(stored: uptime), boot: boot)
  }
}

extension Duration {
  /// Creates a duration from stored seconds, rounded to milliseconds.
  ///
  /// `Duration.seconds` of three hours and fifteen minutes is a little less, because it multiplies as `Double`.
  fileprivate init(stored seconds: Double) {
    // A damaged store may have any number.
    self = .milliseconds(Int64(min(max((seconds * 1000).rounded(), -1e15), 1e15)))
  }
}

extension Moment? {
  fileprivate var arguments: StatementArguments {
    [self?.date.timeIntervalSince1970, self.map { $0.uptime / .seconds(1) }, self?.boot]
  }
}

extension CountdownTimer {
  fileprivate var arguments: StatementArguments {
    let (remaining, end): (Double?, Moment?) =
      switch state {
      case .paused(let remaining): (remaining / .seconds(1), nil)
      case .running(let end): (nil, end)
      }
    return [name, duration / .seconds(1), remaining] + end.arguments
  }
}

extension Alarm {
  fileprivate var arguments: StatementArguments {
    let (day, weekdays): (String?, String?) =
      switch days {
      case .once(let days): (days.sorted().map(\.written).joined(separator: " "), nil)
      case .weekly(let days): (nil, days.map(\.rawValue).sorted().map(String.init).joined(separator: " "))
      }
    return [time.written, day, weekdays, handled.timeIntervalSince1970] + snoozed.arguments
  }
}

extension Reminder.Due {
  var arguments: StatementArguments {
    switch self {
    case .at(let local): [local.day.written, local.time.written] + Moment?.none.arguments
    case .after(let moment): [nil, nil] + Moment?.some(moment).arguments
    }
  }
}

extension TimeOfDay {
  fileprivate init?(written: String) {
    let parts = written.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
    self.init(hour: hour, minute: minute)
  }
}

extension CalendarDay {
  fileprivate init?(written: String) {
    let parts = written.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
