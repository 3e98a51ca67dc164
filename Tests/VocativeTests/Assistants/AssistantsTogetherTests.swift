import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite("Several assistants in one runtime")
struct AssistantsTogetherTests {
  private let group: AssistantGroup

  init() throws {
    group = try AssistantGroup([
      "kitchen": """
      wake: [hey assistant, { phrase: hey kitchen, assistants: [kitchen] }]
      spoken: [kitchen, my kitchen]
      shortcuts: true
      intents:
        Add:
          phrases: ["add {item}", "put {item} on the [big] list"]
          parameters: { item: { list: items, required: true, prompt: "Add what?" } }
          response: "Added {{item}} in the kitchen."
        Ask:
          phrases: ["add something"]
          parameters: { item: { list: items, required: true, prompt: "Add what?" } }
          response: "Added {{item}} in the kitchen."
        Boil:
          phrases: ["boil water"]
          response: "Boiling."
      lists:
        items: [milk, eggs]
      """,
      "workshop": """
      wake: [hey assistant]
      shortcuts: true
      intents:
        Add:
          phrases: ["<please> add {item}"]
          parameters: { item: { list: items, required: true, prompt: "Add what?" } }
          response: "Added {{item}} in the workshop."
        Saw:
          phrases: ["saw a board"]
          response: "Sawing."
      lists:
        items: [nails, milk]
      rules:
        please: "[please]"
      """,
    ])
  }

  @Test("Intents, lists and rules of the same name stay apart, and events have the name of the assistant")
  func apart() async throws {
    let events = try await group.events("add eggs", "please add nails", "boil water")
    #expect(events.map(\.assistant) == ["kitchen", "kitchen", "workshop", "workshop", "kitchen", "kitchen"])
    #expect(
      events.dialogs == ["Added eggs in the kitchen.", "Added nails in the workshop.", "Boiling."])
    #expect(
      events.first?.kind == .understood(text: "add eggs", intent: "Add", slots: ["item": "eggs"], confidence: 1))
  }

  @Test("A rule in the spoken form of a value is that of the value's own assistant")
  func ruleInValue() async throws {
    func file(_ verb: String, article: String) -> String {
      """
      wake: [hey assistant]
      intents:
        Clean:
          phrases: ["\(verb) {room}"]
          parameters: { room: { list: rooms, required: true, prompt: "Which room?" } }
          response: Done.
      lists:
        rooms: [{ id: kitchen, spoken: "<article> kitchen" }]
      rules:
        article: "[\(article)]"
      """
    }
    let group = try AssistantGroup(["house": file("clean", article: "the|my"), "garden": file("plan", article: "our")])
    for (text, assistant) in [("clean my kitchen", "house"), ("plan our kitchen", "garden"), ("plan my kitchen", nil)] {
      let event = try #require(try await group.events(text).first)
      #expect(event.assistant == assistant, "\(event)")
      guard case .understood(_, _, let slots, _) = event.kind else { continue }
      #expect(slots == ["room": "kitchen"])
    }
  }

  @Test("The name of the assistant is in the JSON of an event, and comes back from it")
  func json() async throws {
    let event = try #require(try await group.events("boil water").first)
    #expect(event.json.hasPrefix(#"{"assistant":"kitchen","confidence":1,"event":"understood","intent":"Boil""#))
    let decoded = try JSONDecoder().decode(TurnEvent.self, from: Data(event.json.utf8))
    #expect(decoded.assistant == "kitchen")
  }

  @Test("The question about a value stays with the assistant that asked")
  func followUp() async throws {
    let events = try await group.events("add something", "nails", "eggs")
    #expect(
      events.dialogs == ["Add what?", "I didn't catch that. Add what? You can say milk or eggs.", "Added eggs in the kitchen."])
    #expect(events.filter { $0.assistant != nil }.map(\.assistant).allSatisfy { $0 == "kitchen" })
  }

  @Test("A sentence of two assistants is logged with both names, without its values")
  func logged() async throws {
    _ = try await group.runtime.grammar()
    _ = try await group.runtime.grammar()
    #expect(
      group.log.messages.filter { $0.contains("shared") } == [
        "notice: a sentence of \"add {item}\" is shared by Kitchen and Workshop; the person is asked which one is meant"
      ])
  }

  @Test("A sentence of two assistants is asked about, and the answer is remembered until it is forgotten")
  func shared() async throws {
    #expect(
      try await group.events("add milk", "workshop", "add milk").dialogs == [
        "Kitchen or Workshop?", "Added milk in the workshop.", "Added milk in the workshop.",
      ])
    let choices = try group.runtime.memory.choices
    let choice = try #require(try await choices.all().first)
    #expect((choice.sentence, choice.assistant) == ("add milk", "workshop"))
    #expect(choice.others == ["kitchen"])
    #expect(try await choices.forget("add milk"))
    #expect(try await !choices.forget("add milk"))
    #expect(
      try await group.events("add milk", "the first one").dialogs == ["Kitchen or Workshop?", "Added milk in the kitchen."])
  }

  @Test("A phrase of two shortcuts is asked about, and the answer is remembered for this phrase alone")
  func sharedShortcuts() async throws {
    let runtime = group.runtime
    for phrase in ["tea time", "coffee time"] {
      // Rooms that were apart may have used the same phrase.
      for (name, intent) in [("kitchen", "Boil"), ("workshop", "Saw")] {
        let own = try runtime.memory.state(of: [name]).shortcuts
        guard case .added = await own.add(phrase: phrase, steps: [Shortcut(intent: intent, values: [:], title: intent)]) else {
          Issue.record("not added")
          return
        }
      }
    }
    let events = try await group.events("tea time", "workshop", "tea time", "coffee time")
    #expect(events.dialogs == ["Kitchen or Workshop?", "Sawing.", "Sawing.", "Kitchen or Workshop?"])
    #expect(try await runtime.memory.choices.all().map(\.sentence) == ["tea time"])
  }

  @Test("The question has the name of neither assistant, and cancelling it remembers nothing")
  func cancelled() async throws {
    let events = try await group.events("add milk", "never mind")
    #expect(events.first?.kind == .asked(dialog: "Kitchen or Workshop?", parameter: "assistant"))
    #expect(events.first?.assistant == nil)
    #expect(try await group.runtime.memory.choices.all().isEmpty)
  }

  @Test(
    "An addressed sentence is not asked about",
    arguments: [
      ("ask workshop add milk", "workshop"), ("in my kitchen add milk", "kitchen"), ("tell kitchen add milk", "kitchen"),
      ("add milk in workshop", "workshop"), ("please add milk in the workshop", "workshop"), ("hey kitchen add milk", "kitchen"),
      ("hey kitchen boil water", "kitchen"), ("hey kitchen saw a board", nil), ("ask kitchen boil water", "kitchen"),
      ("hey assistant, tell the workshop saw a board", "workshop"), ("boil water in my kitchen", "kitchen"),
      ("saw a board, in the workshop.", "workshop"), ("in kitchen saw a board", nil), ("saw a board in kitchen", nil),
      ("in the kitchen", nil), ("boil water in", nil), ("hey kitchen saw a board in workshop", nil),
    ] as [(String, String?)])
  func addressed(text: String, assistant: String?) async throws {
    let events = try await group.events(text)
    #expect(events.dialogs.count == 1)
    #expect(events.compactMap(\.assistant).first(where: { _ in events.count == 2 }) == assistant, "\(events)")
  }

  @Test("A similar sentence of an assistant that the wake phrase is not for is not asked about")
  func rival() throws {
    func heard(besides rival: String) -> Interpretation {
      Interpretation(text: "boil water", intent: "kitchen.Boil", slots: [:], confidence: 0.9).contested(
        by: .init(text: "", intent: rival, slots: [:], margin: 2))
    }
    for (rival, phrase, isAsked) in [
      ("workshop.Saw", "hey kitchen", false), ("kitchen.Ask", "hey kitchen", true), ("workshop.Saw", "hey assistant", true),
    ] {
      let understanding = group.runtime.understanding(.understood(heard(besides: rival)), after: phrase)
      guard case .understood(let meant) = understanding else {
        Issue.record("\(understanding)")
        continue
      }
      #expect(meant.intent == "kitchen.Boil")
      #expect((meant.rival != nil) == isAsked, "\(rival) after \(phrase)")
    }
  }

  @Test("A wake phrase that two assistants limit differently is for the assistants of both lists")
  func wakePhraseOfTwo() async throws {
    func file(_ phrase: String, _ scope: String) -> String {
      "wake: [hey assistant, { phrase: hey house, assistants: [\(scope)] }]\n"
        + "intents:\n  Tell:\n    phrases: [\(phrase)]\n    response: Told.\n"
    }
    let group = try AssistantGroup([
      "kitchen": file("boil water", "kitchen"), "workshop": file("saw a board", "workshop"),
      "garden": file("mow the lawn", "kitchen"),
    ])
    for (text, assistant) in [
      ("hey house boil water", "kitchen"), ("hey house saw a board", "workshop"), ("hey house mow the lawn", nil),
      ("hey assistant mow the lawn", "garden"),
    ] {
      let events = try await group.events(text)
      #expect(events.compactMap(\.assistant).last { _ in events.count == 2 } == assistant, "\(text): \(events)")
    }
  }

  @Test("Without a wake phrase, typed sentences are addressed too, and only shared ones have an address in the grammar")
  func addressedWithoutWakePhrase() async throws {
    func file(_ phrases: String) -> String {
      "intents:\n  Tell:\n    phrases: [\(phrases)]\n    response: Told.\n"
    }
    let group = try AssistantGroup(["kitchen": file("boil water, say hello"), "workshop": file("saw a board, say hello")])
    for (text, assistant) in [
      ("ask kitchen boil water", "kitchen"), ("saw a board in workshop", "workshop"), ("ask workshop say hello", "workshop"),
      ("ask kitchen saw a board", nil),
    ] {
      #expect(try await group.events(text).first?.assistant == assistant, "\(text)")
    }
    let grammar = try CompiledGrammar(try await group.runtime.grammar())
    #expect(grammar.match(["ask", "workshop", "say", "hello"])?.intent == "workshop.Tell")
    #expect(grammar.match(["ask", "kitchen", "boil", "water"]) == nil)
  }

  @Test("A step of a shortcut can be addressed")
  func addressedStep() async throws {
    #expect(try await group.runtime.freeze("add milk in workshop").assistant == "workshop")
    #expect(try await group.runtime.freeze("ask workshop add milk").assistant == "workshop")
  }

  @Test("The answer to a question has no address")
  func unaddressedAnswer() async throws {
    #expect(try await group.events("add something", "ask kitchen eggs").dialogs.last?.hasPrefix("I didn't catch that.") == true)
  }

  @Test("A workflow uses several assistants, and its steps are remembered with their own")
  func workflow() async throws {
    let runtime = group.runtime
    let steps = [try await runtime.freeze("boil water"), try await runtime.freeze("saw a board")]
    guard case .added = try await runtime.shortcuts.add(phrase: "good morning house", steps: steps) else {
      Issue.record("not added")
      return
    }
    let events = try await group.events("good morning house")
    #expect(events.dialogs == ["Boiling.", "Sawing."])
    #expect(events.map(\.assistant) == ["kitchen", "kitchen", "workshop"])
    #expect(try await runtime.memory.timeline.entries().map(\.topic) == ["workshop.Saw", "kitchen.Boil"])
    #expect(try await runtime.memory(of: "workshop").timeline.entries().map(\.topic) == ["workshop.Saw"])
    #expect(try await runtime.memory(of: "kitchen").donations.all().map(\.shortcut.intent) == ["Boil"])
  }

  @Test("The requests of each assistant are suggested, by all together and by one, as long as they exist")
  func suggestions() async throws {
    let runtime = group.runtime
    for (name, intent) in [("kitchen", "Boil"), ("workshop", "Saw"), ("workshop", "Paint")] {
      try await runtime.memory(of: name).donations.donate(Shortcut(intent: intent, values: [:], title: intent))
    }
    let together = try await runtime.memory.shortcutSuggestions().map(\.shortcut)
    #expect(Set(together.map { "\($0.assistant ?? "") \($0.intent)" }) == ["kitchen Boil", "workshop Saw"])
    #expect(try await runtime.memory(of: "workshop").shortcutSuggestions().map(\.shortcut.intent) == ["Saw"])
  }

  @Test("One assistant alone leaves out a workflow that needs another")
  func workflowAlone() async throws {
    let runtime = group.runtime
    let steps = [try await runtime.freeze("boil water"), try await runtime.freeze("saw a board")]
    _ = try await runtime.shortcuts.add(phrase: "good morning house", steps: steps)
    _ = try await runtime.shortcuts.add(phrase: "tea time", steps: [steps[0]])
    let alone = try group.alone("kitchen")
    #expect(try await alone.shortcuts.all().map(\.invocationPhrase) == ["tea time"])
    var conversation = TypedConversation(runtime: alone)
    #expect(try await conversation.say("tea time").dialogs == ["Boiling."])
  }

  @Test("Intents for shortcuts, which both have, are not asked about")
  func common() async throws {
    #expect(try await group.events("list my shortcuts").dialogs == ["You don't have any shortcuts yet."])
    let made = try await group.events("saw a board", "make a shortcut", "build a house now", "yes", "build a house now").dialogs
    #expect(made.last == "Sawing.", "\(made)")
  }

  @Test("A person hears what to say, with what was used before first, and sees the whole list")
  func help() async throws {
    let events = try await group.events("saw a board", "what can i say", "what can workshop do")
    #expect(events.dialogs[1].hasPrefix("You can say: \"saw a board\", "), "\(events.dialogs)")
    #expect(events.dialogs[2].hasPrefix("To Workshop, you can say: \"saw a board\""), "\(events.dialogs)")
    guard case .responded(_, _, _, let card?) = events[3].kind else {
      Issue.record("no card")
      return
    }
    #expect(
      card.rows.filter { $0.label == "Kitchen" }.map(\.value.written).prefix(3) == ["add milk", "add something", "boil water"])
    #expect(events[3].assistant == "vocative")
  }

  @Test("A person who wants nothing after all is understood")
  func neverMind() async throws {
    #expect(try await group.events("never mind", "forget it").dialogs == ["All right.", "All right."])
  }

  @Test("A person hears of another assistant before a second sentence for the one that was used last")
  func helpInTurns() async throws {
    let dialogs = try await group.events("saw a board", "add nails", "what can i say").dialogs
    #expect(dialogs.last?.contains("\"add milk\" or \"") == true, "\(dialogs)")
  }

  @Test("An example with two values of one list has different ones")
  func exampleWithTwoValues() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      wake: [hey assistant]
      intents:
        Move:
          phrases: ["move it from {source} to {target}"]
          parameters: { source: { list: rooms }, target: { list: rooms } }
          response: Moved.
      lists:
        rooms: [kitchen, bath]
      """, to: "house.intents.yaml")
    let runtime = IntentRuntime(assistants: [try IntentsFile.load(path: file)], isGuided: true, logger: .silent)
    var conversation = TypedConversation(runtime: runtime)
    guard case .responded(_, _, _, let card?)? = try await conversation.say("help").last?.kind else {
      Issue.record("no card")
      return
    }
    #expect(card.rows.map(\.value.written) == ["move it from kitchen to bath"])
  }

  @Test("Every sentence of the list is understood by the assistant that it is listed with")
  func examples() async throws {
    let events = try await group.events("help")
    guard case .responded(_, _, _, let card?) = events[1].kind else {
      Issue.record("no card")
      return
    }
    for row in card.rows {
      let heard = try await group.events(row.value.written)
      let isShared = row.value.written == "add milk"
      #expect(isShared || heard.first?.assistant == row.label.lowercased(), "\(row)")
    }
  }

  @Test("After two sentences that are not understood, the person hears how to get help")
  func offer() async throws {
    let dialogs = try await group.events("nonsense", "other nonsense", "more nonsense").dialogs
    #expect(
      dialogs == [
        "I didn't catch that.", "I didn't catch that. Say \"help\" to hear what you can say.", "I didn't catch that.",
      ])
  }

  @Test("One assistant alone has its intents as they are, without a guide if it has no wake phrase")
  func alone() async throws {
    let assistant = try group.assistant("workshop")
    let memory = try AssistantMemory.inMemory(assistant: assistant.name)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let one = IntentRuntime(assistants: [assistant], memory: memory, logger: logger)
    let former = IntentRuntime(assistant: assistant, memory: memory, logger: logger)
    #expect(try await one.grammar() == former.grammar())
    #expect(one.assistant.intents.map(\.identifier) == assistant.intents.map(\.name))
  }
}

/// Assistants of intents files with a common memory.
struct AssistantGroup {
  let runtime: IntentRuntime
  let log = RecordedLog()
  private let folder: TemporaryFolder
  private let store: RuntimeStore

  /// - Parameter files: The texts of the intents files by the names of the assistants.
  init(_ files: KeyValuePairs<String, String>) throws {
    folder = try TemporaryFolder()
    store = try RuntimeStore(path: nil)
    var assistants: [Assistant] = []
    for (name, text) in files {
      assistants.append(
        try IntentsFile.load(path: try folder.write(text, to: "\(name).intents.yaml"), named: name, logger: log.logger))
    }
    let memory = AssistantMemory(assistants: assistants.map(\.name), store: store)
    runtime = IntentRuntime(
      assistants: assistants, memory: memory, isGuided: true,
      observers: [
        TimelineObserver(timeline: memory.timeline, logger: log.logger),
        DonationObserver(donations: memory.donations, logger: log.logger),
      ], logger: log.logger)
  }

  /// Returns the events of the turns of one conversation.
  func events(_ turns: String...) async throws -> [TurnEvent] {
    var conversation = TypedConversation(runtime: runtime)
    var events: [TurnEvent] = []
    for turn in turns { events += try await conversation.say(turn) }
    return events
  }

  func assistant(_ name: String) throws -> Assistant { try #require(runtime.member(named: name)) }

  /// Returns a runtime with one of the assistants and the same memory.
  func alone(_ name: String) throws -> IntentRuntime {
    IntentRuntime(
      assistant: try assistant(name), memory: AssistantMemory(assistant: name, store: store), logger: log.logger)
  }
}

extension [TurnEvent] {
  /// The dialogs in order.
  var dialogs: [String] {
    compactMap { event in
      switch event.kind {
      case .asked(let dialog, _), .responded(_, _, let dialog, _), .rejected(_, _, let dialog?): dialog
      case .spotted, .understood, .rejected, .updated, .error: nil
      }
    }
  }
}
