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
}
