import AssistantTestSupport
import Foundation
import Messages
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

@Suite("The address book")
struct AddressBookTests {
  private let folder: TemporaryFolder
  private let store: MessagesStore
  private let assistant: AskedAssistant
  private let log = RecordedLog()

  init() throws {
    folder = try TemporaryFolder()
    store = try MessagesStore(path: folder.path + "/messages.sqlite")
    assistant = try AskedAssistant(
      MessagesAssistant.make(
        store: store, transport: SpoolTransport(folder: folder.path + "/outbox"),
        folders: MessagesFolders(
          ownContacts: folder.path + "/own", contacts: [folder.path + "/contacts"], inbox: folder.path + "/inbox"),
        logger: log.logger))
  }

  /// Writes a file with cards, each as its lines.
  @discardableResult
  private func write(_ cards: [String], to file: String = "contacts/all.vcf", version: String = "4.0") throws -> String {
    let text = cards.map { "BEGIN:VCARD\nVERSION:\(version)\n\($0)\nEND:VCARD\n" }.joined()
    return try folder.write(text, to: file)
  }

  private func recipient(of sentence: String) async throws -> String? {
    try await assistant.ask(sentence).slots["recipient"]
  }

  @Test("A new store has no contacts and no messages")
  func empty() async throws {
    #expect(try await store.isEmpty())
    #expect(try await assistant.ask("send a message to hannah").intent == nil)
    #expect(try await assistant.dialog(for: "read my newest message") == "You don't have any messages yet.")
  }

  @Test(
    "A contact is understood by every name of its card",
    arguments: [
      ("FN:Dr. Grace Lee\nN:Lee;Grace;;Dr.;", ["grace lee", "grace"]),
      ("FN:Grace Lee\nNICKNAME:Gigi,Gee", ["gigi", "gee", "grace", "grace lee"]),
      ("FN:Grace Lee\nX-VOCATIVE-RELATIONSHIP:dentist,neighbor", ["my dentist", "my neighbor"]),
      ("FN:Lee\\, Grace\nN:Lee;Grace", ["grace", "grace lee"]),
      ("N:Lee;Grace;;;", ["grace lee", "grace"]),
    ])
  func names(card: String, names: [String]) async throws {
    try write([card])
    for name in names { #expect(try await recipient(of: "send a message to \(name)") != nil, "\(name)") }
    #expect(try await store.contacts().count == 1)
  }

  @Test(
    "A file that may not be read is logged, and its contacts are read when its owner corrects the permissions",
    .disabled(if: geteuid() == 0, "root may read everything"))
  func permissions() async throws {
    let path = try write(["FN:Hannah Walker"])
    #expect(chmod(path, 0) == 0)
    for _ in 1...2 { #expect(try await recipient(of: "send a message to hannah") == nil) }
    #expect(log.messages.filter { $0.contains("cannot be read") }.count == 1, "\(log.messages)")
    #expect(chmod(path, 0o600) == 0)
    #expect(try await recipient(of: "send a message to hannah") == "hannah-walker")
  }

  @Test("A first name with a hyphen is one name")
  func hyphen() async throws {
    try write(["FN:Jean-Luc Picard", "FN:💛 Grace Lee"])
    #expect(try await assistant.ask("send a message to jean luc").slots == ["recipient": "jean-luc-picard"])
    #expect(try await store.contacts().map(\.spokenNames) == [["jean luc picard", "jean luc"], ["grace lee", "grace"]])
  }

  @Test("Cards with the same name in one file are several contacts, which stay the same ones")
  func namesakes() async throws {
    for name in ["Hannah Walker", "Hannah Bell"] {
      try write(["FN:Hannah Walker\nTEL:+49 30 1234567", "FN:Hannah Walker\nTEL:+49 30 7654321", "FN:\(name)\nNICKNAME:Hanna"])
      _ = try await assistant.ask("how many new messages do i have")
      let contacts = try await store.contacts()
      #expect(contacts.prefix(2).map(\.id) == ["hannah-walker", "hannah-walker-2"])
      #expect(contacts.count == 3)
      #expect(try await store.addresses(of: "hannah-walker-2").map(\.address) == ["+49 30 7654321"])
    }
    try write(["UID:1\nFN:Hannah Walker", "UID:1\nFN:Hannah Walker"])
    _ = try await assistant.ask("how many new messages do i have")
    #expect(try await store.contacts().count == 1, "an identity is one contact")
  }

  @Test("The owner's card and the cards of others say who is related to the owner")
  func relationships() async throws {
    try write(
      ["FN:Me\nUID:me\nRELATED;TYPE=sibling:urn:uuid:HANNAH\nRELATED;TYPE=co-worker;VALUE=text:Alex Carter"],
      to: "contacts/me.vcf")
    try write([
      "FN:Hannah Walker\nUID:hannah\nGENDER:F", "FN:Alex Carter", "FN:Ben Walker\nRELATED;TYPE=parent:me\nGENDER:M",
      "FN:Margaret Walker\nitem1.X-ABRELATEDNAMES:Ben Walker\nitem1.X-ABLabel:_$!<Son>!$_",
    ])
    #expect(try await recipient(of: "send a message to my sister") == "hannah-walker")
    #expect(try await recipient(of: "send a message to my sibling") == "hannah-walker")
    #expect(try await recipient(of: "send a message to my coworker") == "alex-carter")
    #expect(try await recipient(of: "send a message to my son") == "ben-walker")
    #expect(try await recipient(of: "send a message to me") == nil)
    #expect(try await store.contacts().count == 4)
  }

  @Test("Groups have members, in both ways to write them, and may be pronounced by a hint")
  func groups() async throws {
    try write([
      "UID:urn:uuid:aaaaaaaa-0000-4000-8000-000000000001\nFN:Hannah Walker", "UID:2\nFN:Alex Carter",
      "FN:Craic Club\nKIND:group\nMEMBER:urn:uuid:AAAAAAAA-0000-4000-8000-000000000001\nX-PHONETIC-FIRST-NAME:K R AE K K L AH B",
    ])
    try write(
      ["FN:Family\nX-ADDRESSBOOKSERVER-KIND:group\nX-ADDRESSBOOKSERVER-MEMBER:urn:uuid:2"], to: "contacts/old.vcf", version: "3.0"
    )
    #expect(try await recipient(of: "send a message to the family group") == "group/family")
    #expect(try await store.members(of: "family").map(\.id) == ["alex-carter"])
    #expect(try await store.members(of: "craic-club").map(\.id) == ["hannah-walker"])
    let lexicon = try await assistant.speechPlan().lexicon
    #expect(lexicon.pronunciations["craic_club"]?.first == ["K", "R", "AE", "K", "K", "L", "AH", "B"])
    #expect(lexicon.pronunciations["craic_club_group"]?.first?.suffix(4) == ["G", "R", "UW", "P"])
  }

  @Test("A pronunciation is a list of phones, or letters that sound alike")
  func pronunciations() async throws {
    try write([
      "FN:Siobhan Nguyen\nN:Nguyen;Siobhan\nX-PHONETIC-FIRST-NAME:SH IH0 V AO1 N\nX-PHONETIC-LAST-NAME:win",
      "FN:Akiko\nX-PHONETIC-FIRST-NAME:あきこ",
    ])
    let lexicon = try await assistant.speechPlan().lexicon
    #expect(lexicon.pronunciations["siobhan"]?.first == ["SH", "IH", "V", "AO", "N"])
    #expect(lexicon.pronunciations["nguyen"]?.first == ["W", "IH", "N"])
    #expect(try await recipient(of: "send a message to akiko") == "akiko")
    #expect(log.messages.contains { $0.contains("all.vcf:11: the pronunciation cannot be read") }, "\(log.messages)")
  }

  @Test("Changes, additions and removals are followed, and messages of removed contacts stay")
  func following() async throws {
    try write(["UID:1\nFN:Hannah Walker\nTEL:+49 30 1234567"])
    #expect(try await recipient(of: "send a message to hannah") == "hannah-walker")
    try await store.receive("Hello", from: "hannah-walker")
    try write(["UID:1\nFN:Hannah Bell\nTEL:+49 30 1234567", "UID:2\nFN:Alex Carter"])
    #expect(try await recipient(of: "send a message to hannah bell") == "hannah-walker")
    #expect(try await recipient(of: "send a message to alex") == "alex-carter")
    try FileManager.default.removeItem(atPath: folder.path + "/contacts/all.vcf")
    #expect(try await assistant.ask("send a message to hannah").intent == nil)
    #expect(try await assistant.dialog(for: "read my newest message")?.contains("from Hannah Bell") == true)
    try write(["UID:1\nFN:Hannah Bell"], to: "contacts/new.vcf")
    #expect(try await recipient(of: "send a message to hannah") == "hannah-walker")
  }

  @Test("A file with a fault is reported with its line, keeps its contacts and leaves other files alone")
  func faults() async throws {
    try write(["FN:Hannah Walker"], to: "contacts/a.vcf")
    try write(["FN:Alex Carter"], to: "contacts/b.vcf")
    #expect(try await recipient(of: "send a message to hannah") == "hannah-walker")
    try folder.write("BEGIN:VCARD\nVERSION:4.0\nFN:Hannah Private\n", to: "contacts/a.vcf")
    try write(["FN:Alex Carter", "FN:💛", "FN:Nadia Ruiz"], to: "contacts/b.vcf")
    for name in ["hannah", "alex", "nadia"] { #expect(try await recipient(of: "send a message to \(name)") != nil, "\(name)") }
    let faults = log.messages.filter { $0.contains(".vcf:") }
    #expect(faults.count == 2, "each fault is logged once: \(faults)")
    #expect(faults.contains { $0.contains("contacts/a.vcf:1: the card has no end") })
    #expect(faults.contains { $0.contains("contacts/b.vcf:5: the card has no name that can be spoken") })
    #expect(!log.messages.contains { $0.contains("Private") }, "\(log.messages)")
  }

  @Test("A pipe among the cards and the received messages is reported, and blocks no request", .timeLimit(.minutes(2)))
  func pipes() async throws {
    try write(["FN:Grace Lee"])
    #expect(try await recipient(of: "send a message to grace") == "grace-lee")
    try folder.write(#"{"from":"grace-lee","text":"Hello"}"#, to: "inbox/2.json")
    for pipe in ["contacts/pipe.vcf", "inbox/1.json"] { #expect(mkfifo("\(folder.path)/\(pipe)", 0o600) == 0) }
    #expect(try await recipient(of: "send a message to grace") == "grace-lee")
    #expect(try await store.unreadMessages().map(\.body) == ["Hello"])
    for pipe in ["contacts/pipe.vcf:1: the file cannot be read", "inbox/1.json is not received: the file cannot be read"] {
      #expect(log.messages.count { $0.contains(pipe) } == 1, "\(log.messages)")
    }
  }

  @Test("The name of a contact that cannot be spoken is only counted in the warnings")
  func unspeakable() async throws {
    try write(["FN:Пётр"])
    let warnings = try await assistant.speechPlan().warnings
    #expect(warnings.contains { $0.hasPrefix("private names that cannot be spoken") }, "\(warnings)")
    #expect(!warnings.contains { $0.contains("тр") }, "\(warnings)")
  }

  @Test("A removed contact is neither suggested nor written to, alone or in a group")
  func removed() async throws {
    let sister = "UID:1\nFN:Hannah Walker\nEMAIL:h@example.org"
    let others = ["UID:2\nFN:Bob Stone", "UID:3\nFN:Grace Lee", "FN:Family\nKIND:group\nMEMBER:1\nMEMBER:2"]
    try write([sister] + others)
    #expect(try await assistant.dialogs(for: "tell hannah hello", "yes").last == "Sent to Hannah Walker.")
    func suggestions() async throws -> [String] {
      try await assistant.runtime.perform(MemoryRequest(.suggestions(limit: 20, place: nil))).suggestions?.map(\.title) ?? []
    }
    func send(_ recipient: String) async -> IntentOutcome {
      await assistant.runtime.perform(
        IntentRequest(intent: "SendMessage", values: ["recipient": recipient, "content": "hello again"]))
    }
    #expect(try await suggestions().contains { $0.contains("Hannah") })
    #expect(await send("hannah-walker").question != nil)
    try write(others)
    #expect(try await assistant.ask("tell hannah hello").intent == nil)
    #expect(try await !suggestions().contains { $0.contains("Hannah") })
    #expect(await send("hannah-walker").dialog == "That recipient isn't there anymore.")
    let hint = await assistant.runtime.perform(IntentRequest(intent: "SendMessage", values: [:])).question?.hint
    #expect(hint == "You can say Bob Stone, Grace Lee or the family group.")
    #expect(try await store.members(of: "family").map(\.id) == ["bob-stone"])
    #expect(try await assistant.dialogs(for: "tell the family group hello", "yes").last == "Sent to the family group.")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/outbox").sorted()
    let event = FileText.contents(of: "\(folder.path)/outbox/\(try #require(files.last))")
    #expect(event.contains("bob-stone") && !event.contains("hannah-walker"), "\(event)")
  }

  @Test("Contacts that programs add have a card of their own, and can be removed")
  func operations() async throws {
    func perform(_ name: String, _ input: String = "") async throws -> String {
      try await assistant.runtime.perform(OperationRequest(name, of: "messages", input: input))
    }
    let added = try await perform(
      "contacts.add",
      #"{"name":"Hannah Walker","nicknames":["Han"],"relationships":["sister"],"telephone":["030 1"],"email":["h@example.org"]}"#)
    #expect(added.contains(#""id":"hannah-walker""#) && added.contains(folder.path + "/own/"))
    for name in ["hannah", "han", "my sister"] {
      #expect(try await recipient(of: "send a message to \(name)") == "hannah-walker")
    }
    try write(["FN:Alex Carter"])
    let listed = try JSONDecoder().decode([ContactListing].self, from: Data(try await perform("contacts.list").utf8))
    #expect(listed.map(\.id) == ["alex-carter", "hannah-walker"])
    #expect(listed.last?.telephone == ["030 1"] && listed.last?.email == ["h@example.org"])
    #expect(try await perform("contacts.remove", "hannah walker") == #"{"removed":"hannah-walker"}"#)
    #expect(try await assistant.ask("send a message to hannah").intent == nil)
    for (name, input, reason) in [
      ("contacts.remove", "alex carter", "which Vocative only reads"), ("contacts.remove", "oliver", "there is no contact"),
      ("contacts.add", #"{"name":"💛"}"#, "no name that can be spoken"), ("contacts.add", "[]", "JSON object"),
      ("contacts.add", #"{"name":"Ann","pronunciation":"あ"}"#, "cannot be read"), ("contacts.fly", "", "has no operation"),
    ] {
      await #expect { _ = try await perform(name, input) } throws: { "\($0)".contains(reason) }
    }
  }
}
