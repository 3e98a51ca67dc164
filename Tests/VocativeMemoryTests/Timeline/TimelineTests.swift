import Foundation
import GRDB
import Logging
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("The timeline")
struct TimelineTests {
  private let timeline: Timeline
  private let folder: TemporaryFolder
  private let observer: TimelineObserver
  private let clock = WallClock(calendar: UTC.calendar)

  init() throws {
    folder = try TemporaryFolder()
    timeline = Timeline(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    observer = TimelineObserver(timeline: timeline, logger: .silent)
  }

  private func dispatch(
    _ id: String, topic: String = "money.Goals.GoalProgress", title: String = "Goal progress: 🏖 vacation",
    values: [String: String] = ["goal": "vacation"], minute: Int = 0, isPrivate: Bool = false
  ) -> Dispatch {
    Dispatch(
      id: id, assistant: "money", intent: "GoalProgress", title: title, values: values, topic: topic, source: .voice,
      session: "kitchen", date: UTC.date(2026, 5, 1, 7, minute), isPrivate: isPrivate)
  }

  private func interaction(
    _ dispatch: Dispatch, _ response: IntentResponse = .success("Half of it."), group: String? = nil
  ) -> Interaction {
    Interaction(dispatch: dispatch, response: response, duration: .milliseconds(1250), donationGroup: group)
  }

  @Test("An entry starts without a code and is completed with the dialog")
  func completing() async throws {
    let dispatch = dispatch("1")
    await observer.didBegin(dispatch)
    let begun = try #require(try await timeline.entries().first)
    #expect(begun.code == nil)
    #expect(begun.duration == nil)
    await observer.didComplete(interaction(dispatch))
    let entry = try #require(try await timeline.entries().first)
    #expect(entry.id == "1")
    #expect(entry.date == dispatch.date)
    #expect(entry.topic == dispatch.topic)
    #expect(entry.title == dispatch.title)
    #expect(entry.values == dispatch.values)
    #expect(entry.source == .voice)
    #expect(entry.session == "kitchen")
    #expect(entry.code == .success)
    #expect(entry.dialog == "Half of it.")
    #expect(entry.duration == .milliseconds(1250))
    #expect(try await timeline.entries().count == 1)
  }

  @Test("A fault that lasts, as a full disk does, is logged once, and once again after it was over")
  func lastingFault() async throws {
    let path = folder.path + "/runtime.sqlite"
    func change(_ sql: String) throws { try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) } }
    let refusal = "CREATE TRIGGER refuse BEFORE INSERT ON timelineEntry BEGIN SELECT RAISE(ABORT, 'refused'); END"
    let log = RecordedLog(from: .warning)
    let observer = TimelineObserver(timeline: timeline, logger: log.logger)
    try change(refusal)
    for id in 1...3 {
      await observer.didBegin(dispatch("\(id)"))
      await observer.didComplete(interaction(dispatch("\(id)")))
    }
    #expect(log.messages.count == 1)
    try change("DROP TRIGGER refuse")
    await observer.didBegin(dispatch("4"))
    try change(refusal)
    await observer.didBegin(dispatch("5"))
    #expect(log.messages.count == 2)
  }

  @Test(
    "A request that was not performed has its reason, in the text as well",
    arguments: EndReason.allCases)
  func reasons(reason: EndReason) async throws {
    await observer.didEnd(
      Interaction(
        dispatch: dispatch("1"), response: .failure("No."), duration: .zero, reason: reason))
    let entries = try await timeline.entries()
    #expect(entries.map(\.reason) == [reason])
    #expect(TimelineReport.text(entries, clock: clock).contains("  \(reason.rawValue)  "))
    #expect(try TimelineReport.jsonLines(entries).contains("\"reason\":\"\(reason.rawValue)\""))
    let decoded = try JSONDecoder().decode(
      [TimelineEntry].self, from: JSONEncoder().encode(entries))
    #expect(decoded == entries)
  }

  @Test("A private entry has only a topic, a date and a code")
  func privacy() async throws {
    let secret = dispatch("1", title: "Secret: vacation", isPrivate: true)
    await observer.didBegin(secret)
    await observer.didComplete(interaction(secret, .failure("The secret is out.")))
    let entry = try #require(try await timeline.entries().first)
    #expect(entry.topic == secret.topic)
    #expect(entry.date == secret.date)
    #expect(entry.code == .failure)
    #expect(entry.title == nil)
    #expect(entry.values == nil)
    #expect(entry.source == nil)
    #expect(entry.session == nil)
    #expect(entry.dialog == nil)
    #expect(entry.duration == nil)
    let file = try #require(FileManager.default.contents(atPath: folder.path + "/runtime.sqlite"))
    for word in ["ecret", "vacation", "kitchen"] { #expect(file.range(of: Data(word.utf8)) == nil) }
    let report = TimelineReport.text([entry], clock: clock)
    #expect(report == "2026-05-01 07:00:00  -  failure  -  money.Goals.GoalProgress  (private)\n")
  }

  @Test("A subject that is deleted is not named anymore, neither by its requests nor by lists, also not in the file")
  func deletedSubject() async throws {
    let donations = InteractionDonations(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    let group = "Goal vacation"
    await observer.didComplete(interaction(dispatch("added", title: "Add a goal: Vacation", values: ["name": "Vacation"])))
    await observer.didComplete(interaction(dispatch("asked", values: [:]), .success("Half of the vacation."), group: group))
    await observer.didEnd(
      Interaction(dispatch: dispatch("declined"), response: .failure("All right."), duration: .zero, reason: .declined))
    await observer.didComplete(
      interaction(dispatch("listed", title: "List goals", values: [:]), .success("Your goals are vacation and boat.")))
    await observer.didComplete(
      interaction(
        dispatch("other", title: "Goal progress: boat", values: ["goal": "boat"]), .success("Half of it."), group: "Goal boat"))
    let details = Activity(ActivityType("money.details"), title: "Show vacation details", state: ["goal": "vacation"])
    let continued = try #require(RecentActivity(details, of: "money"))
    await observer.didComplete(
      interaction(dispatch("continued", title: "Continue: show vacation details", values: ["activity": continued.id])))
    // The request that deletes it ends after the deletion.
    let deletion = dispatch("deleted", topic: "money.Goals.DeleteGoal", title: "Delete a goal: vacation", minute: 1)
    await observer.didBegin(deletion)
    try await donations.delete(group: group)
    await observer.didComplete(interaction(deletion, .success("Your vacation goal is gone.")))

    let entries = try await timeline.entries()
    #expect(entries.map(\.id) == ["deleted", "continued", "other", "listed", "declined", "asked", "added"])
    #expect(entries.map(\.title) == [nil, nil, "Goal progress: boat", "List goals", nil, nil, nil])
    #expect(entries.map(\.dialog) == [nil, nil, "Half of it.", nil, nil, nil, nil])
    #expect(entries.map(\.code) == [.success, .success, .success, .success, .failure, .success, .success])
    #expect(entries.first?.topic == deletion.topic)
    #expect(entries.first?.date == deletion.date)
    let file = try #require(FileManager.default.contents(atPath: folder.path + "/runtime.sqlite"))
    for word in ["vacation", "Vacation"] { #expect(file.range(of: Data(word.utf8)) == nil) }
  }

  @Test("A request that is given up is recorded nevertheless")
  func givenUp() async throws {
    let (observer, dispatch) = (observer, dispatch("1"))
    let interaction = Interaction(dispatch: dispatch, response: .failure("Too late."), duration: .zero, reason: .timedOut)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await observer.didBegin(dispatch)
      await observer.didComplete(interaction)
    }.value
    #expect(try await timeline.entries().map(\.reason) == [.timedOut])
  }

  @Test("A completion without a start is recorded with its start")
  func completionAlone() async throws {
    await observer.didComplete(interaction(dispatch("1")))
    #expect(try await timeline.entries().map(\.title) == ["Goal progress: 🏖 vacation"])
  }

  @Test("The oldest entries beyond the maximum are dropped, and very long or empty texts cause no problems")
  func bounds() async throws {
    let huge = String(repeating: "🏖", count: 300_000)
    for number in 0..<Timeline.maxEntries + 5 {
      let dispatch = dispatch("\(number)", title: number == 504 ? huge : "", minute: number)
      try await timeline.begin(dispatch)
      if number == 504 { try await timeline.complete(interaction(dispatch, .success(huge))) }
    }
    let entries = try await timeline.entries(limit: 10_000)
    #expect(entries.map(\.id) == (5..<505).reversed().map(String.init))
    #expect(entries.first?.title?.count == Timeline.maxCharacters)
    #expect(entries.first?.dialog?.count == Timeline.maxCharacters)
    #expect(try await timeline.entries(limit: 2).map(\.id) == ["504", "503"])
    #expect(try await timeline.entries(limit: -1).isEmpty)
  }

  @Test("The timeline records requests and shows them first after the clock was set back")
  func clockSetBack() async throws {
    for number in 0..<Timeline.maxEntries { try await timeline.begin(dispatch("\(number)", minute: number + 1)) }
    try await timeline.complete(interaction(dispatch("new")))
    try await timeline.complete(interaction(dispatch("newer")))
    let entries = try await timeline.entries()
    #expect(entries.prefix(3).map(\.id) == ["newer", "new", "499"])
    #expect(entries.first?.code == .success)
    #expect(entries.count == Timeline.maxEntries)
  }

  @Test("A topic filter includes nested topics, but not topics with the same prefix")
  func topics() async throws {
    for (number, topic) in [
      "money.Goals.GoalProgress", "money.Goals", "money.GoalsOfOthers.Show", "money.G%als.X",
    ].enumerated() {
      try await timeline.begin(dispatch("\(number)", topic: topic, minute: number))
    }
    #expect(try await timeline.entries(topic: "money.Goals").map(\.id) == ["1", "0"])
    #expect(try await timeline.entries(topic: "Money.goals").map(\.id) == ["1", "0"], "as in the focus of the log")
    #expect(try await timeline.entries(topic: "Money.Goals.Goalprogress").map(\.id) == ["0"])
    #expect(try await timeline.entries(topic: "money.G%als").map(\.id) == ["3"])
    #expect(try await timeline.entries(topic: "money").count == 4)
    #expect(try await timeline.entries(topic: "").isEmpty)
  }

  @Test("The report has aligned columns, oldest entry first")
  func text() async throws {
    try await timeline.complete(interaction(dispatch("1")))
    try await timeline.begin(dispatch("2", topic: "money.SafeToSpend", title: "Safe to\n\u{1B}spend", minute: 5))
    let report = TimelineReport.text(try await timeline.entries(), clock: clock)
    #expect(
      report == """
        2026-05-01 07:00:00  voice  success     1250 ms  money.Goals.GoalProgress  Goal progress: 🏖 vacation
        2026-05-01 07:05:00  voice  unfinished  -        money.SafeToSpend         Safe to spend

        """)
    #expect(TimelineReport.text([]) == "")
  }

  @Test("JSON lines contain starts and completions in chronological order")
  func jsonLines() async throws {
    let slow = dispatch("1")
    try await timeline.complete(Interaction(dispatch: slow, response: .success("Done."), duration: .seconds(90)))
    try await timeline.complete(interaction(dispatch("2", minute: 1, isPrivate: true)))
    let lines = try TimelineReport.jsonLines(try await timeline.entries()).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      lines.map { "\($0["event"] ?? "") \($0["id"] ?? "")" } == [
        "begin 1", "begin 2", "complete 2", "complete 1",
      ])
    #expect(lines[0]["title"] as? String == "Goal progress: 🏖 vacation")
    #expect(lines[0]["time"] as? String == "2026-05-01T07:00:00.000Z")
    #expect(lines[1]["title"] == nil)
    #expect(lines[1]["isPrivate"] as? Bool == true)
    #expect(lines[3]["dialog"] as? String == "Done.")
    #expect(lines[3]["duration"] as? Double == 90)
    #expect(lines[3]["code"] as? String == "success")
  }
}
