import Foundation
import Synchronization
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Continued activities")
struct ContinuedActivityTests {
  private static let details = ActivityType("test.details", eligibility: [.search, .prediction])
  private static let quiet = ActivityType("test.quiet", eligibility: [.handOff])
  private static let diary = ActivityType("test.diary", eligibility: [.search, .prediction, .handOff])

  private struct ReadDiary: Intent {
    static let title = "Read the diary"
    static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
    static let activityTypes = [diary]
    func perform() async throws -> IntentResponse { .continueInApp("", activity: Activity(diary, title: "Show the diary")) }
  }

  /// Cannot show a picture itself.
  private struct ShowPicture: Intent {
    static let title = "Show a picture"
    static let activityTypes = [details]
    func perform() async throws -> IntentResponse {
      .failureRequiringAppLaunch(
        "I can't show pictures.", activity: Activity(details, title: "Show the red house", state: ["picture": "red"]))
    }
  }

  /// Responds with everything that a response can have.
  private struct Sell: Intent {
    static let title = "Sell"
    static let activityTypes = [details]
    static let resultValueType: (any ParameterValue.Type)? = String.self
    @Parameter(title: "Code", prompt: "Which?") var code: String
    func perform() async throws -> IntentResponse {
      IntentResponse(
        code: IntentResponse.Code(rawValue: code) ?? .failure, dialog: "Sold.", card: ResponseCard(title: "Sold", rows: []),
        activity: Activity(details, title: "Show the sale"), followUp: FollowUp(intents: ["Visit"])
      ).returning("the red house").updating { _ in }
    }
  }

  private struct Visit: Intent {
    static let title = "Visit"
    static let isEligibleForPrediction = false
    static let activityTypes = [details, quiet]
    @Parameter(title: "Type", prompt: "Which?") var type: String
    var donationGroup: String? { "House \(type)" }
    func perform() async throws -> IntentResponse {
      let activity = Activity(type == "quiet" ? quiet : details, title: "Show the \(type) house", state: ["house": type])
      return .success("Here.", activity: activity)
    }
  }

  private let memory: AssistantMemory
  private let runtime: IntentRuntime

  private final class Opened: Sendable {
    let titles = Mutex<[String]>([])
  }
  private let app: Opened

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    let app = Opened()
    self.app = app
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { UTC.date(2026, 5, 7, 7) }, calendar: UTC.calendar))
    let open: @Sendable (Activity) async throws -> IntentResponse = { activity in
      app.titles.withLock { $0.append(activity.title) }
      return .success("")
    }
    let assistant = try Assistant(
      name: "test", wakePhrases: [], dependencies: dependencies,
      activities: [Self.details, Self.quiet, Self.diary].map { ActivityContinuation($0, open) }
    ) {
      IntentDefinition(ReadDiary.self, phrases: ["read the diary"])
      IntentDefinition(ShowPicture.self, phrases: ["show the picture"])
      Feature("Visits") { IntentDefinition(Visit.self, phrases: ["visit \(\.$type)"]) }
      IntentDefinition(Sell.self, phrases: ["sell it as \(\.$code)"])
      ShortcutIntents.feature
    }
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    runtime = IntentRuntime(
      assistant: assistant, memory: memory,
      observers: [
        DonationObserver(donations: memory.donations, logger: .silent),
        ActivityObserver(activities: memory.activities, logger: .silent),
      ], limits: limits, logger: .silent)
  }

  private func outcome(of sentence: String, answering question: IntentQuestion? = nil) async throws -> IntentOutcome? {
    var grammar = try await runtime.grammar().removingUnfillablePhrases()
    if let question { grammar = runtime.grammar(answering: question, in: grammar) }
    guard let match = try CompiledGrammar(grammar).match(SpokenText.words(of: sentence)) else { return nil }
    let values = Dictionary(match.slots.map { ($0.name, $0.value) }) { $1 }
    guard let question else { return await runtime.perform(IntentRequest(intent: match.intent, values: values, session: "one")) }
    guard case .continues(let request) = runtime.receive(values, answering: question) else { return nil }
    return await runtime.perform(request)
  }

  @Test("An answer that only the app can give is offered to be opened, and is opened after a yes", arguments: [true, false])
  func opening(agrees: Bool) async throws {
    let question = try #require(try await outcome(of: "show the picture")?.question)
    #expect(question.dialog == "I can't show pictures. Should I open it?")
    #expect(app.titles.withLock { $0 }.isEmpty, "nothing is opened before the answer")
    let answer = try #require(try await outcome(of: agrees ? "yes" : "no", answering: question)?.answers.first)
    #expect(answer.response.code == (agrees ? .continueInApp : .failureRequiringAppLaunch))
    #expect(answer.response.dialog == (agrees ? "Here is Show the red house." : "All right."))
    #expect(app.titles.withLock { $0 } == (agrees ? ["Show the red house"] : []))
  }

  @Test(
    "A response whose activity is opened keeps its card and its changes, its value and its follow-up",
    arguments: [IntentResponse.Code.continueInApp, .failureRequiringAppLaunch])
  func wholeResponse(code: IntentResponse.Code) async throws {
    var outcome = await runtime.perform(IntentRequest(intent: "Sell", values: ["code": code.rawValue]))
    if let question = outcome.question {
      #expect(code == .failureRequiringAppLaunch)
      guard case .continues(let request) = runtime.receive(["confirmation": "yes"], answering: question) else {
        Issue.record("the answer was not taken")
        return
      }
      outcome = await runtime.perform(request)
    }
    let response = try #require(outcome.answers.first?.response)
    #expect(response.code == .continueInApp)
    #expect(response.dialog == (code == .continueInApp ? "Sold." : "Here is Show the sale."))
    #expect(response.activity?.title == "Show the sale")
    #expect(response.card?.title == "Sold")
    #expect(response.value?.identifier == "the red house")
    #expect(response.followUp == FollowUp(intents: ["Visit"]))
    #expect(response.updates != nil)
  }

  @Test("An activity is continued by its title, or the end of it, and can get a phrase of its own")
  func spoken() async throws {
    #expect(try await outcome(of: "continue with show the blue house") == nil, "nothing was visited yet")
    _ = try await outcome(of: "visit blue")
    #expect(try await outcome(of: "continue with the blue house")?.dialog == "Here is show the blue house.")
    let step = try await runtime.freeze("go back to show the blue house")
    guard case .added = try await runtime.shortcuts.add(phrase: "moving day", steps: [step]) else {
      Issue.record("the phrase was refused")
      return
    }
    try await memory.activities.removeAll()
    #expect(try await outcome(of: "moving day")?.dialog == "Here is show the blue house.", "the shortcut knows the activity")
    #expect(app.titles.withLock { $0 } == ["Show the blue house", "Show the blue house"])
  }

  @Test("A continued activity is the latest one, even if the clock was set back")
  func clockSetBack() async throws {
    for (day, color) in ["red", "blue"].enumerated() {
      let activity = Activity(Self.details, title: "Show the \(color) house", state: ["house": color])
      try await memory.activities.add(activity, date: UTC.date(2027, 1, day + 1))
    }
    #expect(try await outcome(of: "continue with the red house")?.dialog == "Here is show the red house.")
    #expect(try await memory.activities.all().map(\.activity.title) == ["Show the red house", "Show the blue house"])
  }

  @Test("The uses of its type decide whether an activity is suggested and can be named")
  func eligibility() async throws {
    _ = try await outcome(of: "visit blue")
    _ = try await outcome(of: "visit quiet")
    #expect(try await outcome(of: "continue with show the quiet house") == nil, "it is not for search")
    let suggestions = try await memory.shortcutSuggestions(at: UTC.date(2026, 5, 8, 7), calendar: UTC.calendar)
    #expect(suggestions.map(\.shortcut.title) == ["Continue: show the blue house"])
    let handedOff = try await memory.activities.entries(eligibleFor: .handOff)
    #expect(handedOff.map(\.activity.title) == ["Show the quiet house"])
  }

  @Test("An activity is not continued while the features of all requests that lead to it are off")
  func featureOff() async throws {
    _ = try await outcome(of: "visit quiet")
    let activity = try #require(try await memory.activities.all().first).activity
    try await runtime.set(false, forFeature: "Visits")
    #expect(await runtime.continueActivity(activity) == .failure("Visits is turned off."))
    let shown = await runtime.continueActivity(Activity(Self.details, title: "Show it"))
    #expect(shown.code == .success, "another request leads there, too")
    try await runtime.set(true, forFeature: "Visits")
    #expect(await runtime.continueActivity(activity).code == .success)
  }

  private func suggested(by memory: AssistantMemory) async throws -> [Shortcut] {
    try await memory.shortcutSuggestions(at: UTC.date(2026, 5, 8, 7), calendar: UTC.calendar, limit: 100).map(\.shortcut)
  }

  @Test("An activity leaves with the group of its request, and what was learned about it is forgotten with everything else")
  func forgotten() async throws {
    _ = try await outcome(of: "visit blue")
    _ = try await outcome(of: "visit red")
    #expect(try await outcome(of: "continue with the blue house")?.dialog == "Here is show the blue house.")
    #expect(
      try await suggested(by: memory).map(\.title).sorted() == ["Continue: show the blue house", "Continue: show the red house"])
    try await memory.donations.delete(group: "House blue")
    #expect(try await memory.activities.all().map(\.activity.title) == ["Show the red house"])
    #expect(try await memory.donations.all().map(\.shortcut.title) == ["Continue: show the red house"])
    try await memory.donations.deleteAll()
    #expect(try await suggested(by: memory).isEmpty)
    #expect(try await outcome(of: "continue with the red house")?.dialog == "Here is show the red house.")
  }

  @Test("An activity is suggested once, with the assistant that continues it, also after it was continued")
  func suggestedOnce() async throws {
    let memory = AssistantMemory(assistants: ["first", "second"], store: try RuntimeStore(path: nil))
    let activity = Activity(Self.details, title: "Show the blue house", state: ["house": "blue"])
    let continued = try #require(RecentActivity(activity, of: "second"))
    func dispatch(_ intent: String, of assistant: String, _ values: [String: String] = [:]) -> Dispatch {
      Dispatch(
        assistant: assistant, intent: intent, title: intent, values: values, topic: "\(assistant).\(intent)", source: .voice,
        session: "one", date: UTC.date(2026, 5, 7, 7), isEligibleForPrediction: intent != "Visit")
    }
    let visit = Interaction(
      dispatch: dispatch("Visit", of: "second"), response: .success("Here.", activity: activity), duration: .zero)
    // The intent is common to all assistants, and belongs to the first one.
    let continuation = Interaction(
      dispatch: dispatch("ContinueActivity", of: "first", ["activity": continued.id]), response: .success("Here."),
      duration: .zero)
    for interaction in [visit, continuation] { #expect(try await memory.donations.donate(interaction)) }
    #expect(try await memory.donations.all().count == 2)
    let suggestion = try #require(try await suggested(by: memory).first)
    #expect(try await suggested(by: memory).count == 1)
    #expect(suggestion.assistant == "second")
    #expect(suggestion.values == ["activity": continued.id])
  }

  @Test("An activity to which a private request leads is not offered, and is continued by that request alone")
  func privateActivity() async throws {
    // The request was not private then.
    let activity = Activity(Self.diary, title: "Show the diary")
    try await memory.activities.add(activity, of: "test")
    let known = try #require(RecentActivity(activity, of: "test"))
    try await memory.donations.donate(
      Shortcut(intent: "ContinueActivity", values: ["activity": known.id], title: "Continue: show the diary"),
      date: UTC.date(2026, 5, 7, 7))
    #expect(try await suggested(by: memory).count == 1)
    #expect(try await suggested(by: runtime.memory).isEmpty)
    #expect(try await runtime.memory.activities.all().isEmpty)
    #expect(try await outcome(of: "continue with show the diary") == nil)
    for name in ["test", "somebody"] {
      let made = try #require(RecentActivity(activity, of: name))
      let outcome = await runtime.perform(IntentRequest(intent: "ContinueActivity", values: ["activity": made.id]))
      #expect(outcome.dialog == "That's private. Ask for it instead.")
      #expect(await runtime.continueActivity(activity, of: name).code == .failure)
    }
    #expect(app.titles.withLock { $0 }.isEmpty)
    let unlocked = runtime.limited(to: ["test"], memory: memory, isUnlocked: true)
    #expect(await unlocked.perform(IntentRequest(intent: "ReadDiary")).dialog == "Here is Show the diary.")
    #expect(app.titles.withLock { $0 } == ["Show the diary"])
  }
}
