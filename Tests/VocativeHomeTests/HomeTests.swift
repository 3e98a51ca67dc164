import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativeHome
import VocativeImport
import VocativeIntentsFile
import VocativeTestSupport

@Suite("The home of Home Assistant")
struct HomeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func client(of address: String, token: String = HomeServer.token) throws -> HomeAssistantServer {
    let file = try folder.write(token + "\n", to: "token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return try HomeAssistantServer(uri: address, tokenFile: file)
  }

  private static let sentences = """
    language: en
    intents:
      HassTurnOn:
        data:
          - sentences: ["turn on [the] {name}"]
            requires_context: { domain: light }
          - sentences: ["turn on the lights in the {area}"]
    """

  @Test("Exposed entities with a state are imported with their names and aliases, and are handed to the conversation agent")
  func home() async throws {
    let server = try await HomeServer()
    let home = try await HomeAssistantSocket(client(of: server.address)).withSession { try await HomeAssistantHome($0) }
    #expect(home.entityCount == 2)
    let result = try AssistantImporter().result(
      of: home, from: server.address, sentences: [folder.write(Self.sentences, to: "en.yaml")])
    let contents = try IntentsFile.contents(path: folder.write(result.text, to: "home.intents.yaml"))
    let names = contents.lists.flatMap(\.values).map { "\($0.value.identifier): \($0.display)" }.sorted()
    #expect(names == ["kitchen: Kitchen", "light.bed: Bed Light"])
    #expect(result.text.contains("Reading Lamp") && result.text.contains("Galley") && !result.text.contains("Hidden"))
    #expect(result.text.contains("handler: home-assistant"))
  }

  @Test(
    "In newer releases, null among the aliases is the entity's own name, without which only its aliases are spoken",
    arguments: [
      ("[null, \"Reading Lamp\"]", "[null]", "Bed Light", true), ("[\"Reading Lamp\"]", "[null]", "Reading Lamp", false),
      ("[null]", "[null]", "Bed Light", true), ("[]", "[null]", "Bed Light", true),
      ("[\"Reading Lamp\"]", "[]", "Bed Light", true),
    ])
  func ownNames(lamp: String, plain: String, name: String, isCalledByName: Bool) async throws {
    let server = try await HomeServer()
    server.set(lamp: lamp, plain: plain)
    let home = try await HomeAssistantSocket(client(of: server.address)).withSession { try await HomeAssistantHome($0) }
    let result = try AssistantImporter().result(
      of: home, from: server.address, sentences: [folder.write(Self.sentences, to: "en.yaml")])
    let contents = try IntentsFile.contents(path: folder.write(result.text, to: "home.intents.yaml"))
    let value = contents.lists.flatMap(\.values).first { $0.value.identifier == "light.bed" }
    #expect(value?.display == name)
    #expect(result.text.contains("Bed Light") == isCalledByName)
  }

  @Test("A home with too many names for the sentences is reported with a remedy in Home Assistant")
  func tooManyNames() throws {
    let entities = (1...1000).map { "{\"entity_id\": \"light.l\($0)\", \"name\": \"Lamp \($0)\"}" }
    var importer = AssistantImporter()
    importer.home = AssistantImporter.Home(
      text: "{\"entities\": [\(entities.joined(separator: ","))]}", source: "http://box")
    let sentences = (1...100).map { "\"say \($0) {name} [now]\"" }.joined(separator: ", ")
    let file = try folder.write("intents: { A: { data: [{ sentences: [\(sentences)] }] } }", to: "en.yaml")
    let error = #expect(throws: (any Error).self) { try importer.result(of: [file]) }
    #expect("\(String(describing: error))".contains("expose fewer entities to Assist"), "\(String(describing: error))")
  }

  @Test("An invalid token, one without rights, an address without Home Assistant, and an absent one are errors with the reason")
  func faults() async throws {
    let server = try await HomeServer()
    await #expect(throws: HomeAssistantSocketError.refused) {
      try await HomeAssistantSocket(client(of: server.address, token: "wrong")).withSession { try await HomeAssistantHome($0) }
    }
    let demoted = try await HomeServer()
    demoted.demote()
    await #expect(throws: HomeAssistantSocketError.forbidden) {
      try await HomeAssistantSocket(client(of: demoted.address)).withSession { try await HomeAssistantHome($0) }
    }
    let elsewhere = try client(of: server.address + "/other")
    let error = await #expect(throws: HomeAssistantSocketError.self) {
      try await HomeAssistantSocket(elsewhere).withSession { try await HomeAssistantHome($0) }
    }
    #expect(error?.description.hasPrefix("Home Assistant cannot be reached") == true, "\(String(describing: error))")
    let absent = try client(of: server.address)
    try await server.stop()
    let away = await #expect(throws: HomeAssistantSocketError.self) {
      try await HomeAssistantSocket(absent).withSession { try await HomeAssistantHome($0) }
    }
    #expect(away?.description.hasPrefix("Home Assistant cannot be reached") == true)
  }

  @Test("Home Assistant is read only after it has started")
  func starting() async throws {
    let server = try await HomeServer()
    server.set(state: "STARTING")
    let homes = Homes()
    let following = Task { [client = try client(of: server.address)] in
      await HomeFollower(client, logger: .silent).follow { homes.add($0) }
    }
    defer { following.cancel() }
    // The second question follows after the first answer was used.
    #expect(await eventually { server.stateCount >= 2 })
    #expect(homes.texts.isEmpty)
    server.set(state: "RUNNING")
    #expect(await eventually { homes.texts.count == 1 })
  }

  @Test("A new name is followed, also after Home Assistant was away")
  func following() async throws {
    let server = try await HomeServer()
    let homes = Homes()
    let log = RecordedLog()
    let following = Task { [client = try client(of: server.address)] in
      await HomeFollower(client, logger: log.logger).follow { homes.add($0) }
    }
    defer { following.cancel() }
    #expect(await eventually { homes.texts.count == 1 })
    server.rename("Moon Lamp")
    #expect(await eventually { homes.texts.count == 2 && homes.texts[1].contains("Moon Lamp") })

    let port = server.port
    try await server.stop()
    let restarted = try await HomeServer(port: port)
    #expect(await eventually { homes.texts.count == 3 && homes.texts[2].contains("Bed Light") })
    #expect(restarted.connections == 1)
    #expect(!log.messages.contains { $0.contains(HomeServer.token) }, "\(log.messages)")
  }

  @Test("A home that cannot be used is passed on again, although it has not changed, and one in use is not")
  func unusableHome() async throws {
    let server = try await HomeServer()
    let homes = Homes()
    let following = Task { [client = try client(of: server.address)] in
      await HomeFollower(client, logger: .silent).follow { homes.add($0, isUsable: !homes.texts.isEmpty) }
    }
    defer { following.cancel() }
    #expect(await eventually { homes.texts.count == 1 })
    server.announceChange()
    #expect(await eventually { homes.texts.count == 2 })
    #expect(homes.texts[0] == homes.texts[1])
    server.rename("Moon Lamp")
    #expect(await eventually { homes.texts.count == 3 && homes.texts[2].contains("Moon Lamp") })
  }

  @Test("A refused token is sent once, because failed logins ban a computer, and its successor is used")
  func refusedToken() async throws {
    let server = try await HomeServer()
    let homes = Homes()
    let log = RecordedLog()
    let clock = HurriedClock()
    let following = Task { [client = try client(of: server.address, token: "revoked")] in
      await HomeFollower(client, logger: log.logger, clock: clock).follow { homes.add($0) }
    }
    defer { following.cancel() }
    #expect(await eventually { clock.sleepCount >= 5 })
    #expect(server.refusals == 1)
    #expect(log.messages.count == 1 && log.messages[0].contains("refuses the token"), "\(log.messages)")
    _ = try client(of: server.address)
    #expect(await eventually { homes.texts.count == 1 })
    #expect(!log.messages.contains { $0.contains("revoked") }, "\(log.messages)")
  }
}

/// Collects homes.
private final class Homes: Sendable {
  private let homes = Mutex<[HomeAssistantHome]>([])

  var texts: [String] { homes.withLock { $0.map(\.text) } }

  /// Adds a home, and returns whether it can be used.
  func add(_ home: HomeAssistantHome, isUsable: Bool = true) -> Bool {
    homes.withLock { $0.append(home) }
    return isUsable
  }
}
