import AssistantTestSupport
import Foundation
import Messages
import Testing
import Vocative
import VocativeTestSupport

@Suite("A transport that is a program")
struct ProgramTransportTests {
  private let folder: TemporaryFolder
  private let store: MessagesStore
  private let assistant: AskedAssistant

  init() throws {
    folder = try TemporaryFolder()
    store = try MessagesStore(path: folder.path + "/messages.sqlite", hasSampleData: true)
    try folder.write(
      "BEGIN:VCARD\nVERSION:4.0\nFN:Ben Carter\nEMAIL;PREF=1:ben@example.org\nTEL:030 1\nEND:VCARD\n", to: "contacts/a.vcf")
    assistant = try Self.assistant(store, folder)
  }

  private static func assistant(_ store: MessagesStore, _ folder: TemporaryFolder) throws -> AskedAssistant {
    let transport = ProgramTransport(
      path: folder.path + "/messages-transport.yaml", otherwise: SpoolTransport(folder: folder.path + "/outbox"))
    return try AskedAssistant(
      MessagesAssistant.make(
        store: store, transport: transport,
        folders: MessagesFolders(
          ownContacts: folder.path + "/own", contacts: [folder.path + "/contacts"], inbox: folder.path + "/inbox")))
  }

  /// Uses a program that keeps what it receives, and exits with a status.
  private func use(status: Int, saying words: String = "") throws {
    try folder.script("cat >> sent.jsonl; echo >> sent.jsonl; echo '\(words)'; exit \(status)", named: "send.sh")
    try folder.write("command: [./send.sh]\n", to: "messages-transport.yaml")
  }

  private var received: [MessageEvent] {
    get throws {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try FileText.contents(of: folder.path + "/sent.jsonl").split(separator: "\n").map {
        try decoder.decode(MessageEvent.self, from: Data($0.utf8))
      }
    }
  }

  @Test("A program that uses the network asks once, and is refused until its owner allows it")
  func network() async throws {
    try use(status: 0)
    try folder.write("command: [./send.sh]\nnetwork: true\n", to: "messages-transport.yaml")
    let runtime = try Self.assistant(store, folder).runtime
    func dialogs(_ turns: String...) async throws -> [String] {
      var conversation = TypedConversation(runtime: runtime)
      var dialogs: [String] = []
      for turn in turns {
        for event in try await conversation.say(turn) {
          switch event.kind {
          case .asked(let dialog, _), .responded(_, _, let dialog, _): dialogs.append(dialog)
          default: break
          }
        }
      }
      return dialogs
    }
    func sending() async -> FeatureReport? { await runtime.features().first { $0.name == "Sending" } }
    #expect(await sending()?.constraints == ["permission: network, with a question"])
    // The computer of the test may have no network.
    if let reason = Permission.network.status.reason {
      #expect(try await dialogs("send a message to ben carter saying hello") == [reason])
      return
    }
    #expect(
      try await dialogs("send a message to ben carter saying hello", "no") == [
        "May I send messages over the network?", "All right, I won't.",
      ])
    let refused = "I'm not allowed to do that, because you said no when I asked."
    #expect(await sending()?.reason == refused)
    #expect(try await dialogs("send a message to ben carter saying hello") == [refused])
    try await runtime.set(true, forFeature: "sending")
    #expect(try await dialogs("send a message to ben carter saying hello").last == "Send \"hello\" to Ben Carter?")
    #expect(try received.isEmpty)
  }

  @Test("The program receives one JSON object with the recipients and their addresses")
  func delivery() async throws {
    try use(status: 0)
    #expect(
      try await assistant.dialogs(for: "send a message to ben carter and my sister saying hello", "yes")
        == ["Send \"hello\" to Ben Carter and Hannah Walker?", "Sent to Ben Carter and Hannah Walker."])
    let event = try #require(try received.first)
    #expect(event.action == .send && event.body == "hello")
    #expect(event.recipients.map(\.id) == ["contact/ben-carter", "contact/hannah-walker"])
    #expect(event.recipients.first?.email == ["ben@example.org"] && event.recipients.first?.telephone == ["030 1"])
    #expect(try await store.waitingEvents() == 0)
  }

  @Test(
    "The exit status says whether a message is refused for good",
    arguments: [
      (1, "", "It couldn't be sent."), (1, "That number is wrong.", "That number is wrong."),
      (77, "", "You can only do that in the app."),
    ])
  func refusal(status: Int, words: String, dialog: String) async throws {
    try use(status: status, saying: words)
    #expect(try await assistant.dialogs(for: "tell hannah hello", "yes").last == dialog)
    #expect(try await store.waitingEvents() == 0)
    #expect(try await store.sentMessages().isEmpty)
    #expect(try await assistant.dialogs(for: "unsend that") == ["You haven't sent anything."])
  }

  @Test("A change that the program refuses is undone")
  func refusedChange() async throws {
    try use(status: 0)
    #expect(try await assistant.dialogs(for: "tell hannah hello", "yes").last == "Sent to Hannah Walker.")
    try use(status: 1, saying: "Emails stay as they are.")
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "Emails stay as they are.")
    #expect(try await assistant.dialogs(for: "edit that", "good bye", "yes").last == "Emails stay as they are.")
    #expect(try await store.sentMessages().map(\.body) == ["hello"])
    #expect(try await store.waitingEvents() == 0)
  }

  @Test("The documented program sends an email, and refuses what an email cannot do")
  func email() async throws {
    let block = try #require(
      Documentation.ours.pages.joined().first { $0.language == "python" && $0.lines.contains { $0.contains("send-by-email") } })
    try folder.script("exec python3 send-by-email.py \"$@\"", named: "send-by-email")
    try folder.write(block.lines.joined(separator: "\n"), to: "send-by-email.py")
    try folder.script("cat > mail.txt", named: "sendmail")
    try folder.write("command: [./send-by-email, ./sendmail, me@example.org]\n", to: "messages-transport.yaml")
    #expect(try await assistant.dialogs(for: "tell ben carter hello", "yes").last == "Sent to Ben Carter.")
    let mail = FileText.contents(of: folder.path + "/mail.txt")
    #expect(mail.contains("To: ben@example.org") && mail.contains("From: me@example.org") && mail.contains("hello"), "\(mail)")
    #expect(
      try await assistant.dialogs(for: "tell hannah hello", "yes").last == "I have no email address of Hannah Walker.")
    #expect(try await assistant.dialogs(for: "unsend that", "yes").last == "An email can't be changed.")
  }

  @Test("A message that the program cannot send now is sent after a restart, in order", arguments: [75, 3])
  func later(status: Int) async throws {
    try use(status: status)
    #expect(
      try await assistant.dialogs(for: "tell hannah one", "yes").last
        == "I couldn't send it yet. I'll try again later.")
    #expect(try await store.waitingEvents() == 1)
    try FileManager.default.removeItem(atPath: folder.path + "/sent.jsonl")
    try use(status: 0)
    let reopened = try MessagesStore(path: folder.path + "/messages.sqlite")
    let restarted = try Self.assistant(reopened, folder)
    try await restarted.runtime.prepare()
    #expect(try await restarted.dialogs(for: "tell hannah two", "yes").last == "Sent to Hannah Walker.")
    #expect(try received.map(\.body) == ["one", "two"])
  }

  @Test("While a program serves the assistant, what waits is sent again every minute, and files are followed")
  func follower() async throws {
    try use(status: 75)
    let timer = ManualClock()
    let transport = ProgramTransport(
      path: folder.path + "/messages-transport.yaml", otherwise: SpoolTransport(folder: folder.path + "/outbox"))
    let served = try MessagesAssistant.make(
      store: store, transport: transport,
      folders: MessagesFolders(ownContacts: folder.path + "/own", contacts: [], inbox: folder.path + "/inbox"), timer: timer)
    let alerts = try #require(served.alerts)
    #expect(try await AskedAssistant(served).dialogs(for: "tell hannah one", "yes").last?.hasPrefix("I couldn't") == true)
    let unread = try await store.unreadMessages().count
    try folder.write(#"{"from":"hannah-walker","text":"Hello"}"#, to: "inbox/1.json")
    #expect(try await alerts.alerts() == DueAlerts(due: [], next: nil))
    #expect(try await eventually(asking: { try await store.unreadMessages().count == unread + 1 }))
    #expect(try await eventually(asking: { try received.map(\.body) == ["one", "one"] }))
    try use(status: 0)
    timer.advance(by: .seconds(60))
    #expect(
      try await eventually(asking: {
        _ = try await alerts.alerts()
        return try await store.waitingEvents() == 0
      }))
    #expect(try received.map(\.body) == ["one", "one", "one"])
  }

  @Test("A file with a fault keeps messages until it is corrected; without a file, they are in the folder")
  func fileFaults() async throws {
    let path = try folder.write("command: ./send.sh\ncolour: red\n", to: "messages-transport.yaml")
    let transport = ProgramTransport(path: path, otherwise: SpoolTransport(folder: folder.path + "/outbox"))
    #expect {
      try transport.check()
    } throws: { "\($0)".contains("\(path):1: a command must be a list") && "\($0)".contains("\(path):2: ") }
    #expect(try await assistant.dialogs(for: "tell hannah one", "yes").last?.hasPrefix("I couldn't send it yet.") == true)
    for text in ["network: true\n", "- send\n"] {
      try folder.write(text, to: "messages-transport.yaml")
      #expect {
        try transport.check()
      } throws: { "\($0)".contains("as in: command: [./send-by-email]") }
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try await assistant.dialogs(for: "tell hannah two", "yes").last == "Sent to Hannah Walker.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/outbox").count == 2)
  }
}
