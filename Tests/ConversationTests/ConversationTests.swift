import AssistantTestSupport
import Foundation
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Typed conversations")
struct ConversationTests {
  @Test("A conversation proceeds as scripted", arguments: try scripts().filter { $0.voice == nil })
  func typed(_ script: ConversationScript) async throws {
    try await script.runTyped()
  }

  @Test(
    "A conversation with Notes proceeds as scripted if Notes is an app in a process of its own",
    arguments: try scripts().filter { $0.assistant == "notes" })
  func app(_ script: ConversationScript) async throws {
    try await script.runTyped(isApp: true)
  }

  @Test("There are at least 120 conversations with the four assistants, and a third of them are spoken")
  func enough() throws {
    let scripts = try scripts()
    #expect(scripts.count >= 120)
    #expect(scripts.count { $0.voice != nil } * 3 >= scripts.count)
    #expect(Set(scripts.map(\.assistant)) == ["money", "notes", "messages", "clock"])
    #expect(Set(scripts.map(\.description)).count == scripts.count, "titles are unique")
  }

  @Test("The conversations cover all response codes of answers")
  func codes() throws {
    let answers = try scripts().flatMap(\.lines).compactMap { line in
      if case .expected(let text) = line.line, text.hasPrefix("answered: ") { text.split(separator: " ")[2] } else { nil }
    }
    // A request that is ready is not an answer yet.
    #expect(Set(answers.map(String.init)) == Set(IntentResponse.Code.allCases.map(\.rawValue)).subtracting(["ready"]))
  }
}

// Run one at a time: decoding keeps a core busy, and other tests share the same few threads.
@Suite("Spoken conversations", .tags(.long), .serialized)
struct SpokenConversationTests {
  @Test("A conversation proceeds as scripted", arguments: try scripts().filter { $0.voice != nil })
  func spoken(_ script: ConversationScript) async throws {
    let voice = try #require(script.voice)
    // Type the conversation first: if this fails too, the cause is the text and not the audio.
    try await script.runTyped()
    let assistant = try await ScriptedAssistant(named: script.assistant, under: script.circumstances)
    try await script.runSpoken(by: voice, with: assistant.runtime) { try await assistant.state($0) }
  }
}

/// Returns all scripts of the folder `Conversations`.
private func scripts() throws -> [ConversationScript] {
  let folder = Repository.path("Tests/ConversationTests/Conversations")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".conversation") }.sorted()
  return try names.flatMap { try ConversationScript.scripts(inFileAt: "\(folder)/\($0)") }
}

extension ConversationScript {
  /// Runs the conversation with typed text.
  fileprivate func runTyped(isApp: Bool = false) async throws {
    let assistant = try await ScriptedAssistant(named: self.assistant, under: circumstances, isApp: isApp)
    try await runTyped(with: assistant.runtime) { try await assistant.state($0) }
  }
}
