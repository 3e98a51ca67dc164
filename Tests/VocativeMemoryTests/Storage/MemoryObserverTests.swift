import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("Memory of requests")
struct MemoryObserverTests {
  private static let details = ActivityType("money.details", eligibility: [.search])

  private let folder: TemporaryFolder
  private let memory: AssistantMemory
  private let log = RecordedLog(from: .warning)
  private let observer: MemoryObserver

  init() throws {
    folder = try TemporaryFolder()
    memory = AssistantMemory(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    observer = MemoryObserver(memory: memory, logger: log.logger)
  }

  private func interaction(_ id: String, values: [String: String] = ["goal": "vacation"]) -> Interaction {
    let dispatch = Dispatch(
      id: id, assistant: "money", intent: "GoalProgress", title: "Goal progress: vacation", values: values,
      topic: "money.GoalProgress", source: .voice, session: "s", date: UTC.date(2026, 5, 1))
    let activity = Activity(Self.details, title: "Show vacation details", state: ["goal": "vacation"])
    return Interaction(dispatch: dispatch, response: .success("Half of it.", activity: activity), duration: .zero)
  }

  /// The number of transactions that have changed the file, which SQLite counts in its header.
  private var transactions: Int {
    get throws {
      let file = try #require(FileManager.default.contents(atPath: folder.path + "/runtime.sqlite"))
      return file[24..<28].reduce(0) { $0 << 8 + Int($1) }
    }
  }

  @Test("An answer waits for one transaction, which has its result, its donation and its activity")
  func transaction() async throws {
    let interaction = interaction("1")
    await observer.didBegin(interaction.dispatch)
    #expect(try await memory.timeline.entries().map(\.code) == [nil])
    let before = try transactions
    await observer.didComplete(interaction)
    #expect(try transactions == before + 1)
    #expect(try await memory.timeline.entries().map(\.dialog) == ["Half of it."])
    #expect(try await memory.donations.all().map(\.shortcut.intent) == ["GoalProgress"])
    #expect(try await memory.activities.all().map(\.activity.title) == ["Show vacation details"])
    #expect(log.messages.isEmpty)
  }

  @Test("A request that was not performed is in the timeline, and nothing is learned from it")
  func notPerformed() async throws {
    let dispatch = interaction("1").dispatch
    await observer.didEnd(Interaction(dispatch: dispatch, response: .failure("No."), duration: .zero, reason: .declined))
    #expect(try await memory.timeline.entries().map(\.reason) == [.declined])
    #expect(try await memory.donations.all().isEmpty)
  }

  @Test("Values that are too large to learn are reported once, and the rest of the request is remembered")
  func tooLarge() async throws {
    for id in ["1", "2"] {
      await observer.didComplete(interaction(id, values: ["goal": String(repeating: "x", count: 20_000)]))
    }
    #expect(try await memory.timeline.entries().map(\.code) == [.success, .success])
    #expect(try await memory.donations.all().isEmpty)
    #expect(try await memory.activities.all().count == 1)
    #expect(log.messages.count == 1)
    #expect(log.messages.first?.contains("the request was not learned") == true)
  }
}
