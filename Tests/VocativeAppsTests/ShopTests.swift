import AssistantTestSupport
import Foundation
import ShopApp
import Testing
import Vocative
import VocativeTestSupport

@Suite("App Intents' features, in one process and in two")
struct ShopTests {
  enum Place: CaseIterable { case inProcess, app }

  private let folder: TemporaryFolder
  private let apps = AppHosts(limits: .patient, logger: .silent)

  init() throws { folder = try TemporaryFolder() }

  private func shop(_ place: Place) async throws -> AskedAssistant {
    guard place == .app else { return try AskedAssistant(ShopApp.assistant()) }
    return try await app()
  }

  private func app(_ argument: String = "") async throws -> AskedAssistant {
    let command = "[/usr/bin/env, \"XDG_DATA_HOME=\(folder.path)\", \"\(TestProgram.path("ShopApp"))\", \"\(argument)\"]"
    let file = try folder.write("command: \(command)\nstart: at-start\n", to: "shop.app.yaml")
    return try AskedAssistant(try await apps.assistant(AppFile(path: file)))
  }

  @Test("A parameter takes several values in a row, once each", arguments: Place.allCases)
  func several(_ place: Place) async throws {
    let shop = try await shop(place)
    let answer = try await shop.ask("add eggs bread and soy milk to the list")
    #expect(answer.slots == ["items": "eggs,bread,soy milk"])
    #expect(answer.dialog == "I added eggs, bread and soy milk.")
    #expect(try await shop.dialog(for: "add eggs and eggs") == "I added eggs.")
    #expect(try await shop.dialogs(for: "add something", "bread and eggs") == ["What do you need?", "I added bread and eggs."])
  }

  @Test("One of several values that share a name is asked about, and the others are kept", arguments: Place.allCases)
  func sharedName(_ place: Place) async throws {
    let shop = try await shop(place)
    #expect(
      try await shop.dialogs(for: "add eggs and milk", "the second one") == [
        "Which items, oat milk or soy milk?", "I added eggs and soy milk.",
      ])
  }

  @Test("A value that the options provider does not return is not understood", arguments: Place.allCases)
  func options(_ place: Place) async throws {
    #expect(try await shop(place).ask("add coal").intent == nil)
  }

  @Test("Types and providers that share a name have values of their own", arguments: Place.allCases)
  func sharedTypeName(_ place: Place) async throws {
    let shop = try await shop(place)
    #expect(try await shop.dialog(for: "cut a small pizza") == "I cut the small pizza.")
    #expect(try await shop.dialog(for: "slice thick cheese") == "It's thick.")
    #expect(try await shop.dialogs(for: "slice the cheese", "thin") == ["How thick?", "It's thin."])
    #expect(try await shop.ask("slice small cheese").intent == nil)
    #expect(try await shop.dialog(for: "fetch matches") == "I fetch matches.")
    #expect(try await shop.dialog(for: "return bottles") == "I take bottles.")
    // A size of a pizza is not a size of cheese.
    let favorite = try await shop.runtime.freeze("my favorite size")
    await #expect(throws: FreezingError.self) { try await shop.runtime.freeze("slice the cheese", after: [favorite]) }
  }

  @Test("A request that was performed succeeds, even if its related shortcuts cannot be determined", arguments: Place.allCases)
  func relatedShortcuts(_ place: Place) async throws {
    let answer = try await shop(place).ask("pay the bill")
    #expect(answer.code == .success)
    #expect(answer.dialog == "Paid.")
  }

  @Test(
    "A request that continues in the app is donated with its group, which may come from a dependency", arguments: Place.allCases)
  func continuedGroup(_ place: Place) async throws {
    let shop = try await shop(place).runtime.assistant
    let memory: AssistantMemory = try .inMemory(assistant: "shop")
    let runtime = IntentRuntime(
      assistant: shop, memory: memory, observers: [DonationObserver(donations: memory.donations, logger: .silent)],
      logger: .silent)
    var conversation = TypedConversation(runtime: runtime)
    try await conversation.say("open the catalog")
    #expect(try await memory.donations.all().map(\.group) == ["Catalog"])
  }

  @Test("An intent knows the room of its request", arguments: Place.allCases)
  func room(_ place: Place) async throws {
    let runtime = IntentRuntime(assistant: try await shop(place).runtime.assistant, room: "kitchen", logger: .silent)
    var conversation = TypedConversation(runtime: runtime)
    #expect(Answer(try await conversation.say("where am i")).dialog == "You're in the kitchen.")
  }

  @Test("A permission is asked for once, and then the request is performed", arguments: Place.allCases)
  func permission(_ place: Place) async throws {
    let shop = try await shop(place)
    let first = try await shop.dialogs(for: "read my receipts", "yes", "yes")
    #expect(Set(first.dropLast()) == ["May I read your receipts?", "All of them?"])
    #expect(first.last == "There are two.")
    #expect(try await shop.dialogs(for: "read my receipts", "yes") == ["All of them?", "There are two."])
  }

  @Test("An app asks again for a permission that was refused")
  func refusedPermission() async throws {
    let shop = try await shop(.app)
    let question = "May I read your receipts?"
    #expect(try await shop.dialogs(for: "read my receipts", "yes", "no") == ["All of them?", question, "All right, I won't."])
    #expect(try await shop.dialogs(for: "read my receipts", "yes", "never mind") == ["All of them?", question, "All right."])
    #expect(try await shop.dialogs(for: "read my receipts", "yes", "yes") == ["All of them?", question, "There are two."])
  }

  @Test("An intent asks for values and for agreement while it is performed", arguments: Place.allCases)
  func asks(_ place: Place) async throws {
    let shop = try await shop(place)
    #expect(
      try await shop.dialogs(for: "order a pizza", "large", "yes", "corn", "yes") == [
        "How big?", "Large is for four. Still large?", "Which topping, ham or corn?", "Order it for nine euros?",
        "A large pizza with corn is coming.",
      ])
    #expect(try await shop.dialogs(for: "order a large pizza", "no") == ["Large is for four. Still large?", "No pizza, then."])
    #expect(
      try await shop.dialogs(for: "order a small pizza", "the first one", "no") == [
        "Which topping, ham or corn?", "Order it for nine euros?", "All right, I won't.",
      ])
    #expect(
      try await shop.dialogs(for: "order a pizza", "never mind", "order a pizza") == ["How big?", "All right.", "How big?"])
  }

  @Test("A value that the person rejects is forgotten, and another one is asked for", arguments: Place.allCases)
  func rejectedValue(_ place: Place) async throws {
    let shop = try await shop(place)
    #expect(
      try await shop.dialogs(for: "weigh a large cheese", "no", "small") == [
        "Really a large one?", "How big is it?", "I weighed a small cheese.",
      ])
    #expect(
      try await shop.dialogs(for: "weigh a large cheese", "yes") == ["Really a large one?", "I weighed a large cheese."])
  }

  @Test("A value that one step of a workflow returns fills a missing parameter of the next one", arguments: Place.allCases)
  func workflow(_ place: Place) async throws {
    let runtime = try await shop(place).runtime
    var steps: [Shortcut] = []
    for step in ["my favorite size", "cut the pizza", "write it down"] {
      steps.append(try await runtime.freeze(step, after: steps))
    }
    #expect(steps.map(\.values) == [[:], [:], [:]])
    guard case .added = try await runtime.shortcuts.add(phrase: "pizza evening", steps: steps) else {
      Issue.record("the workflow is refused")
      return
    }
    var conversation = TypedConversation(runtime: runtime)
    let dialogs = try await conversation.say("pizza evening").compactMap { event in
      if case .responded(_, _, let dialog, _) = event.kind { dialog } else { nil }
    }
    #expect(dialogs == ["You like large ones.", "I cut the large pizza.", "I wrote down large."])
    await #expect(throws: FreezingError.self) { try await runtime.freeze("cut the pizza") }
  }

  @Test(
    "Long texts of an answer are whole in one process, and shortened to the limits of Vocative in two", arguments: Place.allCases)
  func long(_ place: Place) async throws {
    let answer = try await shop(place).ask("read the catalog")
    func text(of count: Int) -> String { String(repeating: "e\u{301}", count: place == .app ? count : 1500) }
    #expect(answer.dialog == text(of: 1000))
    #expect(answer.card?.title == text(of: 250))
    #expect(answer.card?.rows.count == (place == .app ? 100 : 150))
    #expect(answer.card?.rows.last?.label.hasPrefix(text(of: 250)) == true)
    #expect(answer.card?.rows.last?.value == .text(text(of: 1000)))
  }

  @Test("A value that is too long for an app is refused, and the app keeps answering")
  func longValue() async throws {
    let text = Array(repeating: "milk", count: 500).joined(separator: " ")
    #expect(
      try await shop(.app).dialogs(for: "write down \(text)", "eggs") == ["That's too long. What?", "I wrote down eggs."])
  }

  @Test("An app answers a request that it cannot read with a failure")
  func unreadableRequest() throws {
    let path = try folder.write("{\"type\":\"undo\",\"id\":7}\n", to: "requests")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestProgram.path("ShopApp"))
    process.environment = ["XDG_DATA_HOME": folder.path]
    let output = Pipe()
    process.standardInput = FileHandle(forReadingAtPath: path)
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let lines = try #require(try output.fileHandleForReading.readToEnd()).split(separator: UInt8(ascii: "\n"))
    #expect(lines.last.map { String(decoding: $0, as: UTF8.self) } == #"{"code":"failure","id":7,"type":"answer"}"#)
  }

  @Test("An app with more values than a message may have says so, and ends at once")
  func crowded() async throws {
    let error = await #expect(throws: AppError.self) { _ = try await app("crowded") }
    #expect(error?.reason.contains("it wrote: hello has ") == true)
    #expect(error?.reason.contains(" bytes, and the maximum is 1048576") == true)
  }

  @Test("The summary of an intent is the title of its requests", arguments: Place.allCases)
  func summary(_ place: Place) async throws {
    let runtime = try await shop(place).runtime
    #expect(try await runtime.freeze("add eggs and bread").title == "Add eggs and bread")
    #expect(try await runtime.freeze("order a small pizza").title == "Order a pizza of the size small")
    #expect(try await runtime.freeze("order a pizza").title == "Order a pizza")
    #expect(try await runtime.freeze("cut a small pizza").title == "Cut a pizza: small")
  }

  @Test("A parameter in the summary must exist")
  func unknownInSummary() throws {
    struct Odd: Intent {
      static let title = "Odd"
      static let parameterSummary: ParameterSummary<Odd>? = "Do {it}"
      func perform() async throws -> IntentResponse { .success("Done.") }
    }
    let error = try #require(throws: AssistantError.self) {
      try Assistant(name: "odd", wakePhrases: []) { IntentDefinition(Odd.self, phrases: ["do it"]) }
    }
    #expect(error.faults == ["Odd: {it} in its summary is not one of its parameters; it has none"])
  }
}
