import AssistantTestSupport
import Foundation
import Logging
import Messages
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Sending messages")
struct SendingTests {
  /// A transport that records events, and rejects them on request.
  private final class Transport: MessageTransport {
    struct Refusal: Error {}
    let delivered = Mutex<[MessageEvent]>([])
    let refuses = Mutex(false)
    /// The texts that are rejected on their own.
    let rejected = Mutex<Set<String>>([])
    /// How often something was rejected, and how long that takes on a clock.
    let rejections = Mutex<(count: Int, time: Duration)>((0, .zero))
    let timer = ManualClock()
    /// The refusals for good, by the action.
    let refusals = Mutex<[MessageEvent.Action: MessageRefusal]>([:])

    func deliver(_ event: MessageEvent) async throws {
      if refuses.withLock({ $0 }) || rejected.withLock({ $0.contains(event.body) }) {
        let time = rejections.withLock { rejections in
          rejections.count += 1
          return rejections.time
        }
        timer.advance(by: time)
        throw Refusal()
      }
      if let refusal = refusals.withLock({ $0[event.action] }) { throw refusal }
      delivered.withLock { $0.append(event) }
    }

    var words: [String] {
      delivered.withLock { $0.map { "\($0.action.rawValue) \($0.recipients.map(\.id).joined(separator: "+")) \($0.body)" } }
    }
  }

  private let folder: TemporaryFolder
  private let store: MessagesStore
  private let transport = Transport()
  private let assistant: AskedAssistant
  private let alerts: any AlertSource
  private let time: ManualTime
  private var timer: ManualClock { transport.timer }

  init() throws {
    let time = ManualTime(UTC.date(2026, 11, 20))
    self.time = time
    folder = try TemporaryFolder()
    store = try MessagesStore(
      path: folder.path + "/messages.sqlite", hasSampleData: true, now: UTC.date(2026, 11, 20))
    let clock = WallClock(now: { time.now }, calendar: UTC.calendar)
    let messages = try MessagesAssistant.make(store: store, transport: transport, clock: clock, timer: transport.timer)
    alerts = try #require(messages.alerts)
    assistant = try AskedAssistant(messages)
  }

  /// Sets whether the transport is offline, and passes on what waits if it is not.
  private func setOffline(_ isOffline: Bool) async throws {
    transport.refuses.withLock { $0 = isOffline }
    guard !isOffline else { return }
    timer.advance(by: .seconds(60))
    #expect(
      try await eventually(asking: {
        _ = try await alerts.alerts()
        return try await store.waitingEvents() == 0
      }))
  }

  private func send(_ words: String, to name: String = "hannah") async throws {
    let dialogs = try await assistant.dialogs(for: "tell \(name) \(words)", "yes")
    #expect(dialogs.count == 2)
  }

  private func hannah() async throws -> Recipient {
    .contact(try #require(try await store.contacts().first { $0.id == "hannah-walker" }))
  }

  @Test(
    "A message is sent in the usual words",
    arguments: [
      ("text hannah", []), ("send my sister a text", []), ("send hannah a message", []), ("send a text to hannah", []),
      ("text my sister that i am late", ["i am late"]), ("message my sister that i am late", ["i am late"]),
      ("message hannah", []), ("let my sister know that i am late", ["i am late"]),
      ("send hannah a message saying i am late", ["i am late"]),
      ("send a text to my sister saying i am late", ["i am late"]),
    ] as [(String, [String])])
  func usualWords(sentence: String, content: [String]) async throws {
    let answer = try await assistant.ask(sentence)
    #expect(answer.slots["recipient"] == "hannah-walker")
    #expect(answer.slots["content"] == content.first)
  }

  @Test(
    "A name behind the recipient belongs to the message, unless \"and\" is between them", arguments: ["text", "tell"])
  func names(verb: String) async throws {
    for (words, recipients, content) in [
      ("mom danny is here", "margaret-walker", "danny is here"), ("hannah hannah is late", "hannah-walker", "hannah is late"),
      ("mom and danny i am late", "margaret-walker,daniel-parker", "i am late"),
    ] {
      let answer = try await assistant.ask("\(verb) \(words)")
      #expect(answer.slots == ["recipient": recipients, "content": content])
    }
  }

  @Test("The question about a message says that a name after the recipient is not a contact")
  func nameInText() async throws {
    for (sentence, content) in [
      ("tell mom and dad i'm late", "and dad i'm late"), ("text mom and my dad that i'm late", "and my dad that i'm late"),
      ("text mom and dad", "and dad"),
    ] {
      #expect(
        try await assistant.dialogs(for: sentence) == ["I don't know a contact called dad. Send \"\(content)\" to Mom?"],
        "\(sentence)")
    }
  }

  @Test("A message to more than three recipients is not sent", arguments: ["nadia", "the book club group", "my landlord"])
  func tooManyRecipients(name: String) async throws {
    #expect(
      try await assistant.dialogs(for: "tell mom and hannah and danny and \(name) i'm late")
        == ["I can only send it to three at once like that."])
  }

  @Test(
    "An answer and a text behind \"that\" or \"saying\" may begin with \"and\"",
    arguments: [
      ["text mom", "and bring the milk"], ["text mom that and bring the milk"],
      ["send a message to mom saying and bring the milk"],
    ])
  func textWithAnd(turns: [String]) async throws {
    var conversation = TypedConversation(runtime: assistant.runtime)
    var question: String?
    for turn in turns { question = Answer(try await conversation.say(turn)).question }
    #expect(question == "Send \"and bring the milk\" to Mom?")
  }

  @Test("\"That\" before the words of a message is not a part of them")
  func that() async throws {
    #expect(
      try await assistant.dialogs(for: "tell hannah that i am late", "no").first == "Send \"i am late\" to Hannah Walker?")
    #expect(try await assistant.dialogs(for: "tell hannah that", "no").first == "Send \"that\" to Hannah Walker?")
  }

  @Test("The transport receives sent, edited and unsent messages in order, each once")
  func events() async throws {
    try await send("hello")
    #expect(try await assistant.dialogs(for: "edit my last message", "good morning", "yes").last == "Changed.")
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "Unsent.")
    #expect(
      transport.words == [
        "send contact/hannah-walker hello", "edit contact/hannah-walker good morning", "unsend contact/hannah-walker ",
      ])
    #expect(Set(transport.delivered.withLock { $0.map(\.id) }).count == 3)
    #expect(Set(transport.delivered.withLock { $0.map(\.message) }).count == 1)
  }

  @Test("The sent messages are limited to the newest ones, also of one recipient and one kind")
  func limitedMessages() async throws {
    for (words, name) in [("alpha", "hannah"), ("bravo", "mom"), ("charlie", "hannah"), ("delta", "mom")] {
      try await send(words, to: name)
    }
    #expect(try await store.sentMessages(limit: 2).map(\.body) == ["delta", "charlie"])
    let toHannah = try await store.sentMessages(to: hannah(), kind: .text, limit: 1)
    #expect(toHannah.map(\.body) == ["charlie"])
    #expect(toHannah.map(\.recipients) == [[try await hannah()]])
    #expect(try await store.sentMessages(kind: .attachment).isEmpty)
  }

  @Test("A message that the transport rejects is reported, kept, and sent before the next one")
  func refusal() async throws {
    transport.refuses.withLock { $0 = true }
    let dialogs = try await assistant.dialogs(for: "tell hannah hello", "yes")
    #expect(dialogs.last == "I couldn't send it yet. I'll try again later.")
    #expect(try await store.waitingEvents() == 1)
    #expect(try await store.sentMessages().map(\.body) == ["hello"])
    transport.refuses.withLock { $0 = false }
    try await send("are you there")
    #expect(transport.words == ["send contact/hannah-walker hello", "send contact/hannah-walker are you there"])
    #expect(try await store.waitingEvents() == 0)
  }

  @Test("A message that the transport rejects keeps only later ones to the same recipients waiting")
  func heldBack() async throws {
    transport.rejected.withLock { $0 = ["alpha"] }
    try await send("alpha")
    try await send("hello", to: "danny")
    try await send("bravo")
    #expect(transport.words == ["send contact/daniel-parker hello"])
    transport.rejected.withLock { $0 = [] }
    try await setOffline(false)
    #expect(transport.words.dropFirst() == ["send contact/hannah-walker alpha", "send contact/hannah-walker bravo"])
  }

  @Test("After a rejection that took long, as without a network, nothing else is tried at once", arguments: [(0, 3), (8, 1)])
  func slowRejection(seconds: Int, attempts: Int) async throws {
    try await setOffline(true)
    for name in ["hannah", "danny"] { try await send("hello", to: name) }
    transport.rejections.withLock { $0 = (0, .seconds(seconds)) }
    try await send("hello", to: "nadia")
    #expect(transport.rejections.withLock { $0.count } == attempts)
  }

  @Test("A change that the transport rejects is reported, and passed on later")
  func refusedChange() async throws {
    try await send("hello")
    transport.refuses.withLock { $0 = true }
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "I couldn't pass that on yet. I'll try again later.")
    transport.refuses.withLock { $0 = false }
    try await send("are you there")
    #expect(transport.words.dropFirst().first == "unsend contact/hannah-walker ")
  }

  @Test("A message that is unsent while it waits is never sent, however old it is", arguments: [0.0, 300, 86_400])
  func unsentWhileWaiting(age: TimeInterval) async throws {
    try await setOffline(true)
    try await send("you are fired")
    time.pass(age)
    #expect(
      try await assistant.dialogs(for: "unsend that", "yes")
        == ["Unsend \"you are fired\" to Hannah Walker?", "Okay, I won't send it."])
    #expect(try await store.waitingEvents() == 0)
    #expect(try await assistant.dialogs(for: "unsend that") == ["You haven't sent anything."])
    try await setOffline(false)
    #expect(transport.words.isEmpty)
  }

  @Test("A message that is edited while it waits is sent once, with its latest text")
  func editedWhileWaiting() async throws {
    try await setOffline(true)
    try await send("alpha")
    time.pass(3600)
    for words in ["bravo", "charlie"] {
      #expect(
        try await assistant.dialogs(for: "edit that", words, "yes").last
          == "Changed. I couldn't send it yet. I'll try again later.")
    }
    transport.refusals.withLock { $0[.edit] = MessageRefusal() }
    try await setOffline(false)
    #expect(transport.words == ["send contact/hannah-walker charlie"])
    #expect(try await store.sentMessages().map(\.body) == ["charlie"])
    try await setOffline(true)
    try await send("delta")
    transport.refuses.withLock { $0 = false }
    #expect(try await assistant.dialogs(for: "edit that", "echo", "yes").last == "Changed.")
    #expect(transport.words.last == "send contact/hannah-walker echo")
  }

  @Test("A message whose delivery was interrupted may have been sent, so that the transport gets the event that unsends it")
  func interruptedDelivery() async throws {
    try await setOffline(true)
    try await send("hello")
    try OtherProgram(path: folder.path + "/messages.sqlite").run("UPDATE outbox SET isBeingDelivered = TRUE")
    transport.refuses.withLock { $0 = false }
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "Unsent.")
    #expect(transport.words == ["send contact/hannah-walker hello", "unsend contact/hannah-walker "])
  }

  @Test("If the transport refuses several changes that waited, the message has the text that was sent")
  func refusedChanges() async throws {
    try await send("alpha")
    try await setOffline(true)
    for words in ["bravo", "charlie"] { _ = try await assistant.dialogs(for: "edit that", words, "yes") }
    transport.refusals.withLock { $0[.edit] = MessageRefusal(dialog: "Emails stay as they are.") }
    try await setOffline(false)
    #expect(try await store.sentMessages().map(\.body) == ["alpha"])
    #expect(
      try await alerts.alerts().due.map(\.dialog) == ["I couldn't change your message to Hannah Walker: Emails stay as they are."]
    )
  }

  @Test("A message whose edit is refused is unsent nevertheless, and a refused unsending restores the text that was sent")
  func refusedEditBeforeUnsending() async throws {
    try await send("delta")
    try await setOffline(true)
    _ = try await assistant.dialogs(for: "edit that", "echo", "yes")
    _ = try await assistant.dialogs(for: "unsend that", "yes")
    transport.refusals.withLock { $0[.edit] = MessageRefusal() }
    try await setOffline(false)
    #expect(transport.words.last == "unsend contact/hannah-walker ")
    #expect(try await store.sentMessages().isEmpty)
    #expect(try await alerts.alerts().due.isEmpty)
    try await send("delta")
    try await setOffline(true)
    _ = try await assistant.dialogs(for: "edit that", "echo", "yes")
    _ = try await assistant.dialogs(for: "unsend that", "yes")
    transport.refusals.withLock { $0[.unsend] = MessageRefusal() }
    try await setOffline(false)
    #expect(try await store.sentMessages().map(\.body) == ["delta"])
    #expect(try await alerts.alerts().due.map(\.dialog) == ["I couldn't unsend your message to Hannah Walker."])
  }

  @Test("A message that waited and is then refused is announced once, with the reason, also after a restart")
  func announcedRefusal() async throws {
    try await setOffline(true)
    try await send("hello")
    transport.refusals.withLock { $0[.send] = MessageRefusal(dialog: "That number is wrong.") }
    try await setOffline(false)
    #expect(try await store.sentMessages().isEmpty)
    let restarted = try #require(
      MessagesAssistant.make(
        store: MessagesStore(path: folder.path + "/messages.sqlite"), transport: transport, timer: ManualClock()
      ).alerts)
    let due = try await restarted.alerts().due
    #expect(due.map(\.dialog) == ["I couldn't send your message to Hannah Walker: That number is wrong."])
    #expect(due.map(\.style) == [.isSaid])
    try await alerts.end(try #require(due.first?.id), as: .done)
    #expect(try await alerts.alerts().due.isEmpty)
    transport.refusals.withLock { $0[.send] = MessageRefusal(requiresApplication: true) }
    #expect(try await assistant.dialogs(for: "tell hannah hello", "yes").last == "You can only do that in the app.")
    #expect(try await alerts.alerts().due.isEmpty, "the answer has said it")
  }

  @Test("A message that was stored but not sent before a power failure is sent when a program serves the assistant again")
  func restart() async throws {
    try await store.send("hello", to: [try await hannah()])
    try await setOffline(false)
    #expect(transport.words == ["send contact/hannah-walker hello"])
    try await setOffline(false)
    #expect(transport.words.count == 1)
  }

  /// A transport that holds each event until it is released.
  private final class SlowTransport: MessageTransport {
    let delivered = Mutex<[String]>([])
    private let (gate, opening) = AsyncStream.makeStream(of: Void.self)

    func release() { opening.finish() }

    func deliver(_ event: MessageEvent) async throws {
      delivered.withLock { $0.append(event.body) }
      for await _ in gate {}
    }
  }

  @Test("A transport that takes long delays neither the start nor the alerts of the assistant")
  func slowTransport() async throws {
    try await store.send("hello", to: [try await hannah()])
    let transport = SlowTransport()
    let slow = try AskedAssistant(MessagesAssistant.make(store: store, transport: transport))
    try await slow.runtime.prepare()
    let source = try #require(slow.runtime.assistants.first?.alerts)
    #expect(try await source.alerts() == DueAlerts(due: [], next: nil))
    #expect(await eventually { transport.delivered.withLock { $0 } == ["hello"] })
    #expect(try await source.alerts() == DueAlerts(due: [], next: nil))
    #expect(try await store.waitingEvents() == 1)
    transport.release()
    #expect(try await eventually(asking: { try await store.waitingEvents() == 0 }))
  }

  @Test("Two programs that serve the same file deliver a message once")
  func twoPrograms() async throws {
    let transport = SlowTransport()
    try await store.send("hello", to: [try await hannah()])
    let other = try MessagesStore(path: folder.path + "/messages.sqlite")
    async let first: Void = store.flush(to: transport)
    #expect(await eventually { transport.delivered.withLock { $0.count } == 1 })
    async let second: Void = other.flush(to: transport)
    // The other program finds the message, and then the lock of the first one.
    try await Task.sleep(for: .milliseconds(200))
    transport.release()
    _ = try await (first, second)
    #expect(transport.delivered.withLock { $0 } == ["hello"])
  }

  @Test("A message can be unsent for two minutes and edited for fifteen")
  func timeLimits() async throws {
    try await send("hello")
    time.pass(119)
    #expect(try await assistant.dialogs(for: "unsend that", "no").first == "Unsend \"hello\" to Hannah Walker?")
    time.pass(2)
    #expect(try await assistant.dialogs(for: "unsend that") == ["It's too late to unsend that."])
    #expect(try await assistant.dialogs(for: "edit that", "cancel").first == "What should it say?")
    time.pass(780)
    #expect(try await assistant.dialogs(for: "edit that") == ["It's too late to edit that."])
    #expect(try await store.sentMessages().map(\.body) == ["hello"])
  }

  @Test("A sent message is donated with its recipient and without its text")
  func donation() async throws {
    try await send("hello")
    _ = try await assistant.dialogs(for: "send a message to mom and danny saying hello", "yes")
    let donations = try await assistant.runtime.memory.donations.all()
    #expect(
      donations.map(\.shortcut.values) == [["recipient": "margaret-walker,daniel-parker"], ["recipient": "hannah-walker"]])
    #expect(donations.map(\.group) == [nil, "hannah-walker"])
    #expect(donations.allSatisfy { $0.shortcut.intent == "SendMessage" })
  }

  @Test("The sent message is returned to the next step of a workflow")
  func returnedValue() async throws {
    let asked = await assistant.runtime.perform(
      IntentRequest(intent: "SendMessage", values: ["recipient": "hannah-walker", "content": "hello"]))
    let question = try #require(asked.question)
    guard case .continues(let request) = assistant.runtime.receive(["confirmation": "yes"], answering: question) else {
      Issue.record("the answer is not yes")
      return
    }
    let outcome = await assistant.runtime.perform(request)
    #expect(outcome.answers.first?.response.value?.identifier == (try await store.sentMessages().first?.id))
  }

  @Test("Only text can be edited: a later link is skipped, and a named link is rejected")
  func onlyText() async throws {
    try await send("hello")
    let link = try await store.send("https://example.org", to: [try await hannah()], kind: .link, date: UTC.date(2026, 11, 20))
    #expect(try await assistant.dialogs(for: "edit my last message", "good bye", "yes")[1] == "Change \"hello\" to \"good bye\"?")
    let runtime = IntentRuntime(
      assistant: try MessagesAssistant.make(
        store: store, transport: transport, clock: WallClock(now: { UTC.date(2026, 11, 20) }, calendar: UTC.calendar)),
      memory: try .inMemory(assistant: "messages"), logger: .silent)
    let outcome = await runtime.perform(IntentRequest(intent: "EditMessage", values: ["message": link.id]))
    #expect(outcome.dialog == "Only text can be edited.")
  }

  @Test("Messages are unsent by their identifiers, all of them or none")
  func unsendByIdentifier() async throws {
    let first = try await store.send("one", to: [try await hannah()])
    let second = try await store.send("two", to: [try await hannah()])
    #expect(try await store.unsend([first.id, second.id]) == .beforeSending)
    #expect(try await store.sentMessages().isEmpty)
    let third = try await store.send("three", to: [try await hannah()])
    #expect(try await store.unsend([third.id, first.id]) == nil)
    #expect(try await store.sentMessages().map(\.body) == ["three"])
  }

  @Test("The spool contains one complete file per event, named in order and without duplicates")
  func spool() async throws {
    let spool = SpoolTransport(folder: folder.path + "/outbox")
    for word in ["one", "two", "three"] { try await store.send(word, to: [try await hannah()], date: UTC.date(2026, 11, 20)) }
    try await store.flush(to: spool)
    let names = try FileManager.default.contentsOfDirectory(atPath: spool.folder).sorted()
    #expect(names.count == 3)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let events = try names.map { name in
      try decoder.decode(MessageEvent.self, from: Data(contentsOf: URL(fileURLWithPath: "\(spool.folder)/\(name)")))
    }
    #expect(events.map(\.body) == ["one", "two", "three"])
    try await spool.deliver(events[0])
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool.folder).count == 3)
  }

  @Test("The message that was sent last is unsent, also after the clock was set back")
  func clockSetBack() async throws {
    try await send("hello")
    time.pass(-3600)
    try await send("good morning")
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "Unsent.")
    #expect(try await store.sentMessages().map(\.body) == ["hello"])
  }

  @Test("A delivery to the spool that was killed leaves no incomplete file when it is repeated")
  func killedDelivery() async throws {
    let spool = SpoolTransport(folder: folder.path + "/outbox")
    try await store.send("hello", to: [try await hannah()], date: UTC.date(2026, 11, 20))
    try await store.flush(to: spool)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: spool.folder).first)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let event = try decoder.decode(MessageEvent.self, from: Data(contentsOf: URL(fileURLWithPath: "\(spool.folder)/\(name)")))
    try FileManager.default.moveItem(atPath: "\(spool.folder)/\(name)", toPath: "\(spool.folder)/.\(name).part")
    try await spool.deliver(event)
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool.folder) == [name])
  }

  @Test("The most recent recipient comes first in the vocabulary, and is offered first")
  func order() async throws {
    let memory = try AssistantMemory.inMemory(assistant: "messages")
    try await store.update(memory.vocabulary)
    let groups = try await memory.vocabulary.strings(of: .contactGroupName).map(\.vocabularyIdentifier)
    #expect(groups.first == "family")
    try await store.send("hello", to: [.group(try #require(try await store.groups().first { $0.id == "book-club" }))])
    try await store.update(memory.vocabulary)
    #expect(try await memory.vocabulary.strings(of: .contactGroupName).first?.vocabularyIdentifier == "book-club")
    let names = try await memory.vocabulary.strings(of: .contactName)
    #expect(names.prefix(3).map(\.spokenPhrase) == ["hannah walker", "alex carter", "margaret walker"])
    #expect(names.first { $0.spokenPhrase == "siobhan" }?.pronunciationHint == ["SH", "IH", "V", "AO", "N"])
  }

  @Test("A database of the first version is migrated with all its data")
  func migration() async throws {
    let path = folder.path + "/old.sqlite"
    let old = try OtherProgram(path: path)
    try old.run(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('v1: contacts, groups and messages, with sample data');
      CREATE TABLE contact (id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL, nickname TEXT,
        relationship TEXT);
      CREATE TABLE contactGroup (id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
      CREATE TABLE message (id INTEGER PRIMARY KEY AUTOINCREMENT, senderID INTEGER NOT NULL REFERENCES contact, groupID INTEGER,
        body TEXT NOT NULL, sentAt INTEGER NOT NULL, isRead BOOLEAN NOT NULL);
      CREATE TABLE attachment (id INTEGER PRIMARY KEY AUTOINCREMENT, messageID INTEGER NOT NULL, kind TEXT NOT NULL,
        count INTEGER NOT NULL);
      INSERT INTO contact (identifier, name) VALUES ('ada', 'Ada');
      INSERT INTO message (senderID, body, sentAt, isRead) VALUES (1, 'Hello', 1000, FALSE);
      INSERT INTO attachment (messageID, kind, count) VALUES (1, 'photo', 2);
      """)
    let store = try MessagesStore(path: path)
    let unread = try await store.unreadMessages()
    #expect(unread.map(\.body) == ["Hello"])
    #expect(unread.first?.attachments == [MessageAttachment(.photo, count: 2)])
    let ada = try #require(try await store.contacts().first { $0.id == "ada" })
    try await store.send("Hello yourself", to: [.contact(ada)])
    #expect(try await store.sentMessages().map(\.body) == ["Hello yourself"])
  }
}
