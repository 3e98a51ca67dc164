import AssistantTestSupport
import Money
import Testing
import Vocative
import VocativeTestSupport

@Suite("Donations of goals and expenses")
struct MoneyDonationTests {
  private let folder: TemporaryFolder
  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  init() async throws {
    folder = try TemporaryFolder()
    memory = try .inMemory(assistant: MoneyAssistant.name)
    runtime = IntentRuntime(
      assistant: try MoneyAssistant.make(store: MoneyStore(sampleAt: folder.path + "/money.sqlite")), memory: memory,
      observers: [DonationObserver(donations: memory.donations, logger: .silent)], logger: .silent)
    try await runtime.prepare()
  }

  private func say(_ turns: String...) async throws {
    var conversation = TypedConversation(runtime: runtime)
    for turn in turns { try await conversation.say(turn) }
  }

  @Test("A goal that ends takes its donations and its suggestions with it", arguments: ["delete", "complete"])
  func goal(ending: String) async throws {
    try await say("vacation goal")
    try await say("save ten dollars for vacation", "yes")
    try await say("show vacation details")
    try await say("computer goal")
    #expect(try await memory.donations.all(group: "Goal summer-vacation").count == 3)
    let isAboutVacation = { (shortcut: Shortcut) in shortcut.values["goal"] == "summer-vacation" }
    #expect(try await memory.shortcuts.suggestions().contains(where: isAboutVacation))
    try await say("\(ending) my vacation goal", "yes")
    #expect(try await memory.donations.all().map(\.group) == ["Goal new-computer"])
    #expect(try await !memory.shortcuts.suggestions().contains(where: isAboutVacation))
  }

  @Test("A goal is suggested as soon as it is added, and by its new name as soon as it is renamed")
  func suggestions() async throws {
    try await say("add a goal called boat", "fifty dollars", "yes")
    try await say("rename my vacation goal to trip to rome", "yes")
    let titles = try await memory.shortcuts.suggestions().map(\.title)
    #expect(titles.contains("Goal progress: boat"), "\(titles)")
    #expect(titles.contains("Goal progress: trip to rome"), "\(titles)")
    #expect(!titles.contains("Goal progress: summer vacation"), "\(titles)")
  }

  @Test("The activity of a renamed goal has its new name")
  func renamedActivity() async throws {
    let activity = Activity(ShowGoalDetails.details, title: "Show Summer Vacation details", state: ["goal": "summer-vacation"])
    try await memory.activities.add(activity, of: MoneyAssistant.name)
    try await say("rename my vacation goal to trip to rome", "yes")
    let titles = try await runtime.memory.activities.all().map(\.activity.title)
    #expect(titles == ["Show Trip to rome details"])
  }

  @Test("A deleted expense takes its donations with it")
  func expense() async throws {
    try await say("coffee expense")
    try await say("rent expense")
    try await say("delete my coffee expense", "yes")
    #expect(try await memory.donations.all().map(\.group) == ["Expense rent"])
  }
}
