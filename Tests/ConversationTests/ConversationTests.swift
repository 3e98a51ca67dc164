import Testing
import VocativeIntents

@Suite("Conversations in writing")
struct ConversationTests {
  @Test("A conversation comes out as it is written", arguments: try ConversationScript.all.get().filter { $0.voice == nil })
  func typed(_ script: ConversationScript) async throws {
    try await ConversationRun(script).typed()
  }

  @Test("There are at least 120 conversations over the three assistants, and a third of them are spoken")
  func enough() throws {
    let scripts = try ConversationScript.all.get()
    #expect(scripts.count >= 120)
    #expect(scripts.count { $0.voice != nil } * 3 >= scripts.count)
    #expect(Set(scripts.map(\.assistant)) == ["money", "notes", "messages"])
    #expect(Set(scripts.map(\.description)).count == scripts.count, "two conversations have the same title")
  }

  @Test("Every response code that an answer can have appears in them")
  func codes() throws {
    let answers = try ConversationScript.all.get().flatMap(\.lines).compactMap { line in
      if case .expected(let text) = line.line, text.hasPrefix("answered: ") { text.split(separator: " ")[2] } else { nil }
    }
    // What is ready is not done yet, and goes on to be.
    #expect(Set(answers.map(String.init)) == Set(IntentResponse.Code.allCases.map(\.rawValue)).subtracting(["ready"]))
  }
}

// One at a time: decoding keeps a core busy, and tests beside these wait for their turn on the same few threads.
@Suite("Conversations through synthesised speech", .serialized)
struct SpokenConversationTests {
  @Test("A conversation comes out as it is written", arguments: try ConversationScript.all.get().filter { $0.voice != nil })
  func spoken(_ script: ConversationScript) async throws {
    let voice = try #require(script.voice)
    // What is spoken can be typed too: a difference then lies in the text, and not in the audio.
    try await ConversationRun(script).typed()
    try await ConversationRun(script).spoken(by: voice)
  }
}
