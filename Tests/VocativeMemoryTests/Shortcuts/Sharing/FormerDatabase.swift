import GRDB

/// A runtime database in the version before sharing, with the tables that later versions change.
enum FormerDatabase {
  static func make(at path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('v1: vocabulary, toggles, shortcuts, donations, timeline'), ('v2: activities');
          CREATE TABLE voiceShortcut (
            id INTEGER PRIMARY KEY AUTOINCREMENT, assistant TEXT NOT NULL, identifier TEXT NOT NULL UNIQUE, phrase TEXT NOT NULL,
            sentence TEXT NOT NULL, steps TEXT NOT NULL, UNIQUE (assistant, sentence));
          INSERT INTO voiceShortcut (assistant, identifier, phrase, sentence, steps) VALUES
            ('money', 'A-1', 'summer dreams', 'summer dreams', '[{"intent":"Goal","title":"Goal","values":{}}]'),
            ('money', 'A-2', 'payday', 'payday', '[{"intent":"Spend","title":"Spend","values":{}}]');
          CREATE TABLE vocabulary (
            assistant TEXT NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL, identifier TEXT NOT NULL, phrase TEXT NOT NULL,
            pronunciation TEXT, PRIMARY KEY (assistant, kind, position)) WITHOUT ROWID;
          INSERT INTO vocabulary VALUES ('money', 'contactName', 0, 'anna', 'Anna', NULL);
          CREATE TABLE timelineEntry (
            id INTEGER PRIMARY KEY AUTOINCREMENT, assistant TEXT NOT NULL, identifier TEXT NOT NULL, date DOUBLE NOT NULL,
            topic TEXT NOT NULL, title TEXT, arguments TEXT, source TEXT, session TEXT, code TEXT, dialog TEXT, duration DOUBLE,
            UNIQUE (assistant, identifier));
          CREATE TABLE featureToggle (assistant TEXT NOT NULL);
          CREATE TABLE shortcutSuggestion (assistant TEXT NOT NULL, value TEXT NOT NULL);
          CREATE TABLE relevantShortcut (assistant TEXT NOT NULL, value TEXT NOT NULL);
          CREATE TABLE donation (
            assistant TEXT NOT NULL, identifier TEXT NOT NULL, shortcut TEXT NOT NULL, date DOUBLE NOT NULL, "group" TEXT);
          CREATE TABLE activity (assistant TEXT NOT NULL, date DOUBLE NOT NULL);
          """)
    }
  }
}
