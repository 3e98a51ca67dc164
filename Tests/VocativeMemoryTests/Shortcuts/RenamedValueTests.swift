import Synchronization
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("Titles after a rename")
struct RenamedValueTests {
  private final class Plants: Sendable {
    let names = Mutex(["1": "fern", "2": "ivy"])
  }

  private struct Plant: Entity, Equatable {
    let id: String
    let displayName: String
    static let defaultQuery = PlantQuery()

    struct PlantQuery: EntityQuery {
      @Dependency private var plants: Plants
      func allEntities() async throws -> [Plant] {
        plants.names.withLock { $0.sorted { $0.key < $1.key }.map { Plant(id: $0.key, displayName: $0.value) } }
      }
    }
  }

  private struct Water: Intent {
    static let title = "Water a plant"
    @Parameter(title: "Plant") var plant: Plant
    func perform() async throws -> IntentResponse { .success("Done.") }
  }

  private struct Move: Intent {
    static let title = "Move a plant"
    static let parameterSummary: ParameterSummary<Move>? = "Move \(\.$plant) next to \(\.$other) [on \(\.$day)]"
    @Parameter(title: "Plant") var plant: Plant
    @Parameter(title: "Other plant") var other: Plant
    @Parameter(title: "Day") var day: CalendarDay?
    func perform() async throws -> IntentResponse { .success("Done.") }
  }

  /// Leads to an activity, and is not suggested itself.
  private struct Show: Intent {
    static let title = "Show a plant"
    static let isEligibleForPrediction = false
    static let details = ActivityType("garden.details", eligibility: [.search, .prediction])
    static let activityTypes = [details]
    @Parameter(title: "Plant") var plant: Plant
    func perform() async throws -> IntentResponse {
      .success("Here.", activity: Activity(Self.details, title: "Show the \(plant.displayName)", state: ["plant": plant.id]))
    }
  }

  private let plants = Plants()
  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "garden")
    var dependencies = Dependencies()
    dependencies.add(plants)
    dependencies.add(WallClock(now: { UTC.date(2026, 5, 7, 12) }, calendar: UTC.calendar))
    let details = ActivityContinuation(Show.details) { .success("This is \($0.title).") }.titled { activity in
      @Dependency var plants: Plants
      return plants.names.withLock { $0[activity.state["plant"] ?? ""] }.map { "Show the \($0)" }
    }
    let assistant = try Assistant(
      name: "garden", wakePhrases: [], dependencies: dependencies, activities: [details]
    ) {
      IntentDefinition(Show.self, phrases: ["show \(\.$plant)"])
      IntentDefinition(Water.self, phrases: ["water \(\.$plant)"])
      IntentDefinition(Move.self, phrases: ["move \(\.$plant) to \(\.$other) [\(\.$day)]"])
      ShortcutIntents.feature
    }
    runtime = IntentRuntime(
      assistant: assistant, memory: memory, observers: [MemoryObserver(memory: memory, logger: .silent)], logger: .silent)
  }

  private func suggestions() async throws -> [String] {
    try await runtime.memory.shortcutSuggestions(at: UTC.date(2026, 5, 7, 12), calendar: UTC.calendar).map(\.shortcut.title)
  }

  private func rename(_ id: String, _ name: String) { plants.names.withLock { $0[id] = name } }

  @Test(
    "A suggestion has the present names of its values, and a day as it was said",
    arguments: [
      ("Water", ["plant": "1"], "Water a plant: fern", "Water a plant: palm"),
      ("Move", ["plant": "2", "other": "1"], "Move ivy next to fern", "Move ivy next to palm"),
      (
        "Move", ["plant": "1", "other": "2", "day": "today"], "Move fern next to ivy on today", "Move palm next to ivy on today"
      ),
    ])
  func suggested(intent: String, values: [String: String], before: String, after: String) async throws {
    _ = await runtime.perform(IntentRequest(intent: intent, values: values))
    #expect(try await suggestions() == [before])
    rename("1", "palm")
    #expect(try await suggestions() == [after])
    let spoken = await runtime.perform(IntentRequest(intent: "SuggestShortcuts"))
    #expect(spoken.answers.first?.response.card?.rows.map(\.label) == [after])
  }

  @Test("A title that its author wrote stays, and so does one whose value is unknown")
  func kept() async throws {
    try await memory.donations.donate(
      Shortcut(intent: "Water", values: ["plant": "1"], title: "A drink for the fern"), date: UTC.date(2026, 5, 6))
    rename("1", "palm")
    #expect(try await suggestions() == ["A drink for the fern"])
    let gone = Shortcut(intent: "Water", values: ["plant": "3"], title: "Water a plant: moss")
    _ = try await runtime.shortcuts.add(phrase: "moss time", steps: [gone])
    #expect(
      await runtime.perform(IntentRequest(intent: "ListShortcuts")).answers.first?.response.card?.rows
        == [.init("moss time", "Water a plant: moss")])
  }

  @Test("The list of the shortcuts has the present names")
  func listed() async throws {
    _ = try await runtime.shortcuts.add(
      phrase: "plant time", steps: [Shortcut(intent: "Water", values: ["plant": "1"], title: "Water a plant: fern")])
    rename("1", "palm")
    let card = await runtime.perform(IntentRequest(intent: "ListShortcuts")).answers.first?.response.card
    #expect(card?.rows == [.init("plant time", "Water a plant: palm")])
  }

  @Test("An activity has the present name of its subject, is found and continued by it, and is suggested once")
  func activities() async throws {
    let show = IntentRequest(intent: "Show", values: ["plant": "1"])
    _ = await runtime.perform(show)
    let former = try #require(try await runtime.memory.activities.all().first).activity
    #expect(former.title == "Show the fern")
    rename("1", "palm")
    let history = try runtime.memory.activities
    #expect(try await history.all().map(\.activity.title) == ["Show the palm"])
    #expect(try await history.entries(eligibleFor: .search, matching: "palm").count == 1)
    #expect(try await history.entries(eligibleFor: .search, matching: "fern").isEmpty)
    #expect(try await suggestions() == ["Continue: show the palm"])
    _ = await runtime.perform(show)
    #expect(try await suggestions() == ["Continue: show the palm"])
    let known = try #require(RecentActivity(former, of: "garden"))
    let continued = await runtime.perform(IntentRequest(intent: "ContinueActivity", values: ["activity": known.id]))
    #expect(continued.dialog == "This is Show the palm.")
    plants.names.withLock { $0["1"] = nil }
    #expect(try await history.all().map(\.activity.title) == ["Show the palm"], "the last title stays")
  }
}
