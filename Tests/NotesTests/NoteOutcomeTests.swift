import AssistantTestSupport
import Foundation
import Notes
import Testing
import Vocative
import VocativeTestSupport

@Suite("Outcomes in the timeline")
struct NoteOutcomeTests {
  private let folder: TemporaryFolder
  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  private struct Secret: Intent {
    static let title = "Secret"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    func perform() async throws -> IntentResponse { .success("The treasure is under the oak.") }
  }

  private struct Break: Intent {
    static let title = "Break"
    func perform() async throws -> IntentResponse { throw CocoaError(.fileNoSuchFile) }
  }

  init() throws {
    folder = try TemporaryFolder()
    let store = try NotesStore(path: folder.path + "/notes.sqlite", hasSampleData: true)
    memory = AssistantMemory(assistants: ["notes", "club"], store: try RuntimeStore(path: nil))
    let club = try Assistant(name: "club", wakePhrases: []) {
      IntentDefinition(Secret.self, phrases: ["secret"])
      IntentDefinition(Break.self, phrases: ["break"])
    }
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    runtime = IntentRuntime(
      assistants: [try NotesAssistant.make(store: store), club], memory: memory,
      observers: [TimelineObserver(timeline: memory.timeline, logger: .silent)], limits: limits,
      logger: .silent)
  }

  @Test(
    "Each way in which a request ends is in the timeline with its reason",
    arguments: [
      (["present my grocery list note"], "notes.Presentation.PresentNote", EndReason.unavailable),
      (["secret"], "club.Secret", .locked), (["break"], "club.Break", .failed),
      (
        ["create a note called grocery list", "cellar door", "never mind"],
        "notes.Writing.CreateNote", .declined
      ),
      (["delete my grocery list note", "no"], "notes.Writing.DeleteNote", .declined),
      (
        ["delete my grocery list note", "seven green bottles", "seven green bottles"],
        "notes.Writing.DeleteNote", .rejected
      ),
      (["make me a sandwich"], "rejected.not-a-phrase", .rejected),
      (["how many notes do i have"], "notes.Reading.CountNotes", nil),
    ] as [([String], String, EndReason?)])
  func reasons(turns: [String], topic: String, reason: EndReason?) async throws {
    var conversation = TypedConversation(runtime: runtime)
    for turn in turns { _ = try await conversation.say(turn) }
    let entry = try #require(try await memory.timeline.entries().first)
    #expect(entry.topic == topic)
    #expect(entry.reason == reason)
    #expect(entry.code == (reason == nil ? .success : .failure))
    #expect(
      entry.title?.contains("sandwich") != true, "words that were not understood are not stored")
  }

  @Test("A request whose question is dropped, as by a stop word or by muting, is in the timeline as declined")
  func droppedQuestion() async throws {
    var conversation = Conversation(runtime: runtime, source: .voice)
    let request = try conversation.understanding(
      of: "delete my grocery list note", in: try await runtime.grammar(), of: runtime.assistant)
    let asked = await conversation.receive(request) { _ in }
    #expect(asked.expectsAnswer)
    await conversation.cancel()
    #expect(!conversation.expectsAnswer)
    let entry = try #require(try await memory.timeline.entries().first)
    #expect(entry.topic == "notes.Writing.DeleteNote")
    #expect(entry.reason == .declined)
  }
}
