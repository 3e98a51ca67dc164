import AssistantTestSupport
import Foundation
import Messages
import Testing
import Vocative
import VocativeTestSupport

@Suite("The days of a search for messages")
struct SearchDayTests {
  private static let words = ["Alpha", "Bravo", "Charlie", "Delta", "Echo"]
  private let folder: TemporaryFolder
  private let store: MessagesStore
  private let assistant: AskedAssistant

  init() async throws {
    folder = try TemporaryFolder()
    store = try MessagesStore(path: folder.path + "/messages.sqlite")
    // A Thursday.
    let clock = WallClock(now: { UTC.date(2026, 11, 26) }, calendar: UTC.calendar)
    assistant = try AskedAssistant(
      MessagesAssistant.make(store: store, transport: SpoolTransport(folder: folder.path + "/outbox"), clock: clock))
    try await store.addContact(named: "Hannah Walker")
    let days = [(2025, 12, 2), (2025, 12, 10), (2026, 11, 3), (2026, 11, 19), (2026, 11, 25)]
    for (word, day) in zip(Self.words, days) {
      try await store.receive(word, from: "hannah-walker", date: UTC.date(day.0, day.1, day.2))
    }
  }

  @Test(
    "A weekday and a date without a year are the most recent ones, and the end of several days is the one nearer to the first",
    arguments: [
      ("since december second", ["Alpha", "Bravo", "Charlie", "Delta", "Echo"]),
      ("since december third", ["Bravo", "Charlie", "Delta", "Echo"]),
      ("since november third", ["Charlie", "Delta", "Echo"]),
      ("since friday", ["Echo"]),
      ("since wednesday", ["Echo"]),
      ("since tomorrow", []),
      ("between november third and december second", ["Charlie", "Delta", "Echo"]),
      ("between november third and december tenth", ["Charlie", "Delta", "Echo"]),
      ("between december second and december tenth", ["Alpha", "Bravo"]),
      ("between december third and november third", ["Bravo", "Charlie"]),
      ("between november tenth and november third", ["Charlie"]),
      ("between wednesday and friday", ["Delta"]), ("between friday and wednesday", ["Echo"]),
      ("between thursday and friday", ["Delta"]),
    ] as [(String, [String])])
  func days(said: String, found: [String]) async throws {
    let dialog = try #require(try await assistant.dialog(for: "find messages \(said)"))
    #expect(Self.words.filter { dialog.contains($0) } == found, "\(dialog)")
  }

  @Test(
    "A day after the name of a sender has no second \"from\"",
    arguments: [
      ("from hannah today", "There are no messages from Hannah Walker today."),
      ("from hannah tuesday", "There are no messages from Hannah Walker last Tuesday."),
      ("from hannah on november fourth", "There are no messages from Hannah Walker on November fourth."),
      ("from hannah yesterday", "There's one message from Hannah Walker yesterday. Yesterday: Echo."),
      (
        "from hannah between november fourth and november sixth",
        "There are no messages from Hannah Walker between November fourth and November sixth."
      ),
      ("today", "There are no messages from today."),
      ("yesterday", "There's one message from yesterday. Hannah Walker, yesterday: Echo."),
    ])
  func senderAndDay(said: String, dialog: String) async throws {
    #expect(try await assistant.dialog(for: "find messages \(said)") == dialog)
  }

  @Test("The name of a month has a capital letter")
  func month() async throws {
    #expect(try await assistant.dialog(for: "find messages on november fourth") == "There are no messages from November fourth.")
    #expect(
      try await assistant.dialog(for: "find messages since december third twenty twenty six")
        == "There are no messages since December third.")
  }

  @Test("A future date with a year stays the one that was said")
  func year() async throws {
    let request = IntentRequest(intent: "SearchForMessages", values: ["since": "2027-11-03"])
    #expect(await assistant.runtime.perform(request).dialog.contains("Charlie") == false)
  }
}
