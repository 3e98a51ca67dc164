public import Foundation
import GRDB
public import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

/// The conditions of a search; a part that is nil admits everything.
public struct MessageSearch: Equatable, Sendable {
  /// The thread of received messages.
  public var thread: MessageThread?
  /// The identifier of a recipient of sent messages.
  public var recipient: Recipient.ID?
  /// The first day.
  public var since: CalendarDay?
  /// The last day.
  public var until: CalendarDay?
  /// Words of the text or of an attachment's name, in any order.
  public var words: String?
  /// Whether only unread messages are found.
  public var isUnread = false

  /// Creates a search that finds everything.
  public init() {}

  /// Returns the condition for the column with the time.
  fileprivate func times(in calendar: Calendar) -> (condition: String, arguments: StatementArguments) {
    func start(_ day: CalendarDay?, plus days: Int) -> Int64? {
      guard let day, let start = calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day)) else {
        return nil
      }
      return calendar.date(byAdding: .day, value: days, to: start).map { Int64($0.timeIntervalSince1970) }
    }
    let (first, end) = (start(since, plus: 0), start(until, plus: 1))
    return ("(? IS NULL OR sentAt >= ?) AND (? IS NULL OR sentAt < ?)", [first, first, end, end])
  }

  /// Returns whether some texts together have all words.
  fileprivate func isFound(in texts: [String?]) -> Bool {
    guard let words else { return true }
    let wanted = SpokenText.words(of: words).filter { !Self.articles.contains($0) }
    guard !wanted.isEmpty else { return false }
    return Set(wanted).isSubset(of: texts.compactMap(\.self).flatMap(SpokenText.words))
  }

  private static let articles: Set<String> = ["a", "an", "the", "my", "our"]
}

extension MessagesStore {
  /// Returns the received messages of a search, oldest first.
  public func messages(_ search: MessageSearch, calendar: Calendar) async throws -> [Message] {
    let times = search.times(in: calendar)
    return try await store.read { database in
      try database.messages(
        where: "\(times.condition) AND \(search.thread?.condition ?? "TRUE")\(search.isUnread ? " AND NOT isRead" : "")",
        arguments: times.arguments + (search.thread.map { [$0.identifier] } ?? []), from: .oldest
      ).filter { message in
        search.isFound(in: [message.body] + message.attachments.flatMap { [$0.title, $0.file.name] })
      }
    }
  }

  /// Returns the sent messages of a search, oldest first.
  public func sentMessages(_ search: MessageSearch, calendar: Calendar) async throws -> [SentMessage] {
    let times = search.times(in: calendar)
    return try await store.read { database in
      try database.sentMessages(where: times.condition, arguments: times.arguments).reversed().filter { message in
        (search.recipient == nil || message.recipients.contains { $0.id == search.recipient })
          && search.isFound(in: [message.body])
      }
    }
  }

  /// Returns the messages with attachments of a kind, oldest first, optionally from one contact.
  public func messages(
    with kind: MessageAttachment.Kind, from contact: Contact.ID? = nil
  ) async throws -> [Message] {
    try await store.read { database in
      try database.messages(
        where: """
          EXISTS (SELECT 1 FROM attachment WHERE messageID = message.id AND kind = ?) AND (? IS NULL OR contact.identifier = ?)
          """, arguments: [kind.rawValue, contact, contact]
      ).reversed()
    }
  }
}
