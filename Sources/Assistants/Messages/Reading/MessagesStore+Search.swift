public import Foundation
import GRDB
public import VocativeIntents
import VocativeStorage

extension MessagesStore {
  /// Returns the messages of a day in the calendar's time zone, oldest first, optionally from one contact or in one group.
  public func messages(
    on day: CalendarDay, from contact: Contact.ID? = nil, in group: ContactGroup.ID? = nil, calendar: Calendar
  ) async throws -> [Message] {
    let parts = DateComponents(year: day.year, month: day.month, day: day.day)
    guard let start = calendar.date(from: parts), let end = calendar.date(byAdding: .day, value: 1, to: start) else { return [] }
    return try await store.read { database in
      try database.messages(
        where: """
          sentAt >= ? AND sentAt < ? AND (? IS NULL OR contact.identifier = ?) AND (? IS NULL OR contactGroup.identifier = ?)
          """,
        arguments: [
          Int64(start.timeIntervalSince1970), Int64(end.timeIntervalSince1970), contact, contact, group, group,
        ]
      ).reversed()
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
