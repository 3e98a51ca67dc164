import AssistantTestSupport
import Foundation
import Messages
import Testing
import Vocative
import VocativeTestSupport

@Suite("Receiving messages")
struct ReceivingTests {
  private static let now = UTC.date(2026, 11, 20)
  private let folder: TemporaryFolder
  private let store: MessagesStore
  private let log = RecordedLog()

  init() throws {
    folder = try TemporaryFolder()
    store = try MessagesStore(path: folder.path + "/messages.sqlite")
    try folder.write(
      "BEGIN:VCARD\nVERSION:4.0\nFN:Hannah Walker\nTEL:+49 30 1234567\nEMAIL:hannah@example.org\nEND:VCARD\n",
      to: "contacts/a.vcf")
  }

  private func makeAssistant() throws -> AskedAssistant {
    try AskedAssistant(
      MessagesAssistant.make(
        store: try MessagesStore(path: folder.path + "/messages.sqlite"),
        transport: SpoolTransport(folder: folder.path + "/outbox"),
        folders: MessagesFolders(
          ownContacts: folder.path + "/own", contacts: [folder.path + "/contacts"], inbox: folder.path + "/inbox"),
        clock: WallClock(now: { Self.now }, calendar: UTC.calendar), logger: log.logger))
  }

  private func receive(_ json: String) async throws -> String {
    try await makeAssistant().runtime.perform(OperationRequest("messages.receive", of: "messages", input: json))
  }

  @Test(
    "The sender is found by an address, a name or an identifier",
    arguments: ["hannah@example.org", "Hannah@Example.ORG", "+49301234567", "030 123 45 67", "hannah walker", "hannah-walker"])
  func sender(from: String) async throws {
    _ = try await receive(#"{"from":"\#(from)","text":"Hello"}"#)
    #expect(try await store.unreadMessages().map(\.sender.id) == ["hannah-walker"])
  }

  @Test(
    "Unknown senders stay different, however similar their addresses are",
    arguments: [
      ["anna1995", "bob1995"], ["0000000", "000-0001", "hannah"], ["🐻", "🦊"], ["anna_k", "anna.k", "anna-k"],
      ["12345", "912345"],
      ["signal:4930123456789", "+4930123456789"],
    ])
  func differentSenders(addresses: [String]) async throws {
    for address in addresses {
      _ = try await receive(#"{"from":"\#(address)","name":"Sender \#(address)","text":"\#(address)"}"#)
      _ = try await receive(#"{"from":"\#(address)","text":"\#(address)"}"#)
    }
    let unread = try await store.unreadMessages()
    #expect(Dictionary(grouping: unread, by: \.sender.id).values.map { Set($0.map(\.body)).count } == addresses.map { _ in 1 })
    #expect(Set(unread.map(\.sender.id)).count == addresses.count)
  }

  @Test("Unknown senders without names stay different, however similar their addresses are")
  func nameless() async throws {
    let addresses = ["🐻", "🦊", "anna_k", "anna.k", "anna-k", "0", "0000000", "user 7", "user 07"]
    for address in addresses { _ = try await receive(#"{"from":"\#(address)","text":"Hello"}"#) }
    #expect(try await store.unreadMessages().map(\.sender.name) == addresses.reversed())
    #expect(Set(try await store.unreadMessages().map(\.sender.id)).count == addresses.count)
  }

  @Test("A sender without a name gets the first one that comes, and a contact keeps the name of its card")
  func laterName() async throws {
    for name in [nil, "Ada Byron", "Ada King"] {
      let field = name.map { #""name":"\#($0)","# } ?? ""
      _ = try await receive(#"{"from":"ada@example.org",\#(field)"text":"Hello"}"#)
    }
    #expect(try await store.unreadMessages().map(\.sender.name) == ["Ada Byron", "Ada Byron", "Ada Byron"])
    _ = try await receive(#"{"from":"hannah@example.org","name":"H","text":"Hello"}"#)
    #expect(try await store.unreadMessages().first?.sender.name == "Hannah Walker")
  }

  @Test("Groups whose names are emoji stay different, and a name with words is found without its emoji")
  func emojiGroups() async throws {
    for group in ["⚽", "🎸", "👪 Family", "family", "🎸"] {
      _ = try await receive(#"{"from":"hannah-walker","group":"\#(group)","text":"Hello"}"#)
    }
    #expect(
      try await store.unreadMessages().map(\.group?.name) == ["🎸", "👪 Family", "👪 Family", "🎸", "⚽"])
  }

  @Test("An unknown sender can be answered, is not offered, and becomes a contact with a card of the same address")
  func unknownSender() async throws {
    _ = try await receive(#"{"from":"ada@example.org","name":"Ada Byron","text":"Hello","group":"Engines"}"#)
    _ = try await receive(#"{"from":"ada@example.org","text":"Are you there?"}"#)
    let assistant = try makeAssistant()
    #expect(
      try await assistant.dialog(for: "read my newest message")
        == "Your newest message is from Ada Byron, just now: Are you there?")
    #expect(try await assistant.ask("send a message to ada").intent == nil)
    #expect(try await assistant.dialogs(for: "reply", "yes i am", "yes").last == "Sent to Ada Byron.")
    #expect(try await store.groups().map(\.name) == ["Engines"])
    try folder.write("BEGIN:VCARD\nVERSION:4.0\nFN:Ada King\nEMAIL:ada@example.org\nEND:VCARD\n", to: "contacts/ada.vcf")
    #expect(
      try await assistant.dialog(for: "find messages from ada king")?.hasPrefix("There are two messages from Ada King.") == true)
  }

  @Test("Attachments have a name, a type and an address, which decide their kind")
  func attachments() async throws {
    _ = try await receive(
      #"""
      {"from":"hannah-walker","attachments":[{"name":"IMG_1.jpg","type":"image/jpeg","address":"/p/1"},
      {"name":"budget.pdf","type":"application/pdf","address":"file:///b"},{"address":"https://example.org","title":"Example"},
      {"type":"audio/ogg"},{"kind":"video"}]}
      """#)
    let message = try #require(try await store.unreadMessages().first)
    #expect(message.attachments.map(\.kind) == [.photo, .file, .link, .voiceMessage, .video])
    #expect(message.attachments[1].file == .init(name: "budget.pdf", type: "application/pdf", address: "file:///b"))
    #expect(message.attachments[1].written == "1 file: budget.pdf (application/pdf), file:///b")
    #expect(
      try await makeAssistant().dialog(for: "read my newest message")
        == "Your newest message is from Hannah Walker, just now, with a photo, a file called budget, a link to Example, "
        + "a voice message and a video.")
  }

  @Test("A message with an identifier is received once, also after a restart")
  func once() async throws {
    let json = #"{"id":"17","from":"hannah-walker","text":"Hello","date":"2026-11-19T08:00:00Z"}"#
    #expect(try await receive(json) == #"{"result":"received"}"#)
    #expect(try await receive(json) == #"{"result":"known"}"#)
    let unread = try await store.unreadMessages()
    #expect(unread.count == 1 && unread.first?.date == UTC.date(2026, 11, 19, 8))
  }

  @Test("Many files with faults do not keep other messages from being received")
  func manyFaults() async throws {
    for number in 1...501 { try folder.write("{", to: "inbox/a\(number).json") }
    try folder.write(#"{"from":"hannah-walker","text":"Hello"}"#, to: "inbox/b.json")
    let assistant = try makeAssistant()
    // The first look is at the first 500 files.
    for _ in 1...3 { _ = try await assistant.ask("how many new messages do i have") }
    #expect(try await store.unreadMessages().map(\.body) == ["Hello"])
    #expect(log.messages.filter { $0.contains("has 502 messages; 500 of them are read at once") }.count == 1)
    #expect(log.messages.filter { $0.contains("is not received") }.count == 501)
  }

  @Test(
    "A fault names the field, and nothing of the message",
    arguments: [
      ("secret", "is not one"), ("[]", "is not one"), (#"{"text":"secret"}"#, "\"from\" is missing"),
      (#"{"from":"","text":"secret"}"#, "\"from\" is empty"), (#"{"from":"secret"}"#, "neither a \"text\""),
      (#"{"from":"a","text":1}"#, "\"text\" has the wrong type"), (#"{"from":"a","text":"secret","date":"secret"}"#, "\"date\""),
      (#"{"from":"a","attachments":[{"kind":"secret"}]}"#, "\"kind\" of an attachment"),
    ])
  func faults(json: String, reason: String) async throws {
    await #expect { _ = try await receive(json) } throws: { error in
      "\(error)".contains(reason) && !"\(error)".contains("secret")
    }
    #expect(try await store.unreadMessages().isEmpty)
  }

  @Test("A cancelled request logs no fault, and the next one receives the messages")
  func cancelled() async throws {
    let assistant = try makeAssistant()
    try folder.write(#"{"from":"ada@example.org","text":"Hello"}"#, to: "inbox/1.json")
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try? await assistant.ask("how many new messages do i have")
    }.value
    _ = try await assistant.ask("how many new messages do i have")
    #expect(try await store.unreadMessages().map(\.body) == ["Hello"])
    #expect(log.messages.isEmpty, "\(log.messages)")
  }

  @Test("The folder of the inbox is created for its owner alone, and one that exists keeps its permissions")
  func inboxFolder() throws {
    func permissions() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path + "/inbox")[.posixPermissions] as? Int
    }
    _ = try makeAssistant()
    #expect(try permissions() == 0o700)
    #expect(chmod(folder.path + "/inbox", 0o770) == 0)
    _ = try makeAssistant()
    #expect(try permissions() == 0o770)
    #expect(log.messages.isEmpty, "\(log.messages)")
  }

  @Test(
    "Files in the inbox are received and removed; one with a fault stays, is reported once, and is received after its correction")
  func inbox() async throws {
    try folder.write(#"{"from":"hannah-walker","text":"One"}"#, to: "inbox/1.json")
    try folder.write(#"{"from":"hannah-walker","text":"#, to: "inbox/2.json")
    try folder.write(#"{"from":"hannah-walker","text":"Hidden"}"#, to: "inbox/.3.json")
    let assistant = try makeAssistant()
    for _ in 1...2 {
      #expect(
        try await assistant.dialog(for: "how many new messages do i have") == "You have one unread message, from Hannah Walker.")
    }
    #expect(log.messages.filter { $0.contains("inbox/2.json is not received") }.count == 1, "\(log.messages)")
    try folder.write(#"{"from":"hannah-walker","text":"Two"}"#, to: "inbox/2.json")
    #expect(try await assistant.dialog(for: "how many new messages do i have")?.hasPrefix("You have two") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/inbox") == [".3.json"])
    #expect(!log.messages.contains { $0.contains("One") || $0.contains("hannah") })
  }

  @Test("A message that a locked database cannot store now is received later, and the fault is logged once")
  func lockedDatabase() async throws {
    let assistant = try makeAssistant()
    _ = try await assistant.ask("how many new messages do i have")
    let other = try OtherProgram(path: folder.path + "/messages.sqlite")
    try other.run("BEGIN IMMEDIATE")
    for number in 1...3 { try folder.write(#"{"from":"hannah-walker","text":"Hello \#(number)"}"#, to: "inbox/\(number).json") }
    for _ in 1...2 { _ = try await assistant.ask("how many new messages do i have") }
    #expect(log.messages.count == 1, "\(log.messages)")
    #expect(log.messages.first?.contains("no messages are received from \(folder.path)/inbox") == true, "\(log.messages)")
    try other.run("ROLLBACK")
    _ = try await assistant.ask("how many new messages do i have")
    #expect(try await store.unreadMessages().count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/inbox").isEmpty)
  }

  @Test(
    "A file that may not be read or removed is logged once, and is received when its owner corrects the permissions",
    .disabled(if: geteuid() == 0, "root may read everything"))
  func permissions() async throws {
    let assistant = try makeAssistant()
    let path = try folder.write(#"{"from":"hannah-walker","text":"Hello"}"#, to: "inbox/1.json")
    #expect(chmod(path, 0) == 0)
    for _ in 1...2 { _ = try await assistant.ask("how many new messages do i have") }
    #expect(log.messages.filter { $0.contains("1.json is not received: the file cannot be read") }.count == 1, "\(log.messages)")
    #expect(chmod(path, 0o600) == 0 && chmod(folder.path + "/inbox", 0o500) == 0)
    for _ in 1...2 { _ = try await assistant.ask("how many new messages do i have") }
    #expect(try await store.unreadMessages().map(\.body) == ["Hello"])
    #expect(log.messages.filter { $0.contains("1.json is received, but it cannot be removed") }.count == 1, "\(log.messages)")
    #expect(chmod(folder.path + "/inbox", 0o700) == 0)
    _ = try await assistant.ask("how many new messages do i have")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/inbox").isEmpty)
    #expect(try await store.unreadMessages().count == 1)
  }
}
