import Foundation
import Testing
import Vocative

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
}
