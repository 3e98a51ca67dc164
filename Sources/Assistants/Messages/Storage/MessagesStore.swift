public import Foundation
import GRDB
import VocativeIntents
public import VocativeStorage

/// A SQLite store of contacts, groups and their messages.
public struct MessagesStore: Sendable {
  let store: Store

  /// Opens the store, and fills a new one with sample data.
  ///
  /// - Parameter now: The time to which the sample data is relative.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String, now: Date = Date()) throws(StoreError) {
    store = try Store(path: path, migrator: MessagesSchema.migrator(now: now))
  }

  /// Returns all contacts in the order of their creation.
  public func contacts() async throws -> [Contact] {
    try await store.read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name, nickname, relationship FROM contact ORDER BY id").map {
        try Contact(
          id: $0.value(of: "identifier"), name: $0.value(of: "name"), nickname: $0.value(of: "nickname"),
          relationship: $0.value(of: "relationship"))
      }
    }
  }

  /// Returns all groups in the order of their creation.
  public func groups() async throws -> [ContactGroup] {
    try await store.read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name FROM contactGroup ORDER BY id").map {
        try ContactGroup(id: $0.value(of: "identifier"), name: $0.value(of: "name"))
      }
    }
  }

  /// Returns the unread messages, newest first.
  public func unreadMessages() async throws -> [Message] {
    try await store.read { try $0.messages(where: "NOT message.isRead") }
  }

  /// Returns the senders of unread messages with counts, ordered by most recent message.
  public func unreadSenders() async throws -> [UnreadSender] {
    try await store.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT identifier, name, nickname, relationship, COUNT(*) AS unread FROM message JOIN contact ON contact.id = senderID
          WHERE NOT isRead GROUP BY contact.id ORDER BY MAX(sentAt) DESC, MAX(message.id) DESC
          """
      ).map {
        try UnreadSender(
          contact: Contact(
            id: $0.value(of: "identifier"), name: $0.value(of: "name"), nickname: $0.value(of: "nickname"),
            relationship: $0.value(of: "relationship")),
          count: $0.value(of: "unread"))
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

  /// Returns the unread messages of a thread, oldest first and at most `limit`, or else its newest message, and marks them as
  /// read.
  public func read(_ thread: MessageThread, limit: Int) async throws -> Reading {
    try await store.write { database in
      let isUnread = "NOT message.isRead AND \(thread.condition)"
      let unread = try database.messageCount(where: isUnread, arguments: [thread.identifier])
      let chosen =
        unread == 0
        ? try database.messages(where: thread.condition, arguments: [thread.identifier], limit: 1)
        : try database.messages(where: isUnread, arguments: [thread.identifier], from: .oldest, limit: limit)
      try database.markAsRead(chosen)
      return Reading(messages: chosen, areNew: unread > 0, unreadLeft: max(unread - limit, 0))
    }
  }

  /// Adds a contact.
  public func addContact(named name: String, nickname: String? = nil, relationship: String? = nil) async throws {
    try await store.write { _ = try $0.insertContact(named: name, nickname: nickname, relationship: relationship) }
  }

  /// Adds a group.
  public func addGroup(named name: String) async throws {
    try await store.write { _ = try $0.insertGroup(named: name) }
  }

  /// Stores a received message from a contact, to a group or to the owner alone.
  ///
  /// - Throws: `StoreError` if the contact or the group does not exist.
  public func receive(
    _ body: String, from sender: Contact.ID, in group: ContactGroup.ID? = nil, with attachments: [MessageAttachment] = [],
    date: Date = Date()
  ) async throws {
    try await store.write {
      try $0.insertMessage(body, from: sender, in: group, with: attachments, date: date, isRead: false)
    }
  }
}
