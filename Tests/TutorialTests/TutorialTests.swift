import AssistantTestSupport
import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite("The tutorial")
struct TutorialTests {
  @Test("The assistant of the tutorial asks, confirms and does what it is told")
  func works() async throws {
    let assistant = try AskedAssistant(gardenAssistant())
    #expect(try await assistant.dialog(for: "water the fern") == "I water the fern every one day.")
    #expect(try await assistant.dialog(for: "hey garden, water the fern every two hours") == "I water the fern every two hours.")
    #expect(
      try await assistant.dialogs(for: "water a plant", "cactus", "no") == [
        "Which plant?", "Really water the cactus?", "All right, I will not.",
      ])
  }

  @Test("Its presenter shows the plant")
  func presenter() async throws {
    let runtime = try IntentRuntime(forgetful: gardenAssistant(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var conversation = TypedConversation(runtime: runtime)
    let interaction = try #require(try await conversation.say("water the fern").compactMap(\.interaction).last)
    #expect(await gardenCard(of: interaction, columns: 40) == ["Water a plant: fern", "💧 Fern", "as often as it likes"])
  }

  @Test("It has fewer than sixty lines, and the README shows it to the letter")
  func readme() throws {
    let tutorial = try String(contentsOfFile: Repository.path("Tests/TutorialTests/Tutorial.swift"), encoding: .utf8)
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    #expect(tutorial.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    #expect(readme.contains(tutorial), "copy Tests/TutorialTests/Tutorial.swift into the README")
    let presenter = try String(contentsOfFile: Repository.path("Tests/TutorialTests/PresenterTutorial.swift"), encoding: .utf8)
    #expect(readme.contains(presenter), "copy Tests/TutorialTests/PresenterTutorial.swift into the README")
  }
}
