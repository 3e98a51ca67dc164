import Foundation
import GRDB
import VocativeIntents

/// The sample data of a new store.
enum SampleMessages {
  private static let minute = 60.0
  private static let hour = 60 * minute
  private static let day = 24 * hour

  static func insert(into database: Database, now: Date) throws {
    let hannah = try database.insertContact(named: "Hannah Walker", relationships: ["sister"])
    let mom = try database.insertContact(named: "Margaret Walker", nicknames: ["Mom"], relationships: ["mother"])
    let carter = try database.insertContact(named: "Alex Carter", relationships: ["boss"])
    let rivera = try database.insertContact(named: "Alex Rivera")
    let daniel = try database.insertContact(named: "Daniel Parker", nicknames: ["Danny"], relationships: ["neighbor"])
    let nadia = try database.insertContact(named: "Nadia Ruiz")
    let oliver = try database.insertContact(named: "Oliver Bell", relationships: ["landlord"])
    let family = try database.insertGroup(named: "👪 Family")
    let books = try database.insertGroup(named: "📚 Book Club")
    let team = try database.insertGroup(named: "⚽ Soccer Team")

    let read: [(String, String, String?, [MessageAttachment], TimeInterval)] = [
      ("The plumber comes on Thursday, please leave the key with Danny.", oliver, nil, [], 33 * day),
      ("This is how the lock on the garage works.", daniel, nil, [MessageAttachment(.video), MessageAttachment(.file)], 9 * day),
      ("I liked the ending more than I expected.", nadia, books, [], 2 * day),
    ]
    let unread: [(String, String, String?, [MessageAttachment], TimeInterval)] = [
      ("We play on Saturday at four.", rivera, team, [], 3 * day),
      ("Look who learned to ride a bike!", mom, family, [Self.photos], day),
      ("The meeting moved to ten tomorrow.", carter, nil, [], 3 * hour),
      ("My train gets in at seven. Can somebody pick me up?", hannah, family, [], 35 * minute),
    ]
    for (messages, isRead) in [(read, true), (unread, false)] {
      for (body, sender, group, attachments, age) in messages {
        try database.insertMessage(
          ReceivedMessage(body: body, attachments: attachments, date: now - age), from: sender, in: group, isRead: isRead)
      }
    }
    try insertSiobhan(into: database, now: now)
  }

  /// Inserts a contact with a name that no dictionary contains, and a link.
  private static func insertSiobhan(into database: Database, now: Date) throws {
    let siobhan = try database.insertContact(named: "Siobhan Nguyen", relationships: ["doctor"])
    try database.insertPronunciation("siobhan", phones: ["SH", "IH", "V", "AO", "N"], of: siobhan)
    try database.insertPronunciation(
      "siobhan nguyen", phones: ["SH", "IH", "V", "AO", "N", "W", "IH", "N"], of: siobhan)
    let link = MessageAttachment(.link, title: "Bean Soup in Ten Minutes")
    try database.insertMessage(
      ReceivedMessage(body: "This is the soup I told you about.", attachments: [link], date: now - 4 * day), from: siobhan,
      in: nil, isRead: true)
  }

  private static var photos: MessageAttachment {
    let files = [PackageResources.bicycle_first_png, PackageResources.bicycle_second_png]
    return MessageAttachment(.photo, count: 2, pictures: files.compactMap { Picture($0) })
  }
}
