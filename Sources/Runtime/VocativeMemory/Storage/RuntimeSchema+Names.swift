import GRDB

extension RuntimeSchema {
  /// The tables whose rows have the name of their assistant.
  private static let namedTables = [
    "vocabulary", "sharedVocabulary", "vocabularyKind", "featureToggle", "voiceShortcut", "shortcutSuggestion",
    "relevantShortcut", "donation", "timelineEntry", "activity", "assistantChoice",
  ]
  /// The columns with shortcuts as JSON, each with its table.
  private static let shortcutColumns = [
    ("voiceShortcut", "steps"), ("donation", "shortcut"), ("shortcutSuggestion", "value"), ("relevantShortcut", "value"),
  ]

  /// Renames the assistants of intents files: the one in `house.intents.yaml` was called `house.intents`, and is called `house`.
  static func renameAssistants(_ database: Database) throws {
    let shortName = "substr(assistant, 1, length(assistant) - length('.intents'))"
    try database.execute(
      sql: """
        UPDATE timelineEntry SET topic = \(shortName) || substr(topic, length(assistant) + 1)
        WHERE assistant LIKE '_%.intents' AND substr(topic, 1, length(assistant) + 1) = assistant || '.'
        """)
    for table in namedTables {
      // An installed file with the short name keeps its own data.
      try database.execute(
        sql: "UPDATE OR IGNORE \(table) SET assistant = \(shortName) WHERE assistant LIKE '_%.intents'")
    }
    // The keys are in alphabetical order. The activity of a shortcut is JSON in a JSON text.
    for (table, column) in shortcutColumns {
      try database.execute(
        sql: #"""
          UPDATE \#(table) SET \#(column) = replace(
            replace(\#(column), '.intents","intent":', '","intent":'), '.intents\",\"state\":', '\",\"state\":')
          WHERE \#(column) LIKE '%.intents%'
          """#)
    }
    try database.execute(
      sql: """
        UPDATE OR IGNORE assistantChoice
        SET meanings = replace(meanings, '.intents.', '.'), others = replace(others, '.intents"', '"')
        """)
  }
}
