import Foundation
import GRDB

/// The sample data of a new store.
enum SampleNotes {
  private static let hour = 3600.0
  private static let day = 24 * hour

  static func insert(into database: Database, now: Date) throws {
    let notes: [(String, String, TimeInterval)] = [
      (
        "📶 Wifi Password", "The guest network is called lighthouse.\nThe password is seven green bottles, in one word.",
        40 * day
      ),
      ("🎁 Birthday Ideas", "a scarf for Hannah\na bicycle bell for Daniel\ntickets for the museum", 9 * day),
      ("🧳 Holiday Packing", "Passports, rain jackets, the small tent and a charger for the camera.", 5 * day),
      ("🌱 Garden Ideas", "Move the roses to the south wall. Sow beans in May.", 2 * day),
      ("🛒 Grocery List", "milk\neggs\nbread\ntwo lemons\ncoffee", 3 * hour),
    ]
    for (title, body, age) in notes {
      try database.insertNote(titled: title, body: body, created: now - age)
    }
  }
}
