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

  @Test("The tutorial's program answers typed turns as described")
  func program() async throws {
    let runtime = try IntentRuntime(inMemory: gardenAssistant(), logger: .silent)
    let lines = try await GardenProgram.answers(to: ["water the fern", "water a plant", "cactus", "yes"], from: runtime)
    let session = """
      $ swift run garden "water the fern" "water a plant" cactus yes
      \(lines.joined(separator: "\n"))
      """
    #expect(try article("SwiftTutorial").contains(session), "\(session)")
  }

  @Test(
    "The article contains each source file verbatim",
    arguments: [("Tutorial", "SwiftTutorial"), ("PresenterTutorial", "SwiftTutorial"), ("PresenterTutorial", "Cards")])
  func sources(source: String, page: String) throws {
    let code = try String(contentsOfFile: Repository.path("Tests/TutorialTests/\(source).swift"), encoding: .utf8)
    #expect(try article(page).contains(code), "copy Tests/TutorialTests/\(source).swift into \(page).md")
    #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
  }

  // The main function of the test program prevents another one.
  @Test("The article contains the program verbatim, with @main before its type")
  func programSource() throws {
    let code = try String(contentsOfFile: Repository.path("Tests/TutorialTests/ProgramTutorial.swift"), encoding: .utf8)
    let shown = code.replacing("\nstruct GardenProgram", with: "\n@main\nstruct GardenProgram")
    #expect(try article("SwiftTutorial").contains(shown), "copy Tests/TutorialTests/ProgramTutorial.swift into SwiftTutorial.md")
  }

  private func article(_ name: String) throws -> String {
    try String(contentsOfFile: Repository.path("Sources/Vocative/Vocative.docc/\(name).md"), encoding: .utf8)
  }
}
