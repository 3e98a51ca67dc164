import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Typed conversations")
struct ConversationTests {
  @Test("A conversation proceeds as scripted", arguments: try ConversationScript.all.get().filter { $0.voice == nil })
  func typed(_ script: ConversationScript) async throws {
    try await ConversationRun(script).typed()
  }

  @Test(
    "A conversation with Notes proceeds as scripted if Notes is an app in a process of its own",
    arguments: try ConversationScript.all.get().filter { $0.assistant == "notes" })
  func app(_ script: ConversationScript) async throws {
    try await ConversationRun(script, isApp: true).typed()
  }

  @Test("There are at least 120 conversations with the four assistants, and a third of them are spoken")
  func enough() throws {
    let scripts = try ConversationScript.all.get()
    #expect(scripts.count >= 120)
    #expect(scripts.count { $0.voice != nil } * 3 >= scripts.count)
    #expect(Set(scripts.map(\.assistant)) == ["money", "notes", "messages", "clock"])
    #expect(Set(scripts.map(\.description)).count == scripts.count, "titles are unique")
  }

  @Test("The conversations cover all response codes of answers")
  func codes() throws {
    let answers = try ConversationScript.all.get().flatMap(\.lines).compactMap { line in
      if case .expected(let text) = line.line, text.hasPrefix("answered: ") { text.split(separator: " ")[2] } else { nil }
    }
    // A request that is ready is not an answer yet.
    #expect(Set(answers.map(String.init)) == Set(IntentResponse.Code.allCases.map(\.rawValue)).subtracting(["ready"]))
  }
}

// Run one at a time: decoding keeps a core busy, and other tests share the same few threads.
@Suite("Spoken conversations", .tags(.long), .serialized)
struct SpokenConversationTests {
  @Test("A conversation proceeds as scripted", arguments: try ConversationScript.all.get().filter { $0.voice != nil })
  func spoken(_ script: ConversationScript) async throws {
    let voice = try #require(script.voice)
    // Type the conversation first: if this fails too, the cause is the text and not the audio.
    try await ConversationRun(script).typed()
    try await ConversationRun(script).spoken(by: voice)
  }
}
