import Foundation
import GRDB
import VocativeIntents

/// The sample data of a new store.
enum SampleMessages {
  private static let minute = 60.0
  private static let hour = 60 * minute
  private static let day = 24 * hour

  static func insert(into database: Database, now: Date) throws {
    let hannah = try database.insertContact(named: "Hannah Walker", nickname: nil, relationship: "sister")
    let mom = try database.insertContact(named: "Margaret Walker", nickname: "Mom", relationship: "mother")
    let carter = try database.insertContact(named: "Alex Carter", nickname: nil, relationship: "boss")
    let rivera = try database.insertContact(named: "Alex Rivera", nickname: nil, relationship: nil)
    let daniel = try database.insertContact(named: "Daniel Parker", nickname: "Danny", relationship: "neighbor")
    let nadia = try database.insertContact(named: "Nadia Ruiz", nickname: nil, relationship: nil)
    let oliver = try database.insertContact(named: "Oliver Bell", nickname: nil, relationship: "landlord")
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
      ("Look who learned to ride a bike!", mom, family, [MessageAttachment(.photo, count: 2)], day),
      ("The meeting moved to ten tomorrow.", carter, nil, [], 3 * hour),
      ("My train gets in at seven. Can somebody pick me up?", hannah, family, [], 35 * minute),
    ]
    for (messages, isRead) in [(read, true), (unread, false)] {
      for (body, sender, group, attachments, age) in messages {
        try database.insertMessage(body, from: sender, in: group, with: attachments, date: now - age, isRead: isRead)
      }
    }
  }

  /// Inserts the sample data that the second version added: a name that no dictionary contains, and a link.
  static func insertSecond(into database: Database, now: Date) throws {
    let siobhan = try database.insertContact(named: "Siobhan Nguyen", nickname: nil, relationship: "doctor")
    try database.insertPronunciation("siobhan", phones: ["SH", "IH", "V", "AO", "N"], of: siobhan)
    try database.insertPronunciation(
      "siobhan nguyen", phones: ["SH", "IH", "V", "AO", "N", "W", "IH", "N"], of: siobhan)
    try database.insertMessage(
      "This is the soup I told you about.", from: siobhan, in: nil,
      with: [MessageAttachment(.link, title: "Bean Soup in Ten Minutes")], date: now - 4 * day, isRead: true)
  }

  /// Inserts the sample data that the third version added: photos for a message of the first version.
  static func insertThird(into database: Database) throws {
    let photos = try Int64.fetchOne(
      database,
      sql: """
        SELECT attachment.id FROM attachment JOIN message ON message.id = messageID
        WHERE kind = 'photo' AND body = 'Look who learned to ride a bike!'
        """)
    // A message that the owner deleted stays deleted.
    guard let photos else { return }
    let files = [PackageResources.bicycle_first_png, PackageResources.bicycle_second_png]
    try database.insert(files.compactMap { Picture($0) }, of: photos)
  }
}
