import GRDB

/// The database tables of the runtime.
///
/// Times are in seconds since 1970 and durations in seconds; shortcuts and lists are JSON.
enum RuntimeSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: vocabulary, toggles, shortcuts, donations, timeline", migrate: makeTables)
    migrator.registerMigration("v2: activities", migrate: makeActivities)
    migrator.registerMigration("v3: sharing", migrate: makeSharing)
    migrator.registerMigration("v4: choices among assistants", migrate: makeChoices)
    migrator.registerMigration("v5: reasons in the timeline") { database in
      try database.alter(table: "timelineEntry") { $0.add(column: "reason", .text) }
    }
    migrator.registerMigration("v6: order of choices") { database in
      // The latest choice has the highest number. By date, a clock that was set back would make it the oldest one.
      try database.alter(table: "assistantChoice") { $0.add(column: "sequence", .integer).notNull().defaults(to: 0) }
    }
    migrator.registerMigration("v7: names of intents files without .intents", migrate: renameAssistants)
    migrator.registerMigration("v8: groups of activities", migrate: addActivityGroups)
    migrator.registerMigration("v9: groups in the timeline") { database in
      try database.alter(table: "timelineEntry") { $0.add(column: "group", .text) }
      // The request that was donated has its identifier.
      try database.execute(
        sql: """
          UPDATE timelineEntry SET "group" = (
            SELECT donation."group" FROM donation
            WHERE donation.assistant = timelineEntry.assistant AND donation.identifier = timelineEntry.identifier)
          WHERE title IS NOT NULL
          """)
    }
    return migrator
  }

  private static func makeChoices(_ database: Database) throws {
    try database.create(table: "assistantChoice", options: .withoutRowID) { table in
      // The intents among which was chosen, in alphabetical order.
      table.column("meanings", .text).notNull().primaryKey()
      table.column("sentence", .text).notNull()
      table.column("assistant", .text).notNull()
      table.column("others", .text).notNull()
      table.column("date", .double).notNull()
    }
  }

  private static func makeActivities(_ database: Database) throws {
    try database.create(table: "activity") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("type", .text).notNull()
      table.column("eligibility", .text).notNull()
      table.column("title", .text).notNull()
      table.column("state", .text).notNull()
      table.column("date", .double).notNull()
      // A frequently visited state is one activity.
      table.uniqueKey(["assistant", "type", "state"])
    }
    try database.create(index: "activityByDate", on: "activity", columns: ["assistant", "date"])
  }

  private static func addActivityGroups(_ database: Database) throws {
    try database.alter(table: "activity") { $0.add(column: "group", .text) }
    // The request that led to an activity has its time.
    try database.execute(
      sql: """
        UPDATE activity SET "group" = (
          SELECT donation."group" FROM donation
          WHERE donation.assistant = activity.assistant AND donation.date = activity.date)
        """)
  }

  private static func makeTables(_ database: Database) throws {
    try database.create(table: "vocabulary", options: .withoutRowID) { table in
      table.column("assistant", .text).notNull()
      table.column("kind", .text).notNull()
      // 0 is the most important name.
      table.column("position", .integer).notNull()
      table.column("identifier", .text).notNull()
      table.column("phrase", .text).notNull()
      // Phones separated by spaces.
      table.column("pronunciation", .text)
      table.primaryKey(["assistant", "kind", "position"])
    }
    try database.create(table: "featureToggle", options: .withoutRowID) { table in
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("isOn", .boolean).notNull()
      table.primaryKey(["assistant", "identifier"])
    }
    try database.create(table: "voiceShortcut") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull().unique()
      table.column("phrase", .text).notNull()
      // The phrase as dictionary words. The unique key prevents two programs from storing the same sentence at once.
      table.column("sentence", .text).notNull()
      table.column("steps", .text).notNull()
      table.uniqueKey(["assistant", "sentence"])
    }
    for name in ["shortcutSuggestion", "relevantShortcut"] {
      try database.create(table: name, options: .withoutRowID) { table in
        table.column("assistant", .text).notNull()
        table.column("position", .integer).notNull()
        table.column("value", .text).notNull()
        table.primaryKey(["assistant", "position"])
      }
    }
    try database.create(table: "donation") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("group", .text)
      table.column("shortcut", .text).notNull()
      table.column("weight", .double).notNull()
      table.column("date", .double).notNull()
    }
    try database.create(index: "donationByDate", on: "donation", columns: ["assistant", "date"])
    try database.create(table: "timelineEntry") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("date", .double).notNull()
      table.column("topic", .text).notNull()
      table.column("title", .text)
      table.column("arguments", .text)
      table.column("source", .text)
      table.column("session", .text)
      table.column("code", .text)
      table.column("dialog", .text)
      table.column("duration", .double)
      table.uniqueKey(["assistant", "identifier"])
    }
    try database.create(index: "timelineByDate", on: "timelineEntry", columns: ["assistant", "date"])
  }
}
