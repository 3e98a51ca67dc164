import AssistantTestSupport
import Foundation
import Notes
import Testing
import Vocative
import VocativeTestSupport

@Suite("The notes assistant")
struct NotesAssistantTests {
  private static let now = UTC.date(2026, 5, 20, 15)
  private let folder: TemporaryFolder
  private let path: String
  private let store: NotesStore
  private let assistant: AskedAssistant

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/notes.sqlite"
    store = try NotesStore(path: path, hasSampleData: true, now: Self.now)
    let clock = WallClock(now: { Self.now }, calendar: UTC.calendar)
    assistant = try AskedAssistant(NotesAssistant.make(store: store, clock: clock))
  }

  @Test(
    "Each phrase is understood as its intent",
    arguments: [
      ("hey assistant, read my grocery list note", "ReadNote", ["note": "grocery-list"]),
      ("read list note", "ReadNote", ["note": "grocery-list"]),
      ("read me my packing note", "ReadNote", ["note": "holiday-packing"]),
      ("what does my wifi password note say", "ReadNote", ["note": "wifi-password"]),
      ("what does garden ideas note say", "ReadNote", ["note": "garden-ideas"]),
      ("read me the wifi password", "ReadNote", ["note": "wifi-password"]),
      ("what's on the grocery list", "ReadNote", ["note": "grocery-list"]),
      ("add milk to my grocery list", "AppendToNote", ["note": "grocery-list", "text": "milk"]),
      ("add milk to the grocery list note", "AppendToNote", ["note": "grocery-list", "text": "milk"]),
      ("remove milk from my grocery list", "RemoveFromNote", ["note": "grocery-list", "text": "milk"]),
      ("remove two lemons from the list note", "RemoveFromNote", ["note": "grocery-list", "text": "two lemons"]),
      ("what is on my grocery list", "ReadNote", ["note": "grocery-list"]),
      ("put milk on the grocery list", "AppendToNote", ["note": "grocery-list", "text": "milk"]),
      ("delete milk from the grocery list", "RemoveFromNote", ["note": "grocery-list", "text": "milk"]),
      ("make a note that the key is under the mat", "TakeNote", ["text": "the key is under the mat"]),
      ("read newest note", "NewestNote", [:]),
      ("read the latest note", "NewestNote", [:]),
      ("read my last note", "NewestNote", [:]),
      ("show me my notes", "ListNotes", [:]),
      ("read me my newest note", "NewestNote", [:]),
      ("read my latest note", "NewestNote", [:]),
      ("what does my newest note say", "NewestNote", [:]),
      ("how many notes do i have", "CountNotes", [:]),
      ("list my notes", "ListNotes", [:]),
      ("list all of my notes", "ListNotes", [:]),
      ("what notes do i have", "ListNotes", [:]),
      ("turn presentation mode on", "SwitchPresentationMode", ["state": "on"]),
      ("turn off presentation mode", "SwitchPresentationMode", ["state": "off"]),
    ] as [(String, String, [String: String])])
  func phrases(text: String, intent: String, slots: [String: String]) async throws {
    let answer = try await assistant.ask(text)
    #expect(answer.request == IntentRequest(intent: intent, values: slots))
    #expect(answer.code == .success)
  }

  @Test("A note is understood with \"list\" behind its name, as it may have been created", arguments: [false, true])
  func lists(isAmongLists: Bool) async throws {
    _ = try await assistant.dialogs(for: "create a list called shopping", "bread", "yes")
    if !isAmongLists { for note in try await store.notes() where note.id != "shopping" { _ = try await store.delete(note.id) } }
    for (text, intent, words) in [
      ("add milk to my shopping list", "AppendToNote", "milk"), ("put eggs on the shopping list", "AppendToNote", "eggs"),
      ("read me my shopping list", "ReadNote", nil), ("what's on my shopping list", "ReadNote", nil),
      ("remove milk from the shopping list", "RemoveFromNote", "milk"),
      ("toggle fast reading for my shopping list", "ToggleFastReading", nil),
      ("toggle short form for my shopping list", "ToggleShortForm", nil),
    ] as [(String, String, String?)] {
      let answer = try await assistant.ask(text)
      #expect(
        answer.request == IntentRequest(intent: intent, values: ["note": "shopping", "text": words].compactMapValues(\.self)))
      #expect(answer.code == .success)
    }
    #expect(
      try await assistant.dialogs(for: "add an item to my shopping list", "tea") == [
        "What should I add?", "Added tea to shopping.",
      ])
    #expect(
      try await assistant.dialogs(for: "delete my shopping list", "yes") == ["Delete your shopping note?", "Deleted."])
  }

  @Test("A title that ends in \"list\" names its note, also beside another note with the other words")
  func listTitles() async throws {
    for (title, id) in [("Grocery", "grocery"), ("Packing List", "packing-list")] {
      #expect(try await store.addNote(titled: title, body: "tea", created: Self.now).id == id)
    }
    for (text, note) in [
      ("read my grocery list", "grocery-list"), ("read my grocery list note", "grocery-list"), ("read my grocery", "grocery"),
      ("read my grocery note", "grocery"), ("what's on my packing list", "packing-list"),
      ("read my packing note", "holiday-packing"),
    ] {
      #expect(try await assistant.ask(text).slots == ["note": note], "\(text)")
    }
    #expect(try await assistant.ask("add milk to my grocery list").slots == ["note": "grocery-list", "text": "milk"])
  }

  @Test("A note gets as many of its first words as no other note has, or else a number, so that its title names it alone")
  func uniqueTitles() async throws {
    for (text, title) in [
      ("buy milk and two lemons", "buy milk"), ("buy milk and eggs", "buy milk and eggs"), ("buy milk", "buy milk two"),
      ("buy milk", "buy milk three"), ("my grocery list", "my grocery list two"),
      ("grocery list for sunday", "grocery list for sunday"), ("the car is in the garage", "car"),
      ("the dentist is at nine", "dentist"), ("the car is at the shop", "car is at the shop"),
    ] {
      #expect(try await assistant.dialog(for: "take a note that \(text)") == "Saved as \(title.replacing("my ", with: "")).")
      #expect(try await store.notes().filter { $0.title == title }.map(\.body) == [text])
    }
    #expect(try await assistant.ask("read my buy milk and eggs note").slots == ["note": "buy-milk-and-eggs"])
    #expect(try await assistant.ask("read my buy milk two note").slots == ["note": "buy-milk-two"])
  }

  @Test("A note without a text asks for it")
  func withoutText() async throws {
    for request in ["take a note", "take a note that"] {
      #expect(try await assistant.dialogs(for: request, "cancel") == ["What should I write?", "All right."])
    }
    #expect(try await assistant.dialog(for: "take a note that works") == "Saved as works.")
  }

  @Test("A line is removed from a note by its words, and a line with other words stays")
  func removedLines() async throws {
    #expect(try await assistant.dialog(for: "remove eggs from my grocery list") == "Removed eggs from grocery list.")
    #expect(
      try await assistant.dialog(for: "remove lemons from my grocery list") == "I can't find lemons in your grocery list note.")
    #expect(
      try await assistant.dialog(for: "remove may from my garden ideas note") == "I can't find may in your garden ideas note.")
    #expect(try await store.notes().first { $0.id == "grocery-list" }?.body == "milk\nbread\ntwo lemons\ncoffee")
  }

  @Test(
    "An item is removed from a line of several, with or without an article, and several items from several lines",
    arguments: [
      ("milk", "tea\neggs and bread\nthe red wine"), ("the tea", "milk\neggs and bread\nthe red wine"),
      ("eggs", "milk\ntea\nbread\nthe red wine"), ("red wine", "milk\ntea\neggs and bread"),
      ("milk and the tea", "eggs and bread\nthe red wine"), ("eggs and bread", "milk\ntea\nthe red wine"),
      ("bread and tea", "milk\neggs\nthe red wine"), ("milk and honey", nil), ("red", nil),
    ] as [(String, String?)])
  func removedItems(items: String, rest: String?) async throws {
    let body = "milk\ntea\neggs and bread\nthe red wine"
    try await store.addNote(titled: "Shopping", body: body, created: Self.now)
    let answer = try await assistant.ask("remove \(items) from my shopping note")
    #expect(answer.code == (rest == nil ? .failure : .success))
    #expect(try await store.notes().first?.body == rest ?? body)
  }

  @Test("An item is removed from a line with commas")
  func removedFromSentence() async throws {
    _ = try await assistant.ask("remove the small tent from my packing note")
    #expect(
      try await store.notes().first { $0.id == "holiday-packing" }?.body
        == "Passports, rain jackets and a charger for the camera.")
  }

  @Test("A presentation goes back from the last line of a note that became shorter")
  func shorterPresentation() async throws {
    _ = try await store.present("grocery-list")
    for _ in 1...4 { _ = try await store.movePresentation(by: 1) }
    _ = try await store.remove("milk", from: "grocery-list")
    let step = try await store.movePresentation(by: -1)
    #expect(step == .line("two lemons", number: 3, of: 4, title: "🛒 Grocery List"))
    #expect(try await store.movePresentation(by: 1) == .line("coffee", number: 4, of: 4, title: "🛒 Grocery List"))
  }

  @Test("A note is not created under a name that another note has or that names no note")
  func createdTitles() async throws {
    _ = try await assistant.dialogs(for: "create a list called shopping", "bread", "yes")
    for title in ["my shopping note", "shopping"] {
      #expect(
        try await assistant.dialogs(for: "create a note called \(title)", "cancel") == [
          "You already have a shopping note. What should I call it?", "All right.",
        ])
    }
    for title in ["newest", "last", "my note", "the"] {
      #expect(
        try await assistant.dialogs(for: "create a note called \(title)", "cancel") == [
          "I couldn't find a note with that name again. What should I call it?", "All right.",
        ])
    }
    #expect(try await store.notes().count == 6)
  }

  @Test("A new store has sample notes, all of which can be spoken")
  func sampleData() async throws {
    #expect(
      try await assistant.dialog(for: "read my garden ideas note")
        == "You wrote your garden ideas note two days ago. It says: Move the roses to the south wall. Sow beans in May.")
    #expect(try await assistant.dialog(for: "how many notes do i have") == "You have five notes.")
    let list = try await assistant.ask("list my notes")
    #expect(
      list.dialog == "You have five notes: grocery list, garden ideas, holiday packing, birthday ideas and wifi password.")
    #expect(list.card?.rows.first == .init("🛒 Grocery List", "May 20, 2026, 12:00"))
    #expect(try await assistant.speechPlan().warnings == [])
  }

  @Test("A list in a note is read as a list, and shown line by line")
  func lines() async throws {
    let answer = try await assistant.ask("read me my newest note")
    #expect(
      answer.dialog
        == "Your newest note is grocery list, written this afternoon. It says: milk, eggs, bread, two lemons, coffee.")
    #expect(
      answer.card
        == ResponseCard(
          title: "🛒 Grocery List",
          rows: [
            .init("Written", "May 20, 2026, 12:00"), .init("", "milk"), .init("", "eggs"), .init("", "bread"),
            .init("", "two lemons"), .init("", "coffee"),
          ]))
  }

  @Test("A new note is understood immediately, and is the newest")
  func newNote() async throws {
    #expect(try await assistant.ask("read my dentist note").intent == nil)
    try await store.addNote(titled: "🦷 Dentist", body: "Monday at nine", created: Self.now)
    #expect(
      try await assistant.dialog(for: "read my dentist note")
        == "You wrote your dentist note just now. It says: Monday at nine.")
    #expect(try await assistant.dialog(for: "read my newest note")?.hasPrefix("Your newest note is dentist") == true)
    #expect(try await assistant.dialog(for: "how many notes do i have") == "You have six notes.")
  }

  @Test("A shorter title that two notes share asks which one is meant, but their full titles do not")
  func sharedTitle() async throws {
    #expect(try await assistant.dialogs(for: "read my ideas note") == ["Which note, garden ideas or birthday ideas?"])
    #expect(try await assistant.ask("read my birthday ideas note").slots == ["note": "birthday-ideas"])
    #expect(try await assistant.ask("read my list note").slots == ["note": "grocery-list"])
    try await store.addNote(titled: "Wish List", body: "a kite", created: Self.now)
    #expect(try await assistant.dialogs(for: "read my list note") == ["Which note, wish list or grocery list?"])
    #expect(try await assistant.ask("read my wish list note").slots == ["note": "wish-list"])
  }

  @Test("Of two notes with the same title, the newer one is read, and both have unique identifiers")
  func sameTitle() async throws {
    try await store.addNote(titled: "Grocery List", body: "rice", created: Self.now)
    #expect(try await assistant.ask("read my grocery list note").slots == ["note": "grocery-list-2"])
    #expect(try await store.notes().count == 6)
  }

  @Test(
    "No title takes a phrase from another intent, or breaks the grammar",
    arguments: ["Newest", "My Latest Note", "Please Read My Newest", "Me, My Newest", "Note", "🎉"])
  func awkwardTitle(title: String) async throws {
    try await store.addNote(titled: title, body: "awkward", created: Self.now - 86_400)
    for phrase in ["read newest note", "read my latest note", "read me my newest note", "what does my newest note say"] {
      #expect(try await assistant.ask(phrase).intent == "NewestNote")
    }
    #expect(try await assistant.ask("read my grocery list note").slots == ["note": "grocery-list"])
  }

  @Test("A title that ends in \"note\" does not repeat the word in the dialog")
  func noteNote() async throws {
    try await store.addNote(titled: "Car Note", body: "new tires", created: Self.now)
    #expect(try await assistant.ask("read my car note").slots == ["note": "car-note"])
  }

  @Test("The newest note is the one that was written last, also after the clock was set back")
  func clockSetBack() async throws {
    try await store.addNote(titled: "Boat", body: "blue", created: Self.now - 30 * 86_400)
    #expect(try await store.notes().first?.title == "Boat")
  }

  @Test("A note without text is reported as empty")
  func emptyNote() async throws {
    try await store.addNote(titled: "Plans", body: " \n", created: Self.now)
    #expect(try await assistant.dialog(for: "read my plans note") == "You wrote your plans note just now. It's empty.")
  }

  @Test("A long list of notes says the newest titles and counts the others")
  func manyNotes() async throws {
    for number in 1...20 { try await store.addNote(titled: "Letter \(number)", body: "", created: Self.now) }
    #expect(
      try await assistant.dialog(for: "list my notes")
        == "You have twenty five notes: letter twenty, letter nineteen, letter eighteen, letter seventeen, letter sixteen "
        + "and twenty others.")
  }

  @Test("An empty store is reported, and no note can be requested")
  func emptyStore() async throws {
    try OtherProgram(path: path).run("DELETE FROM note")
    for phrase in ["read my newest note", "how many notes do i have", "list my notes"] {
      #expect(try await assistant.dialog(for: phrase) == "You don't have any notes yet.")
    }
    #expect(try await assistant.ask("read my grocery list note").intent == nil)
    for phrase in ["read me a note", "delete a note", "toggle fast reading", "toggle short form"] {
      #expect(try await assistant.dialogs(for: phrase) == ["You don't have any notes yet."])
    }
  }

  @Test("A new store is empty, and the sample data of earlier versions is deleted if it is unchanged")
  func formerSample() async throws {
    #expect(try await NotesStore(path: folder.path + "/new.sqlite").notes().isEmpty)
    try await store.addNote(titled: "Boat", body: "blue", created: Self.now)
    _ = try await store.append("butter", to: "grocery-list")
    // The state of an earlier version.
    try OtherProgram(path: path).run("DELETE FROM grdb_migrations WHERE identifier LIKE 'v3%' OR identifier = 'sample data'")
    #expect(try await NotesStore(path: path).notes().map(\.id) == ["boat", "grocery-list"])
  }

  @Test("Stored data persists after reopening, and sample data is inserted only once")
  func reopening() async throws {
    try await store.addNote(titled: "Boat", body: "blue\nor green", created: Self.now)
    let notes = try await NotesStore(path: path, hasSampleData: true).notes()
    #expect(notes.count == 6)
    #expect(notes.first?.id == "boat")
    #expect(notes.first?.body == "blue\nor green")
    #expect(notes.first?.created == Self.now)
  }
}
