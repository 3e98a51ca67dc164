import Foundation
import GRDB

/// The sample data, with which Notes can be tried.
enum SampleNotes {
  private static let hour = 3600.0
  private static let day = 24 * hour

  private static let notes: [(title: String, body: String, age: TimeInterval)] = [
    (
      "📶 Wifi Password", "The guest network is called lighthouse.\nThe password is seven green bottles, in one word.",
      40 * day
    ),
    ("🎁 Birthday Ideas", "a scarf for Hannah\na bicycle bell for Daniel\ntickets for the museum", 9 * day),
    ("🧳 Holiday Packing", "Passports, rain jackets, the small tent and a charger for the camera.", 5 * day),
    ("🌱 Garden Ideas", "Move the roses to the south wall. Sow beans in May.", 2 * day),
    ("🛒 Grocery List", "milk\neggs\nbread\ntwo lemons\ncoffee", 3 * hour),
  ]

  /// Inserts the sample data.
  static func insert(into database: Database, now: Date) throws {
    for note in notes { try database.insertNote(titled: note.title, body: note.body, created: now - note.age) }
  }

  /// Deletes the sample data with which stores of earlier versions began; a note that was changed stays.
  static func removeFormer(from database: Database) throws {
    for note in notes {
      try database.execute(sql: "DELETE FROM note WHERE title = ? AND body = ?", arguments: [note.title, note.body])
    }
  }
}
