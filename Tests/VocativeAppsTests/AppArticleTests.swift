import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The article about apps")
struct AppArticleTests {
  @Test("The Python example has at most 40 lines, and asks, confirms and performs as an app")
  func python() async throws {
    let text = try String(contentsOfFile: Repository.path("Sources/Vocative/Vocative.docc/Apps.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "\n```").first { $0.hasPrefix("python\n") })
    let code = String(block.dropFirst("python\n".count)) + "\n"
    #expect(code.split(separator: "\n").count <= 40)
    let folder = try TemporaryFolder()
    try folder.write(code, to: "garden.py")
    let file = try folder.write("command: [python3, garden.py]\nstart: at-start\n", to: "garden.app.yaml")
    let log = RecordedLog()
    let apps = AppHosts(limits: .patient, logger: log.logger)
    let asked = try AskedAssistant(try await apps.assistant(AppFile(path: file)))
    #expect(try await asked.dialogs(for: "water a plant", "roses") == ["Which plant?", "I watered the roses."])
    #expect(
      try await asked.dialogs(for: "hey garden, water the beans", "no") == [
        "The beans are wet. Water them?", "All right, I won't.",
      ])
    #expect(try await asked.dialogs(for: "water the beans", "yes").last == "I watered the beans.")
    #expect(log.messages.filter { !$0.hasPrefix("debug") } == [])
  }
}
