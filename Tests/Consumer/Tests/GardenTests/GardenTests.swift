import Foundation
import GardenAssistant
import Testing
import VocativeTesting

@Suite("The garden")
struct GardenTests {
  private let assistant: AskedAssistant

  init() throws { assistant = try AskedAssistant(gardenAssistant()) }

  @Test("A plant is watered as often as it likes, or as often as the person says")
  func words() async throws {
    #expect(try await assistant.dialog(for: "water the fern") == "I water the fern every one day.")
    #expect(try await assistant.ask("water the fern every two hours").slots == ["plant": "fern", "pause": "PT2H"])
  }

  @Test("A spoken request is understood")
  func voice() async throws {
    let microphone = try await SampleSource(speaking: ["hey garden, water the fern"])
    let responses = try await assistant.events(in: microphone).compactMap(\.interaction)
    #expect(responses.map(\.response.dialog) == ["I water the fern every one day."])
  }

  @Test("A conversation proceeds as scripted", arguments: try scripts())
  func conversation(_ script: ConversationScript) async throws {
    try await script.runTyped(with: AskedAssistant(gardenAssistant()).runtime)
  }

  private static func scripts() throws -> [ConversationScript] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try ConversationScript.scripts(inFileAt: folder.appendingPathComponent("garden.conversation").path)
  }
}
