import AssistantTestSupport
import Foundation
import Messages
import Testing
import Vocative
import VocativeTestSupport

@Suite("The messages assistant")
struct MessagesAssistantTests {
  private static let now = UTC.date(2026, 5, 20, 15)
  private let folder: TemporaryFolder
  private let path: String
  private let store: MessagesStore
  private let assistant: AskedAssistant

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/messages.sqlite"
    store = try MessagesStore(path: path, hasSampleData: true, now: Self.now)
    let clock = WallClock(now: { Self.now }, calendar: UTC.calendar)
    assistant = try AskedAssistant(
      MessagesAssistant.make(store: store, transport: SpoolTransport(folder: folder.path + "/outbox"), clock: clock))
  }

  private static let hannah = ["contact": "hannah-walker"]
  private static let mom = ["contact": "margaret-walker"]
  private static let books = ["group": "book-club"]

  @Test(
    "Each phrase is understood as its intent",
    arguments: [
      ("hey assistant, read me my newest message", "NewestMessage", [:]),
      ("read my latest message", "NewestMessage", [:]),
      ("read my messages", "NewMessages", [:]),
      ("read me all my unread messages", "NewMessages", [:]),
      ("read the new messages", "NewMessages", [:]),
      ("read messages from hannah walker", "MessagesFromContact", hannah),
      ("read the messages from hannah", "MessagesFromContact", hannah),
      ("read my messages from my sister", "MessagesFromContact", hannah),
      ("what did my sister say", "MessagesFromContact", hannah),
      ("any messages from hannah", "MessagesFromContact", hannah),
      ("do i have any new messages from my sister", "MessagesFromContact", hannah),
      ("what did mom say", "MessagesFromContact", mom),
      ("what did my mother say", "MessagesFromContact", mom),
      ("what did margaret walker say", "MessagesFromContact", mom),
      ("what did danny say", "MessagesFromContact", ["contact": "daniel-parker"]),
      ("what did my boss say", "MessagesFromContact", ["contact": "alex-carter"]),
      ("read messages in book club", "MessagesInGroup", books),
      ("read the messages in the book club group", "MessagesInGroup", books),
      ("read the messages in my family", "MessagesInGroup", ["group": "family"]),
      ("read messages from the book club", "MessagesInGroup", books),
      ("read messages from the club group", "MessagesInGroup", books),
      ("read the messages from book club group", "MessagesInGroup", books),
      ("how many unread messages do i have", "CountUnread", [:]),
      ("how many new messages do i have", "CountUnread", [:]),
      ("do i have messages", "CountUnread", [:]),
      ("do i have any new messages", "CountUnread", [:]),
      ("do i have unread messages", "CountUnread", [:]),
    ] as [(String, String, [String: String])])
  func phrases(text: String, intent: String, slots: [String: String]) async throws {
    let answer = try await assistant.ask(text)
    #expect(answer.request == IntentRequest(intent: intent, values: slots))
    #expect(answer.code == .success)
  }

  @Test("A new store has sample messages, and every name can be spoken")
  func sampleData() async throws {
    let unread = try await assistant.ask("do i have any messages")
    #expect(unread.dialog == "You have four unread messages, from Hannah Walker, Alex Carter, Mom and Alex Rivera.")
    #expect(unread.card?.rows.map(\.label) == ["Hannah Walker", "Alex Carter", "Margaret Walker", "Alex Rivera"])
    #expect(try await assistant.speechPlan().warnings == [])
  }

  @Test("The newest message is read with its sender, time and group, and marked as read")
  func newestMessage() async throws {
    let answer = try await assistant.ask("read my newest message")
    #expect(
      answer.dialog
        == "Your newest message is from Hannah Walker, thirty five minutes ago, in the family group: "
        + "My train gets in at seven. Can somebody pick me up?")
    #expect(
      answer.card
        == ResponseCard(
          title: "Hannah Walker",
          rows: [
            .init("Sent", "May 20, 2026, 14:25"), .init("Group", "👪 Family"),
            .init(
              "Message",
              .message(
                ResponseMessage(sender: nil, text: "My train gets in at seven. Can somebody pick me up?"))),
          ]))
    #expect(try await store.unreadMessages().map(\.sender.name) == ["Alex Carter", "Margaret Walker", "Alex Rivera"])
  }

  @Test("Counting leaves messages unread")
  func counting() async throws {
    _ = try await assistant.ask("how many unread messages do i have")
    #expect(try await store.unreadMessages().count == 4)
  }

  @Test("All new messages are read with their senders and groups, oldest first; after that, the last one is repeated")
  func newMessages() async throws {
    #expect(
      try await assistant.dialog(for: "read my messages")
        == "You have four new messages. Alex Rivera, three days ago, in the soccer team group: We play on Saturday at four. "
        + "Mom, yesterday, in the family group, with two photos: Look who learned to ride a bike! "
        + "Alex Carter, this afternoon: The meeting moved to ten tomorrow. "
        + "Hannah Walker, thirty five minutes ago, in the family group: My train gets in at seven. Can somebody pick me up?")
    #expect(try await store.unreadMessages() == [])
    #expect(
      try await assistant.dialog(for: "read my messages")
        == "There's nothing new. The last message was from Hannah Walker, thirty five minutes ago, in the family group: "
        + "My train gets in at seven. Can somebody pick me up?")
    let empty = try AskedAssistant(
      MessagesAssistant.make(store: MessagesStore(path: nil), transport: SpoolTransport(folder: folder.path + "/none")))
    #expect(try await empty.dialog(for: "read my messages") == "You don't have any messages yet.")
  }

  @Test("New messages from a contact are read once; after that, the last one is repeated")
  func fromContact() async throws {
    #expect(
      try await assistant.dialog(for: "what did mom say")
        == "You have one new message from Mom. "
        + "Yesterday, in the family group, with two photos: Look who learned to ride a bike!")
    #expect(
      try await assistant.dialog(for: "what did mom say")
        == "There's nothing new from Mom. The last message was yesterday, in the family group, with two photos: "
        + "Look who learned to ride a bike!")
    #expect(try await store.unreadMessages().count == 3)
  }

  @Test("New messages in a group are read with their senders, oldest first")
  func inGroup() async throws {
    let answer = try await assistant.ask("read the messages in the family group")
    #expect(
      answer.dialog
        == "You have two new messages in the family group. "
        + "Mom, yesterday, with two photos: Look who learned to ride a bike! "
        + "Hannah Walker, thirty five minutes ago: My train gets in at seven. Can somebody pick me up?")
    let row = try #require(answer.card?.rows.first)
    #expect(row.label == "May 19, 2026, 15:00")
    guard case .message(let message) = row.value else {
      Issue.record("\(row.value) is not a message")
      return
    }
    #expect(message.sender == "Margaret Walker" && message.text == "Look who learned to ride a bike!")
    #expect(message.attachments.map(\.symbol) == ["📷"] && message.attachments.map(\.written) == ["2 photos"])
    #expect(message.attachments.map { $0.pictures.map(\.format) } == [[.png, .png]])
    #expect(
      try await assistant.dialog(for: "read the messages in the family group")
        == "There's nothing new in the family group. The last message was from Hannah Walker, thirty five minutes ago: "
        + "My train gets in at seven. Can somebody pick me up?")
    #expect(
      try await assistant.dialog(for: "read messages in book club")
        == "There's nothing new in the book club group. The last message was from Nadia Ruiz, two days ago: "
        + "I liked the ending more than I expected.")
  }

  @Test(
    "Attachments are described in natural words",
    arguments: [
      ([MessageAttachment(.photo)], "with a photo"),
      ([MessageAttachment(.photo, count: 2)], "with two photos"),
      ([MessageAttachment(.video), MessageAttachment(.file, count: 12)], "with a video and twelve files"),
      (
        [MessageAttachment(.photo, count: 3), MessageAttachment(.voiceMessage, count: 2), MessageAttachment(.video)],
        "with three photos, two voice messages and a video"
      ),
      (
        [
          MessageAttachment(.photo, file: .init(name: "1.jpg")), MessageAttachment(.file, file: .init(name: "plan.pdf")),
          MessageAttachment(.photo, file: .init(name: "2.jpg")), MessageAttachment(.file), MessageAttachment(.photo, count: 2),
        ],
        "with four photos, a file called plan and a file"
      ),
    ])
  func attachments(attachments: [MessageAttachment], spoken: String) async throws {
    try await store.receive("Here you are", from: "nadia-ruiz", with: attachments, date: Self.now)
    #expect(
      try await assistant.dialog(for: "read my newest message")
        == "Your newest message is from Nadia Ruiz, just now, \(spoken): Here you are.")
    try await store.receive("", from: "nadia-ruiz", with: attachments, date: Self.now)
    #expect(
      try await assistant.dialog(for: "read my newest message")
        == "Your newest message is from Nadia Ruiz, just now, \(spoken).")
  }

  @Test("A message of emoji alone is announced, because an engine is silent about them", arguments: ["🎉🎉", "❤️", "?!"])
  func withoutWords(body: String) async throws {
    try await store.receive(body, from: "nadia-ruiz", with: [MessageAttachment(.photo)], date: Self.now)
    let dialog = try await assistant.dialog(for: "read my newest message")
    #expect(dialog?.hasPrefix("Your newest message is from Nadia Ruiz, just now, with a photo, without words: \(body)") == true)
  }

  @Test("A limited number of new messages is read at once; asking again reads the others")
  func manyMessages() async throws {
    for number in 1...7 {
      try await store.receive("Number \(number)", from: "oliver-bell", date: Self.now - Double(10 - number) * 86_400)
    }
    let first = try await assistant.dialog(for: "what did my landlord say")
    #expect(first?.hasPrefix("You have seven new messages from Oliver Bell. On May eleventh: Number 1. ") == true)
    #expect(first?.hasSuffix("Number 5. Ask again for the other two.") == true)
    #expect(
      try await assistant.dialog(for: "what did my landlord say")
        == "You have two new messages from Oliver Bell. Four days ago: Number 6. Three days ago: Number 7.")
  }

  @Test("Messages that are too long to be read at once stay unread, and the rest of a long message is on the card")
  func longMessages() async throws {
    for number in 1...2 {
      let text = "Number \(number)." + String(repeating: " word", count: 200)
      try await store.receive(text, from: "oliver-bell", date: Self.now - Double(3 - number) * 60)
    }
    let rest = " word … The rest is on the card."
    let first = try await assistant.ask("what did my landlord say")
    #expect(first.dialog?.hasPrefix("You have two new messages from Oliver Bell. Two minutes ago: Number 1. word word ") == true)
    #expect(first.dialog?.hasSuffix(rest + " Ask again for the other one.") == true)
    #expect(first.dialog.map(\.count) ?? 0 < 800)
    guard case .message(let shown)? = first.card?.rows.last?.value else {
      Issue.record("\(String(describing: first.card)) shows no message")
      return
    }
    #expect(shown.text.count > 1000)
    let second = try await assistant.dialog(for: "what did my landlord say")
    #expect(second?.hasPrefix("You have one new message from Oliver Bell. One minute ago: Number 2. word ") == true)
    let found = try await assistant.dialog(for: "find messages from oliver")
    #expect(found?.hasPrefix("There are three messages from Oliver Bell. The last one is: ") == true)
    #expect(found?.hasSuffix(rest) == true)
  }

  @Test("A new contact is understood immediately by every name")
  func newContact() async throws {
    #expect(try await assistant.ask("what did my dentist say").intent == nil)
    try await store.addContact(named: "Grace Lee", nickname: "Gigi", relationship: "my dentist")
    for name in ["my dentist", "gigi", "grace", "grace lee"] {
      let answer = try await assistant.ask("what did \(name) say")
      #expect(answer.slots == ["contact": "grace-lee"])
      #expect(answer.dialog == "There are no messages from Gigi.")
    }
    try await store.receive("Come at nine.", from: "grace-lee", date: Self.now - 60)
    #expect(
      try await assistant.dialog(for: "read my newest message")
        == "Your newest message is from Gigi, one minute ago: Come at nine.")
  }

  @Test("A first name that two contacts share asks which one is meant, but their full names do not")
  func sharedName() async throws {
    #expect(try await assistant.dialogs(for: "what did alex say") == ["Who do you mean, Alex Carter or Alex Rivera?"])
    #expect(try await assistant.ask("what did alex carter say").slots == ["contact": "alex-carter"])
    #expect(try await assistant.ask("what did alex rivera say").slots == ["contact": "alex-rivera"])
    #expect(try await assistant.ask("what did nadia say").slots == ["contact": "nadia-ruiz"])
    try await store.addContact(named: "Nadia Bell")
    #expect(try await assistant.dialogs(for: "what did nadia say") == ["Who do you mean, Nadia Ruiz or Nadia Bell?"])
    #expect(try await assistant.ask("what did nadia ruiz say").slots == ["contact": "nadia-ruiz"])
  }

  @Test(
    "A question about people asks who is meant",
    arguments: [
      "reply to alex saying hello", "find messages from alex", "what did i say to alex", "mark messages from alex as read",
    ])
  func who(sentence: String) async throws {
    #expect(try await assistant.dialogs(for: sentence) == ["Who do you mean, Alex Carter or Alex Rivera?"])
  }

  @Test("A contact and a group with the same name are distinguished by the words around the name")
  func contactAndGroup() async throws {
    try await store.addGroup(named: "Mom")
    #expect(try await assistant.ask("read messages from mom").slots == Self.mom)
    #expect(try await assistant.ask("read messages from my mom").slots == Self.mom)
    for phrase in ["read messages in mom", "read messages from the mom", "read messages from mom group"] {
      #expect(try await assistant.ask(phrase).slots == ["group": "mom"])
    }
  }

  @Test("Several groups, and several contacts, may have the same name")
  func sameNames() async throws {
    try await store.addGroup(named: "Family")
    try await store.addGroup(named: "👪 Family")
    for _ in 1...2 { try await store.addContact(named: "Siobhan Walker") }
    for contact in ["siobhan-walker", "siobhan-walker-2"] {
      try await store.addPronunciation(of: "Siobhan", phones: ["SH", "IH", "V", "AO", "N"], to: contact)
    }
    #expect(try await assistant.ask("read messages from the family group").slots == ["group": "family"])
    #expect(try await assistant.ask("read messages from siobhan walker").slots == ["contact": "siobhan-walker"])
    #expect(try await assistant.dialogs(for: "what did siobhan say").first?.hasPrefix("Who do you mean,") == true)
  }

  @Test("Contacts with the same full name are told apart by their relationships")
  func namesakes() async throws {
    try await store.addContact(named: "Hannah Walker", relationship: "my neighbor's aunt")
    let question = "Who do you mean, your sister Hannah Walker or your neighbor's aunt Hannah Walker?"
    for answer in ["the second one", "my neighbor's aunt"] {
      #expect(
        try await assistant.dialogs(for: "tell hannah walker hello", answer, "no") == [
          question, "Send \"hello\" to your neighbor's aunt Hannah Walker?", "All right, I won't.",
        ])
    }
    #expect(try await assistant.ask("what did my sister say").slots == Self.hannah)
    #expect(
      try await assistant.dialog(for: "what did my sister say")
        == "There's nothing new from your sister Hannah Walker. The last message was thirty five minutes ago, "
        + "in the family group: My train gets in at seven. Can somebody pick me up?")
  }

  @Test("Contacts with the same nickname are told apart by their full names")
  func sameNickname() async throws {
    try await store.addContact(named: "Daniel Ross", nickname: "Danny")
    #expect(
      try await assistant.dialogs(for: "tell danny hello", "ross", "no") == [
        "Who do you mean, Daniel Parker or Daniel Ross?", "Send \"hello\" to Daniel Ross?", "All right, I won't.",
      ])
  }

  @Test(
    "Nothing is asked that has no answer",
    arguments: [
      ("send a message", "There's no recipient to choose yet."), ("delete a shortcut", "There's no shortcut to choose yet."),
    ])
  func nothingToChoose(sentence: String, dialog: String) async throws {
    let empty = try AskedAssistant(
      MessagesAssistant.make(store: MessagesStore(path: nil), transport: SpoolTransport(folder: folder.path + "/none")))
    #expect(try await empty.dialogs(for: sentence) == [dialog])
  }

  @Test(
    "No name of a contact or group breaks the grammar",
    arguments: ["The Landlord", "Family Group", "The Group", "My Group", "Group", "Book Club Group Group", "💛"])
  func awkwardName(name: String) async throws {
    try await store.addContact(named: name, nickname: "the \(name)", relationship: "my \(name) group")
    try await store.addGroup(named: name)
    try await store.addGroup(named: "Friends of \(name)")
    #expect(try await assistant.ask("read messages from hannah").slots == Self.hannah)
  }

  @Test("A message that cannot be marked as read is not read aloud")
  func markingFails() async throws {
    try OtherProgram(path: path).run(
      "CREATE TRIGGER refuse BEFORE UPDATE ON message BEGIN SELECT RAISE(ABORT, 'refused'); END")
    let answer = try await assistant.ask("read my newest message")
    #expect(answer.code == .failure)
    #expect(answer.dialog == "Sorry, something went wrong.")
    #expect(try await store.unreadMessages().count == 4)
  }

  @Test("Of two simultaneous readers, only one gets a new message as new")
  func twoReaders() async throws {
    let other = try MessagesStore(path: path)
    for _ in 1...10 {
      try await store.receive("Hello", from: "oliver-bell", date: Self.now)
      async let one = store.read(.from("oliver-bell"))
      async let two = other.read(.from("oliver-bell"))
      let areNew = [try await one.areNew, try await two.areNew]
      #expect(areNew.filter { $0 }.count == 1)
    }
  }

  @Test("A message from an unknown sender is rejected with that sender")
  func unknownSender() async throws {
    await #expect { try await store.receive("Hello", from: "nobody") } throws: { String(describing: $0).contains("\"nobody\"") }
    await #expect { try await store.receive("Hello", from: "nadia-ruiz", in: "nowhere") } throws: {
      String(describing: $0).contains("\"nowhere\"")
    }
    #expect(try await store.unreadMessages().count == 4)
  }

  @Test("An empty store is reported, and no contact can be requested")
  func emptyStore() async throws {
    try OtherProgram(path: path).run("DELETE FROM contact; DELETE FROM contactGroup")
    #expect(try await assistant.dialog(for: "read my newest message") == "You don't have any messages yet.")
    #expect(try await assistant.dialog(for: "do i have any messages") == "You don't have any unread messages.")
    #expect(try await assistant.ask("what did mom say").intent == nil)
    #expect(try await assistant.ask("read messages in family").intent == nil)
  }

  @Test("Stored data persists after reopening, and sample data is inserted only once")
  func reopening() async throws {
    let still = try #require(Picture([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]))
    let film = MessageAttachment(.video, pictures: [still])
    try await store.receive("Hello\nthere", from: "nadia-ruiz", in: "family", with: [film], date: Self.now)
    _ = try await assistant.ask("what did my boss say")
    let reopened = try MessagesStore(path: path)
    #expect(try await reopened.contacts().count == 8)
    #expect(try await reopened.groups().count == 3)
    let unread = try await reopened.unreadMessages()
    #expect(unread.map(\.sender.id) == ["nadia-ruiz", "hannah-walker", "margaret-walker", "alex-rivera"])
    #expect(unread.first?.body == "Hello\nthere")
    #expect(unread.first?.group?.id == "family")
    #expect(unread.first?.attachments == [film])
    #expect(unread.first?.date == Self.now)
  }
}
