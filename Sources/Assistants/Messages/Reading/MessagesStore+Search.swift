public import Foundation
import GRDB
public import VocativeIntents
import VocativeStorage

extension MessagesStore {
  /// The messages of a day in a calendar's time zone, from one contact and in one group where these are named, the oldest first.
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

  /// The messages that came with attachments of a kind, from one contact where one is named, the oldest first.
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
