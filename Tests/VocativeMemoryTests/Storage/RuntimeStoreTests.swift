import Foundation
import GRDB
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("The stored state of the runtime")
struct RuntimeStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let goal = Shortcut(intent: "GoalProgress", values: ["goal": "🏖 vacation"], title: "Goal progress: 🏖 vacation")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/new/runtime.sqlite"
  }

  private func memory(_ assistant: String = "money") throws -> AssistantMemory {
    AssistantMemory(assistant: assistant, store: try RuntimeStore(path: path))
  }

  /// Adds data to each part of a memory.
  private func fill(_ memory: AssistantMemory) async throws {
    try await memory.vocabulary.set([.init(vocabularyIdentifier: "1", spokenPhrase: "🎁 Anna")], of: .contactName)
    try await memory.toggles.set(true, for: "money.Goals")
    guard case .added = await memory.shortcuts.add(phrase: "how is my holiday", steps: [goal]) else {
      Issue.record("the shortcut was refused")
      return
    }
    try await memory.shortcuts.setSuggestions([goal])
    try await memory.donations.donate(goal, group: "goals", date: UTC.date(2026, 5, 1))
    try await memory.relevantShortcuts.set([RelevantShortcut(goal, providers: [.dailyRoutine(.morning), .place("office")])])
    try await memory.timeline.begin(
      Dispatch(
        id: "1", assistant: "money", intent: "GoalProgress", title: goal.title, values: goal.values, topic: "money.GoalProgress",
        source: .voice, session: "s", date: UTC.date(2026, 5, 1)))
  }

  /// Returns the whole content of a memory in a comparable form.
  private func content(of memory: AssistantMemory) async throws -> [String] {
    [
      "\(try await memory.vocabulary.strings(of: .contactName))", "\(try await memory.toggles.all())",
      "\(try await memory.shortcuts.all().map { "\($0.invocationPhrase): \($0.steps.map(\.values))" })",
      "\(try await memory.shortcuts.suggestions().map(\.values))", "\(try await memory.donations.all().map(\.date))",
      "\(try await memory.relevantShortcuts.all().map(\.providers))", "\(try await memory.timeline.entries().map(\.title))",
    ]
  }

  @Test("All data is available after the file is opened again")
  func reopening() async throws {
    try await fill(memory())
    let memory = try memory()
    #expect(try await memory.vocabulary.strings(of: .contactName).map(\.spokenPhrase) == ["🎁 Anna"])
    #expect(try await memory.toggles.all() == ["money.Goals": true])
    #expect(try await memory.shortcuts.all().map(\.steps) == [[goal]])
    #expect(try await memory.shortcuts.suggestions() == [goal])
    #expect(try await memory.donations.all().map(\.shortcut) == [goal])
    #expect(try await memory.donations.all().map(\.group) == ["goals"])
    #expect(try await memory.relevantShortcuts.all().map(\.providers) == [[.dailyRoutine(.morning), .place("office")]])
    #expect(try await memory.timeline.entries().map(\.values) == [goal.values])
  }

  @Test("Suggestions that are stored already are not written again, so that an assistant starts although the disk is full")
  func unchangedSuggestions() async throws {
    try await fill(memory())
    try DatabaseQueue(path: path).inDatabase { database in
      for table in ["shortcutSuggestion", "relevantShortcut"] {
        try database.execute(
          sql: "CREATE TRIGGER refuse_\(table) BEFORE DELETE ON \(table) BEGIN SELECT RAISE(ABORT, 'refused'); END")
      }
    }
    let memory = try memory()
    try await memory.shortcuts.setSuggestions([goal])
    try await memory.relevantShortcuts.set([RelevantShortcut(goal, providers: [.dailyRoutine(.morning), .place("office")])])
    await #expect(throws: StoreError.self) { try await memory.shortcuts.setSuggestions([]) }
    #expect(try await memory.shortcuts.suggestions() == [goal])
  }

  @Test("An empty file is reported as damaged and stays unchanged")
  func emptyFile() throws {
    try folder.write("", to: "new/runtime.sqlite")
    let error = #expect(throws: StoreError.self) { try memory() }
    #expect(error?.description.contains("it is empty") == true, "\(String(describing: error))")
    #expect(FileManager.default.contents(atPath: folder.path + "/new/runtime.sqlite")?.isEmpty == true)
  }

  @Test("Two assistants share a file, but no data")
  func assistants() async throws {
    let empty = try await content(of: memory("notes"))
    try await fill(memory("money"))
    #expect(try await content(of: memory("notes")) == empty)
    try await fill(memory("notes"))
    let money = try await content(of: memory("money"))
    let notes = try memory("notes")
    try await notes.vocabulary.removeAll()
    try await notes.donations.deleteAll()
    try await notes.timeline.removeAll()
    try await notes.shortcuts.setSuggestions([])
    try await notes.relevantShortcuts.set([])
    #expect(try await content(of: memory("money")) == money)
  }

  @Test("Sample data does not change the names, the suggestions and the history in the file")
  func sampleData() async throws {
    try await fill(memory())
    let before = try await content(of: memory())
    let sample = AssistantMemory(
      assistants: ["money"], store: try RuntimeStore(path: path), derived: try RuntimeStore(path: nil))
    #expect(try await sample.shortcuts.all().map(\.steps) == [[goal]])
    #expect(try await sample.toggles.isOn("money.Goals") == true)
    try await sample.vocabulary.set([.init(vocabularyIdentifier: "2", spokenPhrase: "Hannah")], of: .contactName)
    try await sample.shortcuts.setSuggestions([goal, goal])
    try await sample.relevantShortcuts.set([])
    try await sample.donations.donate(goal)
    #expect(try await sample.vocabulary.strings(of: .contactName).map(\.spokenPhrase) == ["Hannah"])
    #expect(try await sample.shortcuts.suggestions() == [goal, goal])
    #expect(try await content(of: memory()) == before)
  }

  @Test("Entries stored for the file house.intents.yaml as \"house.intents\" belong to \"house\"")
  func formerNames() async throws {
    let former = try memory("house.intents")
    try await fill(former)
    let before = try await content(of: former)
    try await former.timeline.begin(
      Dispatch(
        id: "2", assistant: "house.intents", intent: "Lamp", title: "Lamp", values: [:], topic: "house.intents.Lights.Lamp",
        source: .voice, session: "s", date: UTC.date(2026, 5, 2)))
    let lights = ActivityType("house.lights", eligibility: [.search])
    try await former.activities.add(Activity(lights, title: "Lights"))
    guard case .added = try await memory("money").shortcuts.add(phrase: "how is my house", steps: [goal.of("house.intents")])
    else {
      Issue.record("the shortcut was refused")
      return
    }
    try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE 'v7%'") }

    let house = try memory("house")
    #expect(try await house.timeline.entries(topic: "house.Lights").map(\.title) == ["Lamp"])
    #expect(try await house.activities.all().map(\.assistant) == ["house"])
    #expect(try await memory("money").shortcuts.all().map(\.steps) == [[goal.of("house")]])
    #expect(try await memory("house.intents").shortcuts.all().isEmpty)
    // The last part is the timeline.
    #expect(try await content(of: house).dropLast() == before.dropLast())
  }

  @Test("An activity of an earlier version gets the group of the request that led to it")
  func groupsOfActivities() async throws {
    let former = try memory()
    let date = UTC.date(2026, 5, 1)
    try await former.donations.donate(goal, group: "Goal vacation", date: date)
    let details = ActivityType("money.details", eligibility: [.search])
    for (seconds, title) in ["Vacation", "Computer"].enumerated() {
      try await former.activities.add(
        Activity(details, title: title, state: ["goal": title]), date: date.addingTimeInterval(Double(seconds)))
    }
    try DatabaseQueue(path: path).inDatabase { database in
      try database.execute(
        sql: #"ALTER TABLE activity DROP COLUMN "group"; DELETE FROM grdb_migrations WHERE identifier LIKE 'v8%'"#)
    }
    let memory = try memory()
    #expect(try await memory.activities.all().count == 2)
    try await memory.donations.delete(group: "Goal vacation")
    #expect(try await memory.activities.all().map(\.activity.title) == ["Computer"])
  }

  @Test("An entry of an earlier version in the timeline gets the group of its request")
  func groupsInTheTimeline() async throws {
    let former = try memory()
    let dispatch = Dispatch(
      id: "1", assistant: "money", intent: "Newest", title: "My vacation", values: [:], topic: "money.Newest", source: .voice,
      session: "s", date: UTC.date(2026, 5, 1))
    let interaction = Interaction(
      dispatch: dispatch, response: .success("Vacation."), duration: .zero, donationGroup: "Goal vacation")
    try await former.timeline.complete(interaction)
    try await former.donations.donate(interaction)
    try DatabaseQueue(path: path).inDatabase { database in
      try database.execute(
        sql: #"ALTER TABLE timelineEntry DROP COLUMN "group"; DELETE FROM grdb_migrations WHERE identifier LIKE 'v9%'"#)
    }
    let memory = try memory()
    #expect(try await memory.timeline.entries().map(\.title) == ["My vacation"])
    try await memory.donations.delete(group: "Goal vacation")
    #expect(try await memory.timeline.entries().map(\.title) == [nil])
  }

  @Test("Programs that open a new file at the same time all find its tables")
  func openingAtOnce() async throws {
    // The order of the programs is random, but with this many files, both orders occur.
    for file in 0..<30 {
      let path = folder.path + "/\(file).sqlite"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            let memory = AssistantMemory(assistant: "assistant \(number)", store: try RuntimeStore(path: path))
            try await memory.toggles.set(true, for: "feature")
          }
        }
        try await group.waitForAll()
      }
      let store = try RuntimeStore(path: path)
      for number in 0..<6 {
        #expect(try await AssistantMemory(assistant: "assistant \(number)", store: store).toggles.isOn("feature") == true)
      }
    }
  }

  @Test("Two handles on one file see each other's changes")
  func twoHandles() async throws {
    let (one, other) = (try memory(), try memory())
    for number in 0..<10 {
      try await (number % 2 == 0 ? one : other).donations.donate(goal, date: UTC.date(2026, 5, 1 + number))
      let counts = try await [one.donations.all().count, other.donations.all().count]
      #expect(counts == [number + 1, number + 1])
    }
    guard case .added(let shortcut) = await one.shortcuts.add(phrase: "how is my holiday", steps: [goal]) else {
      Issue.record("the shortcut was refused")
      return
    }
    #expect(try await other.shortcuts.shortcut(id: shortcut.id) == shortcut)
    #expect(await other.shortcuts.delete(shortcut.id) == .deleted(shortcut.id))
    #expect(try await one.shortcuts.all().isEmpty)
  }

  @Test("A program that is killed during a change leaves the previous state")
  func killed() async throws {
    let memory = try memory()
    try await fill(memory)
    try await memory.vocabulary.set(
      (0..<2000).map { .init(vocabularyIdentifier: "\($0)", spokenPhrase: "name number \($0)") }, of: .contactName)
    let before = try await content(of: memory)

    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let program = try DatabaseQueue(path: path, configuration: configuration)
    try program.inDatabase { database in
      // With such a small cache, SQLite writes pages of the open transaction, and their former content to the journal.
      try database.execute(sql: "PRAGMA cache_size = 1; BEGIN; UPDATE vocabulary SET phrase = 'lost'; DELETE FROM donation")
    }
    // The current files are what a killed program would leave.
    try FileManager.default.createDirectory(atPath: folder.path + "/killed", withIntermediateDirectories: true)
    let left = folder.path + "/killed/runtime.sqlite"
    for suffix in ["", "-journal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix) }
    try program.inDatabase { try $0.execute(sql: "ROLLBACK") }
    let raw = try #require(FileManager.default.contents(atPath: left))
    #expect(raw.range(of: Data("lost".utf8)) != nil, "the change had not reached the file")

    let revived = AssistantMemory(assistant: "money", store: try RuntimeStore(path: left))
    #expect(try await content(of: revived) == before)
  }

  @Test("Choices are remembered after the clock was set back, and one that is made again counts as the latest")
  func choicesAfterClockSetBack() async throws {
    let memory = try memory()
    func choose(_ number: Int, at date: Date) async throws {
      let choice = SharedSentenceChoice(sentence: "\(number)", assistant: "money", others: ["notes"], date: date)
      try await memory.remember(choice, among: ["money.Do\(number)", "notes.Do\(number)"])
    }
    for number in 1...AssistantChoices.maxChoices { try await choose(number, at: UTC.date(2026, 5, 1) + Double(number)) }
    try await choose(1, at: UTC.date(2025, 1, 1))
    try await choose(201, at: UTC.date(2025, 1, 2))
    try await choose(202, at: UTC.date(2025, 1, 3))
    let sentences = try await memory.choices.all().map(\.sentence)
    #expect(Array(sentences.prefix(4)) == ["202", "201", "1", "200"])
    #expect(sentences.last == "4")
    #expect(sentences.count == AssistantChoices.maxChoices)
  }

  @Test("A memory without a file can begin with the contents of one, which it does not change")
  func copy() async throws {
    try await fill(memory())
    let before = try await content(of: memory())
    let copy = AssistantMemory(assistant: "money", store: try RuntimeStore(path: nil, copying: path))
    #expect(try await content(of: copy) == before)
    try await copy.donations.deleteAll()
    try await copy.timeline.removeAll()
    #expect(try await content(of: copy) != before)
    #expect(try await content(of: memory()) == before)
    let missing = folder.path + "/none/runtime.sqlite"
    let empty = AssistantMemory(assistant: "money", store: try RuntimeStore(path: nil, copying: missing))
    #expect(try await empty.donations.all().isEmpty && !FileManager.default.fileExists(atPath: missing))
    let noise = try folder.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), to: "noise.sqlite")
    #expect(throws: StoreError.self) { try RuntimeStore(path: nil, copying: noise) }
  }

  @Test("A memory without a file exists as long as its copies, and is not shared")
  func inMemory() async throws {
    let memory = try AssistantMemory.inMemory(assistant: "money")
    try await fill(memory)
    #expect(try await memory.donations.all().count == 1)
    #expect(try await AssistantMemory.inMemory(assistant: "money").donations.all().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  @Test("A file that is not a database is named in the error")
  func noDatabase() throws {
    let path = try folder.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), to: "noise.sqlite")
    let error = #expect(throws: StoreError.self) { try RuntimeStore(path: path) }
    #expect(error?.path == path)
    #expect(error?.reason.contains("it is damaged") == true)
  }
}
