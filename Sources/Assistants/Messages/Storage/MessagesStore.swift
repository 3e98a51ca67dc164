public import Foundation
import GRDB
import VocativeIntents
public import VocativeStorage

/// A SQLite store of contacts, groups and their messages.
public struct MessagesStore: Sendable {
  let store: Store

  /// Opens the store, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file; nil for a store that lasts as long as the program.
  ///   - hasSampleData: Whether a store without contacts and messages gets sample data.
  ///   - now: The time to which the sample data is relative.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String?, hasSampleData: Bool = false, now: Date = Date()) throws(StoreError) {
    let migrator = MessagesSchema.migrator(sample: hasSampleData ? now : nil)
    if let path {
      store = try Store(path: path, migrator: migrator)
    } else {
      store = try Store(inMemoryWith: migrator)
    }
  }

  /// Returns whether there are neither contacts nor messages.
  public func isEmpty() async throws -> Bool {
    try await store.read { database in
      let sql = "SELECT (SELECT COUNT(*) FROM contact) + (SELECT COUNT(*) FROM contactGroup) + (SELECT COUNT(*) FROM message)"
      return try Int.fetchOne(database, sql: sql) == 0
    }
  }

  /// Returns the unread messages, newest first.
  public func unreadMessages() async throws -> [Message] {
    try await store.read { try $0.messages(where: "NOT message.isRead") }
  }

  /// Returns the senders of unread messages with counts, ordered by most recent message.
  public func unreadSenders() async throws -> [UnreadSender] {
    try await store.read { database in
      let contacts = try database.contactsByRow()
      return try Row.fetchAll(
        database,
        sql: """
          SELECT senderID, COUNT(*) AS unread FROM message
          WHERE NOT isRead GROUP BY senderID ORDER BY MAX(sentAt) DESC, MAX(message.id) DESC
          """
      ).compactMap { row in
        guard let contact = contacts[try row.value(of: "senderID")] else { return nil }
        return UnreadSender(contact: contact, count: try row.value(of: "unread"))
      }
    }
  }

  /// Returns the newest message and marks it as read; nil if there are no messages.
  public func readNewest() async throws -> Message? {
    try await store.write { database in
      let newest = try database.messages(limit: 1)
      try database.markAsRead(newest)
      return newest.first
    }
  }

  /// Returns the unread messages of a thread, or of all, oldest first and as many as are read aloud at once, or else the newest
  /// message, and marks them as read.
  public func read(_ thread: MessageThread? = nil) async throws -> Reading {
    try await store.write { database in
      let condition = thread?.condition ?? "TRUE"
      let arguments: StatementArguments = thread.map { [$0.identifier] } ?? []
      let isUnread = "NOT message.isRead AND \(condition)"
      let unread = try database.messageCount(where: isUnread, arguments: arguments)
      let messages =
        unread == 0
        ? try database.messages(where: condition, arguments: arguments, limit: 1)
        : try database.messages(where: isUnread, arguments: arguments, from: .oldest, limit: Reading.maxAtOnce)
      let chosen = Array(messages.prefix(Reading.count(of: messages.map(\.body))))
      try database.markAsRead(chosen)
      return Reading(messages: chosen, areNew: unread > 0, unreadLeft: max(unread - chosen.count, 0))
    }
  }

  /// Notes that messages of a search are read aloud now, oldest first; new ones stay new.
  func noteReading(of found: [Message]) async throws {
    guard !found.isEmpty else { return }
    try await store.write { try $0.markAsRead(found, keepingUnread: true) }
  }

  /// Returns the messages with these identifiers that still exist.
  public func messages(withIdentifiers identifiers: [Message.ID]) async throws -> [Message] {
    try await store.read { database in
      try identifiers.flatMap { try database.messages(where: "message.id = ?", arguments: [$0]) }
    }
  }

  /// Returns the message that was read aloud last, or the newest one of a thread; nil if there is none.
  ///
  /// From a contact, it is the newest one outside groups, if there is one.
  public func latestRead(in thread: MessageThread? = nil) async throws -> Message? {
    try await store.read { database in
      guard let thread else {
        let last = "message.id = (SELECT id FROM message WHERE readOrder > 0 ORDER BY readOrder DESC LIMIT 1)"
        return try database.messages(where: last, limit: 1).first
      }
      let own = "\(thread.condition) AND groupID IS NULL"
      return try database.messages(where: own, arguments: [thread.identifier], limit: 1).first
        ?? database.messages(where: thread.condition, arguments: [thread.identifier], limit: 1).first
    }
  }

  /// Marks the unread messages of a thread, or all of them, as read, and returns their number.
  public func markAllAsRead(in thread: MessageThread? = nil) async throws -> Int {
    try await store.write { database in
      let unread = try database.messages(
        where: "NOT message.isRead AND \(thread?.condition ?? "TRUE")",
        arguments: thread.map { [$0.identifier] } ?? [])
      for message in unread {
        // They were not read aloud, so "reply" does not mean them.
        try database.execute(sql: "UPDATE message SET isRead = TRUE WHERE id = ?", arguments: [message.id])
      }
      return unread.count
    }
  }

  /// Stores a received message from a contact, to a group or to the owner alone.
  ///
  /// - Throws: `StoreError` if the contact or the group does not exist.
  public func receive(
    _ body: String, from sender: Contact.ID, in group: ContactGroup.ID? = nil, with attachments: [MessageAttachment] = [],
    date: Date = Date()
  ) async throws {
    let message = ReceivedMessage(body: body, attachments: attachments, date: date)
    try await store.write { try $0.insertMessage(message, from: sender, in: group, isRead: false) }
  }
}
