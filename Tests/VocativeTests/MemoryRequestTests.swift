import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Requests about memory")
struct MemoryRequestTests {
  @Test(
    "A request is the same after it was sent as JSON",
    arguments: [
      .shortcuts, .editShortcut("payday", phrase: "rich again", requests: []),
      .editShortcut("payday", phrase: nil, requests: ["safe to spend"]),
      .donations(limit: 5, group: nil), .donations(limit: 5, group: "Note grocery-list"),
      .deleteDonations(.all), .deleteDonations(.group("Note grocery-list")), .deleteDonations(.donation("7")),
      .activities(.handOff, words: ""), .continueActivity("vacation"),
    ] as [MemoryRequest.Action])
  func coding(action: MemoryRequest.Action) throws {
    let request = MemoryRequest(action, of: ["notes"], isUnlocked: true)
    #expect(try JSONDecoder().decode(MemoryRequest.self, from: JSONEncoder().encode(request)) == request)
  }

  @Test("The event of an activity that was continued has an empty intent, and is the same after it was sent as JSON")
  func continuedActivity() throws {
    let event = TurnEvent(
      time: 0, kind: .responded(intent: "", code: .success, dialog: "Here it is.", card: nil), assistant: "money")
    #expect(
      event.json == #"{"assistant":"money","code":"success","dialog":"Here it is.","event":"responded","intent":"","time":0}"#)
    #expect(try JSONDecoder().decode(TurnEvent.self, from: Data(event.json.utf8)) == event)
  }

  @Test(
    "An incomplete request names the missing field",
    arguments: [
      (#"{"command":"donations","action":"delete"}"#, "\"donations\" with \"delete\" needs \"donation\""),
      (#"{"command":"shortcuts","action":"edit","shortcut":"payday"}"#, "needs \"phrase\""),
      (#"{"command":"donations","action":"dance"}"#, "the actions are: list, delete"),
    ])
  func faults(json: String, reason: String) throws {
    let error = try #require(throws: MemoryRequestError.self) {
      try JSONDecoder().decode(MemoryRequest.self, from: Data(json.utf8))
    }
    #expect(error.description.contains(reason), "\(error)")
  }

  @Test("A shortcut to an intent that was renamed is listed as such, keeps its phrase, and can be changed and deleted")
  func renamedIntent() async throws {
    let folder = try TemporaryFolder()
    let memory = try AssistantMemory.inMemory(assistant: "garden")
    func runtime(_ intent: String) throws -> IntentRuntime {
      let file = try folder.write(
        "intents: { \(intent): { phrases: [water all], response: I water all. } }", to: "garden.intents.yaml")
      return IntentRuntime(assistant: try IntentsFile.load(path: file), memory: memory, logger: .silent)
    }
    let former = try runtime("Water")
    for phrase in ["garden time", "rain dance"] {
      _ = try await former.perform(MemoryRequest(.addShortcut(phrase: phrase, requests: ["water all"])))
    }
    let renamed = try runtime("WaterAll")
    let listed = try #require(try await renamed.perform(MemoryRequest(.shortcuts)).shortcuts)
    #expect(listed.map(\.phrase) == ["garden time", "rain dance"] && listed.allSatisfy { $0.unsupported == true })
    let second = try await renamed.perform(MemoryRequest(.addShortcut(phrase: "rain dance", requests: ["water all"])))
    let refusal =
      "\"rain dance\" is the phrase of a shortcut that does not work here; delete that with \"vocative shortcuts delete\", "
      + "or choose other words"
    #expect(second.change == .failed(reason: refusal))
    let deletion = try await renamed.perform(MemoryRequest(.deleteShortcut("rain dance")))
    #expect(deletion.change == .deleted(id: listed[1].id))
    _ = try await renamed.perform(MemoryRequest(.editShortcut("garden time", phrase: nil, requests: ["water all"])))
    let rest = try #require(try await renamed.perform(MemoryRequest(.shortcuts)).shortcuts)
    #expect(rest.map(\.phrase) == ["garden time"] && rest.allSatisfy { $0.unsupported == nil })
  }

  @Test("Shortcuts and donations are listed with the present names of their values")
  func renamedValue() async throws {
    let folder = try TemporaryFolder()
    let memory = try AssistantMemory.inMemory(assistant: "garden")
    func runtime(_ name: String) throws -> IntentRuntime {
      let file = try folder.write(
        """
        intents:
          Water: { phrases: ["water {plant}"], parameters: { plant: { list: plants, required: true } }, response: Done. }
        lists:
          plants: [{ id: "1", spoken: \(name) }]
        """, to: "garden.intents.yaml")
      return IntentRuntime(
        assistant: try IntentsFile.load(path: file), memory: memory,
        observers: [DonationObserver(donations: memory.donations, logger: .silent)], logger: .silent)
    }
    let former = try runtime("fern")
    _ = try await former.perform(MemoryRequest(.addShortcut(phrase: "garden time", requests: ["water fern"])))
    _ = await former.perform(IntentRequest(intent: "Water", values: ["plant": "1"]))
    let present = try runtime("palm")
    #expect(try await former.perform(MemoryRequest(.shortcuts)).shortcuts?.map(\.steps) == [["Water: fern"]])
    #expect(try await present.perform(MemoryRequest(.shortcuts)).shortcuts?.map(\.steps) == [["Water: palm"]])
    #expect(try await present.perform(MemoryRequest(.donations(limit: 5, group: nil))).donations?.map(\.title) == ["Water: palm"])
  }

  @Test("A shortcut of an assistant that is not served is listed as such, keeps its phrase, and can be deleted")
  func unserved() async throws {
    let (folder, store) = (try TemporaryFolder(), try RuntimeStore(path: nil))
    func runtime(_ names: String...) throws -> IntentRuntime {
      let assistants = try names.map { name in
        try IntentsFile.load(
          path: try folder.write(
            "intents: { Tell: { phrases: [ask the \(name)], response: Told. } }", to: "\(name).intents.yaml"))
      }
      return IntentRuntime(
        assistants: assistants, memory: AssistantMemory(assistants: names, store: store), logger: .silent)
    }
    let all = try runtime("garden", "kitchen", "attic")
    _ = try await all.perform(MemoryRequest(.addShortcut(phrase: "rain dance", requests: ["ask the garden"])))
    #expect(try await all.perform(MemoryRequest(.shortcuts, of: ["kitchen", "attic"])).shortcuts?.isEmpty == true)

    let some = try runtime("kitchen", "attic")
    let listed = try #require(try await some.perform(MemoryRequest(.shortcuts)).shortcuts)
    #expect(listed.map(\.phrase) == ["rain dance"] && listed.allSatisfy { $0.unsupported == true })
    let second = try await some.perform(MemoryRequest(.addShortcut(phrase: "rain dance", requests: ["ask the kitchen"])))
    guard case .failed(let reason) = second.change else {
      Issue.record("two shortcuts share a phrase")
      return
    }
    #expect(reason.contains("is the phrase of a shortcut that does not work here"), "\(reason)")
    let deletion = try await some.perform(MemoryRequest(.deleteShortcut("rain dance")))
    #expect(deletion.change == .deleted(id: listed[0].id))
    #expect(try await all.perform(MemoryRequest(.shortcuts)).shortcuts?.isEmpty == true)
  }
}
