import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Managing shortcuts by voice")
struct ShortcutIntentsTests {
  private struct Spend: Intent {
    static let title = "Safe to spend"
    static let suggestedInvocationPhrase: String? = "payday"
    func perform() async throws -> IntentResponse { .success("Ten dollars.") }
  }

  private struct Fail: Intent {
    static let title = "Fail"
    func perform() async throws -> IntentResponse { .failure("It broke.") }
  }

  private struct Send: Intent {
    static let title = "Send"
    func perform() async throws -> IntentResponse { .inProgress("I'll try again later.") }
  }

  private struct Open: Intent {
    static let title = "Open"
    func perform() async throws -> IntentResponse {
      try await requestConfirmation("Open the door?")
      return .success("Open.")
    }
  }

  private struct Goal: Intent {
    static let title = "Goal progress"
    func perform() async throws -> IntentResponse { .success("Halfway there.") }
  }

  private let memory: AssistantMemory
  private let runtime: IntentRuntime
  private let spend = Shortcut(intent: "Spend", values: [:], title: "Safe to spend")
  private let fail = Shortcut(intent: "Fail", values: [:], title: "Fail")
  private let send = Shortcut(intent: "Send", values: [:], title: "Send")

  init() throws {
    memory = try AssistantMemory.inMemory(assistant: "test")
    var dependencies = Dependencies()
    dependencies.add(WallClock(now: { UTC.date(2026, 5, 7, 7) }, calendar: UTC.calendar))
    let assistant = try Assistant(name: "test", wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(Spend.self, phrases: ["safe to spend"])
      IntentDefinition(Fail.self, phrases: ["fail", "break it"])
      IntentDefinition(Send.self, phrases: ["send"])
      IntentDefinition(Open.self, phrases: ["open the door"])
      IntentDefinition(Goal.self, phrases: ["goal progress"])
      ShortcutIntents.feature
    }
    // A busy machine must not cause a timeout.
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    runtime = IntentRuntime(
      assistant: assistant, memory: memory, limits: limits, logger: .silent)
  }

  /// Returns the outcome of a sentence; nil if it is not understood.
  private func outcome(of sentence: String, answering question: IntentQuestion? = nil) async throws -> IntentOutcome? {
    var grammar = try await runtime.grammar().removingUnfillablePhrases()
    if let question { grammar = runtime.grammar(answering: question, in: grammar) }
    guard let match = try CompiledGrammar(grammar).match(SpokenText.words(of: sentence)) else { return nil }
    let values = Dictionary(match.slots.map { ($0.name, $0.value) }) { $1 }
    guard let question else {
      return await runtime.perform(IntentRequest(intent: match.intent, values: values, session: "one"))
    }
    guard case .continues(let request) = runtime.receive(values, answering: question) else { return nil }
    return await runtime.perform(request)
  }

  /// Returns the dialogs for the sentences of one conversation, including questions.
  private func dialogs(_ sentences: String...) async throws -> [String] {
    var (dialogs, question): ([String], IntentQuestion?) = ([], nil)
    for sentence in sentences {
      let outcome = try await outcome(of: sentence, answering: question)
      dialogs.append(outcome?.dialog ?? "nothing")
      question = outcome?.question
    }
    return dialogs
  }

  private func add(_ phrase: String, _ steps: Shortcut...) async throws {
    guard case .added = await memory.shortcuts.add(phrase: phrase, steps: steps.isEmpty ? [spend] : steps) else {
      Issue.record("\(phrase) was refused")
      return
    }
  }

  @Test("The most recent request gets a phrase, which is understood from then on")
  func addByVoice() async throws {
    #expect(
      try await dialogs("safe to spend", "make a shortcut", "rich again", "yes", "rich again") == [
        "Ten dollars.", "What phrase do you want to use? How about \"payday\"?", "Use \"rich again\" for safe to spend?",
        "Added. Say \"rich again\".", "Ten dollars.",
      ])
    #expect(try await memory.shortcuts.state(of: spend) != .add)
  }

  @Test("A suggested phrase is accepted with \"yes\", and not offered if it already exists")
  func suggestedPhrase() async throws {
    #expect(
      try await dialogs("safe to spend", "make a shortcut", "yes please", "yes", "payday") == [
        "Ten dollars.", "What phrase do you want to use? How about \"payday\"?", "Use \"payday\" for safe to spend?",
        "Added. Say \"payday\".", "Ten dollars.",
      ])
    #expect(try await dialogs("safe to spend", "make a shortcut").last == "What phrase do you want to use?")
  }

  @Test("An intent keeps its suggested phrase after it was used")
  func suggestedPhraseAfterUse() async throws {
    let suggested = Shortcut(intent: "Spend", values: [:], title: "Safe to spend", suggestedInvocationPhrase: "payday")
    try await memory.shortcuts.setSuggestions([suggested])
    // This donation is from before phrases were stored.
    try await memory.donations.donate(spend, date: UTC.date(2026, 5, 6, 7))
    let suggestions = try await memory.shortcutSuggestions(at: UTC.date(2026, 5, 7, 7), calendar: UTC.calendar)
    #expect(suggestions.map(\.shortcut.suggestedInvocationPhrase) == ["payday"])
    let interaction = try #require(try await outcome(of: "safe to spend")?.answers.first?.interaction)
    #expect(interaction.dispatch.shortcut.suggestedInvocationPhrase == "payday")
  }

  @Test("Without a previous request, there is nothing to add a phrase for")
  func nothingYet() async throws {
    #expect(try await dialogs("make a shortcut") == ["There's nothing to make a shortcut for yet."])
  }

  @Test("An existing sentence is rejected with its meaning, and another phrase is asked for")
  func clash() async throws {
    let said = try await dialogs("safe to spend", "make a shortcut", "hey assistant", "rich again", "no")
    #expect(said[2] == "\"hey assistant\" already stands for the wake phrase. What phrase do you want to use?")
    #expect(said[3].hasPrefix("Use "))
    #expect(try await memory.shortcuts.all().isEmpty)
  }

  @Test(
    "A phrase that cannot be used is refused in plain words",
    arguments: [
      ("break it", "\"break it\" already stands for Fail."),
      (Array(repeating: "rich", count: 11).joined(separator: " "), "That's too long. Use at most ten words."),
    ])
  func refusal(phrase: String, dialog: String) async throws {
    let said = try await dialogs("safe to spend", "make a shortcut", phrase, phrase)
    #expect(said[2] == "\(dialog) What phrase do you want to use?")
    #expect(said[3] == dialog)
  }

  @Test("A person who says no to the suggested phrase is asked for another one, and one who has none changes nothing")
  func declined() async throws {
    #expect(
      try await dialogs("safe to spend", "make a shortcut", "no thanks", "rich again", "yes") == [
        "Ten dollars.", "What phrase do you want to use? How about \"payday\"?", "Okay. What phrase then?",
        "Use \"rich again\" for safe to spend?", "Added. Say \"rich again\".",
      ])
    #expect(
      try await Array(dialogs("safe to spend", "make a shortcut", "no", "no").suffix(2)) == [
        "Okay. What phrase then?", "All right, nothing changed.",
      ])
    #expect(try await dialogs("change my rich again shortcut", "nope").last == "All right, nothing changed.")
    #expect(try await memory.shortcuts.all().map(\.invocationPhrase) == ["rich again"])
  }

  @Test(
    "A shortcut that is deleted elsewhere during a question is gone, in plain words",
    arguments: [
      ["change my payday shortcut", "rich again"], ["delete my payday shortcut"],
      ["safe to spend", "add that to my payday shortcut"], ["safe to spend", "use that for my payday shortcut"],
    ])
  func gone(sentences: [String]) async throws {
    try await add("payday")
    var question: IntentQuestion?
    for sentence in sentences { question = try await outcome(of: sentence, answering: question)?.question }
    let id = try #require(try await memory.shortcuts.all().first?.id)
    #expect(await memory.shortcuts.delete(id) == .deleted(id))
    #expect(try await outcome(of: "yes", answering: question)?.dialog == "That shortcut isn't there anymore.")
  }

  @Test("A changed phrase is understood instead of the old one")
  func edit() async throws {
    try await add("payday")
    #expect(
      try await dialogs("change my payday shortcut", "rich again", "yes") == [
        "What phrase do you want to use?", "Use \"rich again\" instead of \"payday\"?",
        "Changed. Say \"rich again\".",
      ])
    #expect(try await outcome(of: "payday") == nil)
    #expect(try await outcome(of: "rich again")?.dialog == "Ten dollars.")
  }

  @Test("A person who says no, or never mind, keeps the shortcuts as they are, and hears so")
  func cancelled() async throws {
    #expect(try await dialogs("safe to spend", "make a shortcut", "rich again", "no").last == "All right, nothing changed.")
    try await add("payday")
    #expect(try await dialogs("change my payday shortcut", "rich again", "no").last == "All right, nothing changed.")
    #expect(try await memory.shortcuts.all().map(\.invocationPhrase) == ["payday"])
  }

  @Test("The last request becomes a step of a shortcut, or replaces its steps")
  func steps() async throws {
    try await add("payday", fail)
    #expect(try await dialogs("add that to my payday shortcut") == ["There's nothing to add to a shortcut yet."])
    #expect(
      try await dialogs("safe to spend", "add that to my payday shortcut", "yes") == [
        "Ten dollars.", "Add safe to spend to \"payday\"?", "Changed. Say \"payday\".",
      ])
    #expect(try await memory.shortcuts.all().map { $0.steps.map(\.intent) } == [["Fail", "Spend"]])
    #expect(
      try await dialogs("safe to spend", "use that for my payday shortcut", "yes") == [
        "Ten dollars.", "Use \"payday\" for safe to spend instead of fail, then safe to spend?", "Changed. Say \"payday\".",
      ])
    #expect(try await memory.shortcuts.all().map { $0.steps.map(\.intent) } == [["Spend"]])
  }

  @Test("The steps of a shortcut can be changed although its phrase has become a sentence of an intent")
  func stepsOfTakenPhrase() async throws {
    // Without the runtime, the phrase is not compared with the sentences, as if these came later.
    try await add("fail")
    #expect(
      try await dialogs("safe to spend", "add that to my fail shortcut", "yes").last == "Changed. Say \"fail\".")
    let shortcut = try #require(try await memory.shortcuts.all().first)
    #expect(shortcut.steps.map(\.intent) == ["Spend", "Spend"])
    // The form of the page sends the phrase again.
    let changed = VoiceShortcut(id: shortcut.id, invocationPhrase: "fail", steps: [fail])
    #expect(try await runtime.shortcuts.update(id: shortcut.id, phrase: " fail ", steps: [fail]) == .updated(changed))
    guard case .failed(let reason) = try await runtime.shortcuts.update(id: shortcut.id, phrase: "goal progress") else {
      Issue.record("another phrase must still be free")
      return
    }
    #expect(reason.contains("already understood as Goal progress"), "\(reason)")
  }

  @Test("Learned requests are forgotten after a confirmation")
  func forget() async throws {
    #expect(try await dialogs("forget what you learned") == ["I haven't learned anything yet."])
    try await memory.donations.donate(spend)
    #expect(try await dialogs("forget what you have learned about me", "no").count == 2)
    #expect(try await memory.donations.all().count == 1)
    #expect(
      try await dialogs("forget everything you learned", "yes") == [
        "Forget everything I've learned about what you usually ask for?", "All right, I've forgotten it.",
      ])
    #expect(try await memory.donations.all().isEmpty)
  }

  @Test("Shortcuts are listed by their phrases, newest first")
  func list() async throws {
    #expect(try await dialogs("list my shortcuts") == ["You don't have any shortcuts yet."])
    try await add("🏖 Beach time")
    try await add("payday")
    let outcome = try await outcome(of: "list my shortcuts")
    #expect(outcome?.dialog == "You have two shortcuts: payday and beach time.")
    let rows = outcome?.answers.first?.response.card?.rows
    #expect(rows == [.init("payday", "Safe to spend"), .init("🏖 Beach time", "Safe to spend")])
  }

  @Test("A shortcut is deleted by its phrase after a confirmation, and the others stay")
  func delete() async throws {
    try await add("🏖 Beach time")
    try await add("my payday shortcut")
    #expect(
      try await dialogs("delete the beach time shortcut", "yes") == [
        "Delete your shortcut \"🏖 Beach time\"?", "Deleted.",
      ])
    #expect(try await memory.shortcuts.all().map(\.invocationPhrase) == ["my payday shortcut"])
    #expect(try await outcome(of: "delete the beach time shortcut") == nil)
  }

  @Test("Suggestions are said by title and shown with reasons")
  func suggest() async throws {
    #expect(try await dialogs("what can you suggest") == ["I don't have any suggestions yet."])
    for day in 4...6 { try await memory.donations.donate(spend, date: UTC.date(2026, 5, day, 7)) }
    try await memory.shortcuts.setSuggestions([Shortcut(intent: "Goal", values: [:], title: "Goal progress: 🏖 vacation")])
    let outcome = try #require(try await outcome(of: "what can you suggest"))
    #expect(outcome.dialog == "Here's what I'd suggest: safe to spend and goal progress vacation.")
    #expect(outcome.answers.first?.response.card?.rows.map(\.label) == ["Safe to spend", "Goal progress: 🏖 vacation"])
  }

  // MARK: Workflows

  @Test("The steps of a workflow run one after another, each with its response")
  func workflow() async throws {
    try await add("rich again", spend, spend)
    #expect(try await outcome(of: "rich again")?.answers.map(\.response.dialog) == ["Ten dollars.", "Ten dollars."])
  }

  @Test("A workflow stops at a failure and says which step failed")
  func failingWorkflow() async throws {
    try await add("rich again", spend, fail, spend)
    let answers = try #require(try await outcome(of: "rich again")).answers
    #expect(answers.map(\.response.dialog) == ["Ten dollars.", "Step two of three of rich again failed: It broke."])
    #expect(answers.last?.response.code == .failure)
  }

  @Test("A workflow continues after a step that is still in progress")
  func workflowInProgress() async throws {
    try await add("rich again", send, spend)
    let answers = try #require(try await outcome(of: "rich again")).answers
    #expect(answers.map(\.response.dialog) == ["I'll try again later.", "Ten dollars."])
    #expect(answers.map(\.response.code) == [.inProgress, .success])
  }

  @Test("A workflow ends at a step that the person declines, which has not failed")
  func workflowDeclined() async throws {
    try await add("rich again", spend, Shortcut(intent: "Open", values: [:], title: "Open"), spend)
    let question = try #require(try await outcome(of: "rich again")?.question)
    #expect(question.dialog == "Open the door?")
    #expect(try await outcome(of: "no", answering: question)?.dialog == "All right, I won't.")
  }

  // MARK: Freezing

  @Test("A request is frozen as it is understood; invalid and incomplete requests are rejected")
  func freeze() async throws {
    try await add("payday")
    #expect(try await runtime.freeze("safe to spend").doesTheSame(as: spend))
    await #expect(throws: FreezingError(description: "\"dance\" is not a request to this assistant")) {
      try await runtime.freeze("dance")
    }
    await #expect(throws: FreezingError.self) { try await runtime.freeze("delete a shortcut") }
  }
}
