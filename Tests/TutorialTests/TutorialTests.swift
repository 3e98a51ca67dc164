import AssistantTestSupport
import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite("The tutorial")
struct TutorialTests {
  @Test("The tutorial's assistant asks, confirms and performs")
  func works() async throws {
    let assistant = try AskedAssistant(gardenAssistant())
    #expect(try await assistant.dialog(for: "water the fern") == "I water the fern every one day.")
    #expect(try await assistant.dialog(for: "hey garden, water the fern every two hours") == "I water the fern every two hours.")
    #expect(
      try await assistant.dialogs(for: "water a plant", "cactus", "no") == [
        "Which plant?", "Really water the cactus?", "All right, I won't.",
      ])
  }

  @Test("The tutorial's presenter shows the plant")
  func presenter() async throws {
    let runtime = try IntentRuntime(inMemory: gardenAssistant(), logger: .silent)
    var conversation = TypedConversation(runtime: runtime)
    let interaction = try #require(try await conversation.say("water the fern").compactMap(\.interaction).last)
    #expect(await gardenCard(of: interaction, columns: 40) == ["Water a plant: fern", "💧 Fern", "as often as it likes"])
  }

  @Test("The article contains each file of the tutorial's package verbatim", arguments: try files())
  func sources(file: String) throws {
    let text = try String(contentsOfFile: Repository.path("Tests/Consumer/\(file)"), encoding: .utf8)
    #expect(try article("SwiftTutorial").contains("\n\(text)```\n"), "copy Tests/Consumer/\(file) into SwiftTutorial.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
  }

  @Test("The article creates the folder of each target, without which SwiftPM builds nothing")
  func folders() throws {
    let package = try String(contentsOfFile: Repository.path("Tests/Consumer/Package.swift"), encoding: .utf8)
    let command = try #require(try article("SwiftTutorial").split(separator: "\n").first { $0.hasPrefix("mkdir -p Sources") })
    let folders = command.split(separator: " ").map(String.init)
    let targets = package.matches(of: #/\.(target|executableTarget|testTarget)\(name: "([^"]+)"/#)
    #expect(targets.count == 6)
    for target in targets {
      #expect(folders.contains("\(target.1 == "testTarget" ? "Tests" : "Sources")/\(target.2)"))
    }
  }

  @Test("The article about cards contains the presenter verbatim")
  func presenterSource() throws {
    let code = try String(contentsOfFile: Repository.path("Tests/Consumer/Sources/garden/PlantPresenter.swift"), encoding: .utf8)
    #expect(try article("Cards").contains(code))
  }

  private static func files() throws -> [String] {
    let found = FileManager.default.enumerator(atPath: Repository.path("Tests/Consumer"))
    return try #require(found).compactMap { $0 as? String }.filter { $0.contains(".") }.sorted()
  }

  private func article(_ name: String) throws -> String {
    try String(contentsOfFile: Repository.path("Sources/Vocative/Vocative.docc/\(name).md"), encoding: .utf8)
  }
}
