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

  @Test("A shortcut with a value of a parameter that was renamed is listed as such, and neither understood nor suggested")
  func renamedParameter() async throws {
    let folder = try TemporaryFolder()
    let memory = try AssistantMemory.inMemory(assistant: "garden")
    func runtime(_ parameter: String) throws -> IntentRuntime {
      let file = try folder.write(
        """
        intents:
          Water:
            phrases: ["water [{plants:\(parameter)}] [for {minutes} minutes]"]
            parameters: { \(parameter): { list: plants, multiple: true }, minutes: { type: number, range: [1, 9] } }
            response: Done.
        lists: { plants: [fern, ivy] }
        """, to: "garden.intents.yaml")
      return IntentRuntime(
        assistant: try IntentsFile.load(path: file), memory: memory,
        observers: [DonationObserver(donations: memory.donations, logger: .silent)], logger: .silent)
    }
    let former = try runtime("plant")
    for (phrase, request) in [("garden time", "water fern and ivy for five minutes"), ("rain dance", "water for two minutes")] {
      _ = try await former.perform(MemoryRequest(.addShortcut(phrase: phrase, requests: [request])))
    }
    _ = await former.perform(IntentRequest(intent: "Water", values: ["plant": "fern,ivy"]))
    _ = await former.perform(IntentRequest(intent: "Water", values: ["minutes": "2"]))
    func unsupported(_ runtime: IntentRuntime) async throws -> [String: Bool] {
      let listed = try #require(try await runtime.perform(MemoryRequest(.shortcuts)).shortcuts)
      return Dictionary(uniqueKeysWithValues: listed.map { ($0.phrase, $0.unsupported == true) })
    }
    func suggested(_ runtime: IntentRuntime) async throws -> [String] {
      let report = try await runtime.perform(MemoryRequest(.suggestions(limit: 5, place: nil)))
      return try #require(report.suggestions).map(\.title).sorted()
    }
    #expect(try await unsupported(former) == ["garden time": false, "rain dance": false])
    #expect(try await suggested(former) == ["Water: 2", "Water: fern and ivy"])
    let renamed = try runtime("flower")
    #expect(try await unsupported(renamed) == ["garden time": true, "rain dance": false])
    #expect(try await suggested(renamed) == ["Water: 2"])
    let texts = try await renamed.grammar().phrases.map(\.text)
    #expect(texts.contains("rain dance") && !texts.contains("garden time"))
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
