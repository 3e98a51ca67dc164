import AssistantTestSupport
import Testing
import Vocative
import VocativeTestSupport

@Suite("Questions, several values and returned values in intents files")
struct FileQuestionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func assistant(_ script: String, returns: String = "size") throws -> AskedAssistant {
    try folder.script(script, named: "handler.sh")
    let file = try folder.write(
      """
      wake: hey shop
      intents:
        Order:
          title: Order a pizza
          phrases: ["order a [{size}] pizza", "order a pizza with {topping}"]
          parameters:
            size: { list: size, prompt: "How big?" }
            topping: { list: topping, multiple: true }
          summary: "Order a pizza [of the size {size}] [with {topping}]"
          returns: \(returns)
          handler: { command: [./handler.sh, "{size}", "{topping}"], timeout: 300 }
        Cut:
          title: Cut a pizza
          phrases: ["cut a pizza", "cut a {size} pizza"]
          parameters: { size: { list: size, required: true } }
          response: "I cut the {{size}} pizza."
        Note:
          title: Take a note
          phrases: ["take a note", "note {text}"]
          parameters: { text: { type: text, required: true, prompt: "What is it?" } }
          response: "Noted: {{text}}."
        Bake:
          title: Bake it
          phrases: ["bake it", "bake it for {minutes} minutes"]
          parameters: { minutes: { type: number, range: [1, 90], required: true, prompt: "How many minutes?" } }
          response: "It bakes for {{minutes}} minutes."
      lists:
        size: [small, { id: large, spoken: [large, "family size[d]"] }]
        topping: [ham, { id: corn, spoken: [corn, sweet maize] }, { id: "a,b", spoken: [apples] }]
      """, to: "shop.intents.yaml")
    return try AskedAssistant(IntentsFile.load(path: file))
  }

  @Test("A handler asks for a value, and is called again with it")
  func asks() async throws {
    let assistant = try assistant(
      """
      [ -n "$1" ] || { echo '{"ask": {"parameter": "size"}}'; exit; }
      [ -n "$2" ] || { echo '{"ask": {"parameter": "topping", "dialog": "Which one?", "among": ["ham", "corn"]}}'; exit; }
      echo "A $1 pizza with $2."
      """)
    #expect(
      try await assistant.dialogs(for: "order a pizza", "large", "corn") == [
        "How big?", "Which one?", "A large pizza with corn.",
      ])
    #expect(try await assistant.dialogs(for: "order a small pizza", "never mind") == ["Which one?", "All right."])
  }

  @Test("A choice is answered with any spoken form of a value")
  func choices() async throws {
    let assistant = try assistant(
      """
      [ -n "$1" ] || { echo '{"ask": {"parameter": "size", "among": ["small", "large"]}}'; exit; }
      [ -n "$2" ] || { echo '{"ask": {"parameter": "topping", "among": ["ham", "corn"]}}'; exit; }
      echo "A $1 pizza with $2."
      """)
    #expect(
      try await assistant.dialogs(for: "order a pizza", "family sized", "sweet maize") == [
        "Which size, small or large?", "Which topping, ham or corn?", "A large pizza with corn.",
      ])
  }

  @Test("A number that phrases spell out is asked for, and the answer is one of their numbers")
  func spelledOut() async throws {
    let file = try folder.write(
      """
      wake: hey lamp
      intents:
        Dim:
          phrases: ["dim the lamp [to {0..100,5:level} percent]"]
          parameters: { level: { required: true, prompt: "How bright?" } }
          response: "The lamp is at {{level}}."
      """, to: "lamp.intents.yaml")
    let assistant = try AskedAssistant(IntentsFile.load(path: file))
    #expect(
      try await assistant.dialogs(for: "dim the lamp", "fifty two", "a hundred") == [
        "How bright?", "I didn't catch that. How bright?", "The lamp is at 100.",
      ])
    #expect(try await assistant.dialog(for: "dim the lamp to forty five percent") == "The lamp is at 45.")
  }

  @Test("A handler receives several values separated by commas, with a backslash before a comma of a value")
  func several() async throws {
    let assistant = try assistant("echo \"$2\"")
    #expect(try await assistant.ask("order a pizza with ham corn and apples").slots == ["topping": #"ham,corn,a\,b"#])
    #expect(try await assistant.dialog(for: "order a pizza with ham and apples") == #"ham,a\,b"#)
  }

  @Test("A handler that asks for no parameter of the intent, or again and again, fails")
  func faults() async throws {
    let odd = try assistant(#"echo '{"ask": {"parameter": "colour"}}'"#)
    #expect(try await odd.dialog(for: "order a pizza") == "Sorry, something went wrong.")
    let endless = try assistant(#"echo '{"ask": {"parameter": "size"}}'"#)
    var conversation = TypedConversation(runtime: endless.runtime)
    _ = try await conversation.say("order a pizza")
    for _ in 0..<10 {
      #expect(conversation.openQuestion == "How big?")
      _ = try await conversation.say("large")
    }
    #expect(conversation.openQuestion == nil)
  }

  @Test("The value of a handler fills a missing parameter of the next step, and the summary is the title")
  func workflow() async throws {
    let runtime = try assistant(#"echo '{"dialog": "Ordered.", "value": "large"}'"#).runtime
    let first = try await runtime.freeze("order a pizza with ham and corn")
    #expect(first.title == "Order a pizza with ham and corn")
    let second = try await runtime.freeze("cut a pizza", after: [first])
    _ = try await runtime.shortcuts.add(phrase: "evening meal", steps: [first, second])
    var conversation = TypedConversation(runtime: runtime)
    let dialogs = try await conversation.say("evening meal").compactMap { event in
      if case .responded(_, _, let dialog, _) = event.kind { dialog } else { nil }
    }
    #expect(dialogs == ["Ordered.", "I cut the large pizza."])
  }

  @Test(
    "The value of a handler fills a text with its name",
    arguments: [("topping", "a,b", "apples"), ("number", "12", "12"), ("topping", "olives", "olives")])
  func text(type: String, value: String, name: String) async throws {
    let runtime = try assistant(#"echo '{"dialog": "Ordered.", "value": "\#(value)"}'"#, returns: type).runtime
    let first = try await runtime.freeze("order a small pizza")
    let second = try await runtime.freeze("take a note", after: [first])
    _ = try await runtime.shortcuts.add(phrase: "evening meal", steps: [first, second])
    var conversation = TypedConversation(runtime: runtime)
    let dialogs = try await conversation.say("evening meal").compactMap { event in
      if case .responded(_, _, let dialog, _) = event.kind { dialog } else { nil }
    }
    #expect(dialogs == ["Ordered.", "Noted: \(name)."])
  }

  @Test(
    "A returned number fills a parameter only if it is in its range; otherwise the parameter is asked for",
    arguments: [
      ("12", ["Ordered.", "It bakes for 12 minutes."]),
      ("500", ["Ordered.", "How many minutes?", "It bakes for 20 minutes."]),
    ])
  func range(value: String, dialogs: [String]) async throws {
    let assistant = try assistant(#"echo '{"dialog": "Ordered.", "value": "\#(value)"}'"#, returns: "number")
    let runtime = assistant.runtime
    let first = try await runtime.freeze("order a small pizza")
    let second = try await runtime.freeze("bake it", after: [first])
    _ = try await runtime.shortcuts.add(phrase: "evening meal", steps: [first, second])
    var conversation = TypedConversation(runtime: runtime)
    var said = try await conversation.say("evening meal")
    if dialogs.contains("How many minutes?") { said += try await conversation.say("twenty") }
    #expect(
      said.compactMap { event -> String? in
        switch event.kind {
        case .responded(_, _, let dialog, _), .asked(let dialog, _): dialog
        case .spotted, .understood, .updated, .rejected, .error: nil
        }
      } == dialogs)
  }

  @Test("An unknown type of a returned value is reported with its line")
  func unknownType() throws {
    let error = try #require(throws: IntentsFileError.self) { try assistant("true", returns: "sizes") }
    #expect("\(error)".contains("shop.intents.yaml:10: \"returns\" must be a type or a list; the types are: number"))
  }
}
