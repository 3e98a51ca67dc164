import GRDB

extension MessagesSchema {
  /// Adds what cards have, several recipients of a message, and what replies need.
  static func makeAddressBooks(_ database: Database) throws {
    try makeNames(database)
    for table in ["contact", "contactGroup"] {
      try database.alter(table: table) { alteration in
        // The identity, the file and the contents of its card; NULL without a card.
        alteration.add(column: "card", .text)
        alteration.add(column: "source", .text)
        alteration.add(column: "content", .text)
        // A contact whose card is deleted stays as the sender of its messages.
        alteration.add(column: "isListed", .boolean).notNull().defaults(to: true)
      }
      try database.create(index: "\(table)ByCard", on: table, columns: ["card"], options: .unique)
    }
    try database.create(table: "contactAddress", options: .withoutRowID) { table in
      table.column("contactID", .integer).notNull().references("contact", onDelete: .cascade)
      table.column("position", .integer).notNull()
      table.column("kind", .text).notNull()
      table.column("label", .text)
      table.column("address", .text).notNull()
      table.primaryKey(["contactID", "position"])
    }
    try database.create(table: "groupMember", options: .withoutRowID) { table in
      table.column("groupID", .integer).notNull().references("contactGroup", onDelete: .cascade)
      table.column("contactID", .integer).notNull().references("contact", onDelete: .cascade)
      table.primaryKey(["groupID", "contactID"])
    }
    try database.create(table: "groupPronunciation", options: .withoutRowID) { table in
      table.column("groupID", .integer).notNull().references("contactGroup", onDelete: .cascade)
      table.column("name", .text).notNull()
      // Phones of the CMU dictionary, separated by spaces.
      table.column("phones", .text).notNull()
      table.primaryKey(["groupID", "name"])
    }
    try database.alter(table: "message") { table in
      // The identifier of the program that delivered it; NULL if it gave none.
      table.add(column: "identifier", .text)
      // The order in which messages were read aloud; 0 for never.
      table.add(column: "readOrder", .integer).notNull().defaults(to: 0)
    }
    try database.create(index: "messageByIdentifier", on: "message", columns: ["identifier"], options: .unique)
    try database.alter(table: "attachment") { table in
      table.add(column: "name", .text)
      table.add(column: "type", .text)
      table.add(column: "address", .text)
    }
    // The text before a change, which is restored if the transport refuses the change.
    try database.alter(table: "outbox") { table in table.add(column: "formerBody", .text) }
    try makeRecipients(database)
  }

  /// Moves nicknames and relationships to a table that has several of each.
  private static func makeNames(_ database: Database) throws {
    try database.create(table: "contactName", options: .withoutRowID) { table in
      table.column("contactID", .integer).notNull().references("contact", onDelete: .cascade)
      // A nickname, a relationship, or a first or last name.
      table.column("kind", .text).notNull()
      table.column("position", .integer).notNull()
      table.column("name", .text).notNull()
      table.primaryKey(["contactID", "kind", "position"])
    }
    for kind in ["nickname", "relationship"] {
      try database.execute(
        sql: "INSERT INTO contactName SELECT id, ?, 0, \(kind) FROM contact WHERE \(kind) IS NOT NULL", arguments: [kind])
    }
    try database.alter(table: "contact") { table in
      table.drop(column: "nickname")
      table.drop(column: "relationship")
    }
  }

  /// Moves the recipient of a sent message to a table that has several.
  private static func makeRecipients(_ database: Database) throws {
    try database.create(table: "newSentMessage") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("identifier", .text).notNull().unique()
      table.column("kind", .text).notNull()
      table.column("body", .text).notNull()
      // Seconds since 1970, as an integer.
      table.column("sentAt", .integer).notNull().indexed()
      table.column("isUnsent", .boolean).notNull().defaults(to: false)
      // The received message that it answers; NULL if there is none.
      table.column("replyTo", .integer).references("message", onDelete: .setNull)
      // Whether the transport refused it for good.
      table.column("isRefused", .boolean).notNull().defaults(to: false)
    }
    try database.execute(
      sql: """
        INSERT INTO newSentMessage (id, identifier, kind, body, sentAt, isUnsent)
        SELECT id, identifier, kind, body, sentAt, isUnsent FROM sentMessage
        """)
    try database.create(table: "sentRecipient") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("messageID", .integer).notNull().indexed().references("newSentMessage", onDelete: .cascade)
      table.column("contactID", .integer).indexed().references("contact", onDelete: .cascade)
      table.column("groupID", .integer).indexed().references("contactGroup", onDelete: .cascade)
      table.check(sql: "(contactID IS NULL) <> (groupID IS NULL)")
    }
    try database.execute(
      sql: "INSERT INTO sentRecipient (messageID, contactID, groupID) SELECT id, contactID, groupID FROM sentMessage")
    try database.drop(table: "sentMessage")
    try database.rename(table: "newSentMessage", to: "sentMessage")
  }
}
