public import Foundation
import GRDB
import ProgramOutput
import VocativeIntents
import VocativeStorage

extension MessagesStore {
  /// The time after which a failure ends a round of deliveries; a request that sends a message has ten seconds.
  private static let retryTime = Duration.seconds(1)
  /// The time between two attempts to lock the delivery.
  private static let lockInterval = Duration.milliseconds(50)

  /// Returns the sent messages that are neither unsent nor refused, newest first.
  ///
  /// - Parameters:
  ///   - recipient: The contact or group to which they were sent; nil for all.
  ///   - kind: The kind of the messages; nil for all.
  ///   - limit: The maximum number of messages; nil for all.
  public func sentMessages(
    to recipient: Recipient? = nil, kind: SentMessage.Kind? = nil, limit: Int? = nil
  ) async throws -> [SentMessage] {
    try await store.read { database in
      var conditions = ["TRUE"]
      var arguments: StatementArguments = []
      if let kind {
        conditions.append("kind = ?")
        arguments += [kind.rawValue]
      }
      if let recipient {
        let (column, table, identifier) = recipient.row
        conditions.append(
          """
          id IN (SELECT messageID FROM sentRecipient WHERE \(column) = (SELECT id FROM \(table) WHERE identifier = ?))
          """)
        arguments += [identifier]
      }
      return try database.sentMessages(
        where: conditions.joined(separator: " AND "), arguments: arguments, limit: limit ?? -1)
    }
  }

  /// Stores a message and its transport event in one transaction.
  ///
  /// - Parameter answered: The received message that it answers; nil if there is none.
  @discardableResult
  public func send(
    _ body: String, to recipients: [Recipient], kind: SentMessage.Kind = .text, answering answered: Message.ID? = nil,
    date: Date = Date()
  ) async throws -> SentMessage {
    try await store.write { database in
      let identifier = UUID().uuidString
      try database.execute(
        sql: "INSERT INTO sentMessage (identifier, kind, body, sentAt, replyTo) VALUES (?, ?, ?, ?, ?)",
        arguments: [identifier, kind.rawValue, body, Int64(date.timeIntervalSince1970), answered])
      let row = database.lastInsertedRowID
      for recipient in recipients {
        let (contact, group) = try database.rowIDs(of: recipient)
        try database.execute(
          sql: "INSERT INTO sentRecipient (messageID, contactID, groupID) VALUES (?, ?, ?)", arguments: [row, contact, group])
      }
      try database.enqueue(.send, of: identifier, body: body, date: date)
      return SentMessage(
        id: identifier, recipients: recipients, kind: kind, body: body,
        date: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// Unsends messages by their identifiers.
  ///
  /// A message that waits for its delivery is never sent; of any other one, the transport gets an event.
  ///
  /// If one does not exist, returns nil and unsends none.
  public func unsend(_ messages: [SentMessage.ID], date: Date = Date()) async throws -> SentMessageChange? {
    try await store.write { database in
      guard try messages.allSatisfy(database.isChangeable) else { return nil }
      var change = SentMessageChange.beforeSending
      for message in messages {
        let former = try database.body(of: message)
        try database.execute(sql: "UPDATE sentMessage SET isUnsent = TRUE, body = '' WHERE identifier = ?", arguments: [message])
        if try database.canChangeSending(of: message) {
          try database.execute(
            sql: "DELETE FROM outbox WHERE messageID = ?", arguments: [try database.rowID(of: message, in: "sentMessage")])
        } else {
          try database.enqueue(.unsend, of: message, body: "", former: former, date: date)
          change = .queued
        }
      }
      return change
    }
  }

  /// Changes the text of a message; returns nil if it does not exist or is not a text message.
  ///
  /// A message that waits for its delivery is sent with the new text; of any other one, the transport gets an event.
  public func edit(_ message: SentMessage.ID, body: String, date: Date = Date()) async throws -> SentMessageChange? {
    try await store.write { database in
      guard try database.isChangeable(message) else { return nil }
      let former = try database.body(of: message)
      try database.execute(
        sql: "UPDATE sentMessage SET body = ? WHERE identifier = ? AND kind = 'text'", arguments: [body, message])
      guard database.changesCount == 1 else { return nil }
      guard try database.canChangeSending(of: message) else {
        try database.enqueue(.edit, of: message, body: body, former: former, date: date)
        return .queued
      }
      let row = try database.rowID(of: message, in: "sentMessage")
      try database.execute(sql: "UPDATE outbox SET body = ? WHERE messageID = ? AND action = 'send'", arguments: [body, row])
      // Earlier versions queued the changes of a message that waits.
      try database.execute(sql: "DELETE FROM outbox WHERE messageID = ? AND action = 'edit'", arguments: [row])
      return .beforeSending
    }
  }

  /// Returns whether the transport has yet to take a message.
  public func isWaiting(_ message: SentMessage.ID) async throws -> Bool {
    try await store.read { try $0.hasSending(of: message) }
  }

  /// Delivers all waiting events to a transport in order.
  ///
  /// Events that the transport refuses are never delivered; `refusals()` returns them. One that it does not take now holds back only
  /// those to the same recipients. Waits while another program, or another part of this one, delivers events of the same file: both would
  /// deliver the same ones.
  ///
  /// - Parameter clock: Measures the time until no event is tried after a failure.
  /// - Throws: The first failure, after the other events.
  public func flush(to transport: any MessageTransport, clock: any Clock<Duration> = ContinuousClock()) async throws {
    guard try await waitingEvents() > 0 else { return }
    let lock = store.isInMemory ? nil : try LockFile(path: store.path + ".sending")
    while try lock?.tryLock() == false { try await clock.sleep(for: Self.lockInterval) }
    defer { lock?.unlock() }
    let elapsed = clock.stopwatch()
    var last: Int64 = 0
    var held: Set<String> = []
    var failure: (any Error)?
    // Reading first, so that a program with nothing to deliver needs no lock.
    while try await waitingEvents() > 0,
      let event = try await store.write({ [last, held] in try $0.beginNextDelivery(after: last, holdingBack: held) })
    {
      last = event.sequence
      do {
        try await transport.deliver(event)
      } catch let refusal as MessageRefusal {
        try await finish { try $0.drop(event, because: refusal) }
        continue
      } catch {
        // A cancelled request ends the program, which may have sent the message.
        guard !Task.isCancelled else { throw error }
        try await store.write {
          try $0.execute(sql: "UPDATE outbox SET isBeingDelivered = FALSE WHERE identifier = ?", arguments: [event.id])
        }
        failure = failure ?? error
        held.formUnion(event.recipients.map(\.id) + [event.message])
        // Without a network, all events fail slowly, and the request for a new message waits for them.
        guard elapsed() < Self.retryTime else { break }
        continue
      }
      try await finish { try $0.execute(sql: "DELETE FROM outbox WHERE identifier = ?", arguments: [event.id]) }
    }
    if let failure { throw failure }
  }

  /// Stores the end of a delivery, also of a request that was given up during it: the message must not be sent again.
  private func finish(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
    try await Task { try await store.write(work) }.value
  }

  /// Returns what became of the latest event of a message; its refusal is not announced anymore.
  func takeDelivery(of message: SentMessage.ID) async throws -> Outbox.Delivery {
    try await store.write { database in
      let row = try database.rowID(of: message, in: "sentMessage")
      if let refusal = try database.refusals(where: "messageID = ?", [row]).last {
        try database.execute(sql: "DELETE FROM refusal WHERE messageID = ?", arguments: [row])
        return .refused(refusal.refusal)
      }
      let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE messageID = ?)"
      return try Bool.fetchOne(database, sql: sql, arguments: [row]) == true ? .waiting : .delivered
    }
  }

  /// Returns the refusals that the person has not heard of, the earliest first.
  public func refusals() async throws -> [RefusedChange] {
    try await store.read { try $0.refusals() }
  }

  /// Forgets a refusal that the person has heard of.
  public func removeRefusal(_ refusal: RefusedChange.ID) async throws {
    try await store.write { try $0.execute(sql: "DELETE FROM refusal WHERE id = ?", arguments: [refusal]) }
  }

  /// Returns the number of events that are waiting for delivery.
  public func waitingEvents() async throws -> Int {
    try await store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM outbox") ?? 0 }
  }
}
