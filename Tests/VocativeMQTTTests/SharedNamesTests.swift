import BrokerTestSupport
import Foundation
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "Names shared by rooms through a broker", .tags(.long), .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct SharedNamesTests {
  private struct Call: Intent {
    static let title = "Call"
    @Parameter(title: "Person") var person: Person
    func perform() async throws -> IntentResponse { .success("Calling \(person.name).") }
  }

  private struct Person: Entity {
    struct People: EntityQuery {
      func allEntities() async throws -> [Person] { [Person(id: "alex", name: "Alexandra"), Person(id: "bob", name: "Robert")] }
    }

    static let defaultQuery = People()
    static let vocabularyKind: Vocabulary.Kind? = .contactName
    let id: String
    let name: String
    var displayName: String { name }
  }

  private func box(_ room: String, _ broker: MosquittoBroker, folder: TemporaryFolder? = nil) async throws -> Box {
    let assistant = try Assistant(name: "phone book", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Call.self, phrases: ["call {person}"])
    }
    return try await Box(room: room, port: broker.port, assistant: assistant, folder: folder)
  }

  /// Waits until a room has exactly these spoken names.
  private func says(_ box: Box, _ names: [String]) async throws -> Bool {
    try await eventually { try await box.runtime.memory.vocabulary.spokenStrings(of: .contactName).map(\.spokenPhrase) == names }
  }

  @Test("A name that is set in one room is understood in the other until it is removed")
  func life() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (try await box("kitchen", broker), try await box("hall", broker))
    try await hall.runtime.memory.vocabulary.set(
      [.init(vocabularyIdentifier: "bob", spokenPhrase: "Bobby")], of: .contactName)
    try await kitchen.runtime.memory.vocabulary.set(
      [.init(vocabularyIdentifier: "alex", spokenPhrase: "Sandy"), .init(vocabularyIdentifier: "bob", spokenPhrase: "bobby")],
      of: .contactName)
    #expect(try await says(hall, ["Bobby", "Sandy"]))
    #expect(try await says(kitchen, ["Sandy", "bobby"]))
    _ = try await hall.loop.trigger("call sandy")
    #expect(hall.said == ["Calling Alexandra."])
    try await kitchen.runtime.memory.vocabulary.removeAll(of: .contactName)
    #expect(try await says(hall, ["Bobby"]))
    #expect(try await says(kitchen, ["Bobby"]))
  }

  @Test("Names removed without a connection are forgotten when the rooms reconnect", arguments: [false, true])
  func cut(isBrokerNew: Bool) async throws {
    let broker = try await MosquittoBroker()
    let folder = try TemporaryFolder()
    let kitchen = try await box("kitchen", broker)
    try await kitchen.runtime.memory.vocabulary.set(
      [.init(vocabularyIdentifier: "alex", spokenPhrase: "Sandy")], of: .contactName)
    do {
      let hall = try await box("hall", broker, folder: folder)
      #expect(try await says(hall, ["Sandy"]))
      await hall.leave()
    }
    if isBrokerNew { await broker.kill() }
    try await kitchen.runtime.memory.vocabulary.removeAll()
    if isBrokerNew { try await broker.start() }
    // The room keeps its names until it learns about the change.
    let former = try Box.memory(of: "phone book", in: folder)
    #expect(try await former.vocabulary.spokenStrings(of: .contactName).map(\.spokenPhrase) == ["Sandy"])
    let hall = try await box("hall", broker, folder: folder)
    #expect(try await says(hall, []))
  }

  @Test("A broker that lost its retained messages receives the names again")
  func lost() async throws {
    let broker = try await MosquittoBroker()
    let kitchen = try await box("kitchen", broker)
    try await kitchen.runtime.memory.vocabulary.set(
      [.init(vocabularyIdentifier: "alex", spokenPhrase: "Sandy")], of: .contactName)
    await broker.kill()
    try await broker.start()
    let hall = try await box("hall", broker)
    #expect(try await says(hall, ["Sandy"]))
  }
}
