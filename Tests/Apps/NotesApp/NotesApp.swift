import Foundation
import Notes
import VocativeApp
import VocativeIntents

/// Notes with sample data in a process of its own: `NotesApp STORE [TIME]`, with the time of all requests in seconds since 1970.
@main
struct NotesApp: AssistantApp {
  static func assistant() throws -> Assistant {
    let arguments = CommandLine.arguments
    let store = arguments.count > 1 ? arguments[1] : "notes.sqlite"
    guard arguments.count > 2, let seconds = Double(arguments[2]), let zone = TimeZone(identifier: "UTC") else {
      return try NotesAssistant.make(store: NotesStore(path: store, hasSampleData: true))
    }
    let now = Date(timeIntervalSince1970: seconds)
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = zone
    let calendar = gregorian
    return try NotesAssistant.make(
      store: NotesStore(path: store, hasSampleData: true, now: now), clock: WallClock(now: { now }, calendar: calendar))
  }
}
