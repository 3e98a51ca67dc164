import GRDB

/// The database tables of the clock.
///
/// Times are seconds: since 1970 for the wall clock, and since the computer started for the time that passes.
enum ClockSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: timers") { database in
      try database.create(table: "timer") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text)
        table.column("duration", .double).notNull().check { $0 > 0 }
        // A timer that runs has an end, a timer that is paused has a remaining time.
        table.column("remaining", .double).check { $0 >= 0 }
        table.column("endDate", .double)
        table.column("endUptime", .double)
        table.column("endBoot", .text)
        table.check(sql: "(remaining IS NULL) = (endDate IS NOT NULL AND endUptime IS NOT NULL AND endBoot IS NOT NULL)")
      }
    }
    migrator.registerMigration("v2: alarms") { database in
      try database.create(table: "alarm") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("time", .text).notNull()
        // Either single days, such as "2026-11-21 2026-11-23", or the numbers of weekdays, such as "2 3".
        table.column("day", .text)
        table.column("weekdays", .text)
        table.column("handled", .double).notNull()
        table.column("snoozeDate", .double)
        table.column("snoozeUptime", .double)
        table.column("snoozeBoot", .text)
        table.check(sql: "(day IS NULL) = (weekdays IS NOT NULL)")
      }
    }
    migrator.registerMigration("v3: reminders") { database in
      try database.create(table: "reminder") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("text", .text).notNull()
        // Either a day and a time, or a moment.
        table.column("day", .text)
        table.column("time", .text)
        table.column("dueDate", .double)
        table.column("dueUptime", .double)
        table.column("dueBoot", .text)
        table.check(sql: "(day IS NULL) = (dueDate IS NOT NULL AND dueUptime IS NOT NULL AND dueBoot IS NOT NULL)")
        table.check(sql: "(day IS NULL) = (time IS NULL)")
      }
    }
    migrator.registerMigration("v4: snoozed reminders") { database in
      try database.alter(table: "reminder") { $0.add(column: "isSnoozed", .boolean).notNull().defaults(to: false) }
    }
    return migrator
  }()
}
