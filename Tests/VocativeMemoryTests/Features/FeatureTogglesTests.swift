import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Feature toggles")
struct FeatureTogglesTests {
  private let toggles: FeatureToggles
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    toggles = FeatureToggles(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
  }

  @Test("A toggle is on, off or not set")
  func states() async throws {
    #expect(try await toggles.isOn("money.Goals") == nil)
    try await toggles.set(true, for: "money.Goals")
    #expect(try await toggles.isOn("money.Goals") == true)
    try await toggles.set(false, for: "money.Goals")
    try await toggles.set(true, for: "🚀")
    #expect(try await toggles.isOn("money.Goals") == false)
    #expect(try await toggles.all() == ["money.Goals": false, "🚀": true])
  }

  @Test("An invalid identifier is rejected", arguments: ["", String(repeating: "x", count: 100_000), "a\0b"])
  func refusing(identifier: String) async throws {
    let error = await #expect(throws: StoreError.self) { try await toggles.set(true, for: identifier) }
    #expect(error?.reason.contains("is not a feature identifier") == true)
    #expect(try await toggles.all().isEmpty)
  }

  @Test("A toggle beyond the maximum is rejected, but existing ones can still be changed")
  func bounds() async throws {
    for number in 0..<FeatureToggles.maxToggles { try await toggles.set(true, for: "feature \(number)") }
    let error = await #expect(throws: StoreError.self) { try await toggles.set(true, for: "another") }
    #expect(error?.reason.contains("cannot add \"another\"") == true)
    #expect(try await toggles.isOn("another") == nil)
    try await toggles.set(false, for: "feature 7")
    #expect(try await toggles.isOn("feature 7") == false)
  }

  private struct Dance: Intent {
    static let title = "Dance"
    func perform() async throws -> IntentResponse { .success("Dancing.") }
  }

  @Test("A user setting is stored, and a nested feature requires the constraints of both features")
  func constraints() async throws {
    let outer = FeatureConstraint.userToggle("music", default: true, reason: "The music is off.")
    let inner = FeatureConstraint.userToggle("lights", default: false, reason: "The lights are off.")
    let assistant = try Assistant(name: "club", wakePhrases: []) {
      Feature("Music", constraints: [outer]) {
        Feature("Lights", constraints: [inner]) { IntentDefinition(Dance.self, phrases: ["dance"]) }
      }
    }
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: "club"), logger: .silent)
    func dialog() async -> String { await runtime.perform(IntentRequest(intent: "Dance")).dialog }
    #expect(await dialog() == "The lights are off.")
    try await runtime.memory.toggles.set(true, for: "lights")
    #expect(await dialog() == "Dancing.")
    try await runtime.memory.toggles.set(false, for: "music")
    #expect(await dialog() == "The music is off.")
  }

  @Test("A runtime without a memory says how to give it one")
  func noMemory() throws {
    let assistant = try Assistant(name: "club", wakePhrases: []) { IntentDefinition(Dance.self, phrases: ["dance"]) }
    let runtime = IntentRuntime(assistant: assistant, logger: .silent)
    let error = #expect(throws: MissingMemoryError.self) { try runtime.memory }
    #expect(error?.description == "the assistant has no memory; create its IntentRuntime with an AssistantMemory")
    #expect(throws: MissingMemoryError.self) { try runtime.shortcuts }
  }
}
