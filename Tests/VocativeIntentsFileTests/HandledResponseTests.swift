import Logging
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Responses of intents with handlers")
struct HandledResponseTests {
  private let logger = Logger.silent

  private func response(_ script: String, response: String?) async throws -> IntentResponse? {
    let folder = try TemporaryFolder()
    try folder.script(script)
    let text = """
      intents:
        GoalProgress:
          phrases: ["{goal} goal"]
          handler: { command: [./handler.sh, "{goal}"], timeout: 300 }
      \(response.map { "    response: \"\($0)\"" } ?? "")
      lists:
        goal: [{ id: nyc, spoken: [new york] }]
      """
    let assistant = try IntentsFile.load(path: folder.write(text, to: "money.intents.yaml"), logger: logger)
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
    let outcome = await runtime.perform(IntentRequest(intent: "GoalProgress", values: ["goal": "nyc"]))
    return outcome.answers.first?.response
  }

  @Test("The file's response can use the display names of parameters and the values of the handler")
  func template() async throws {
    let said = try await response(
      "echo '{\"values\": {\"saved\": 600, \"target\": \"a thousand\"}, \"card\": {\"title\": \"Goal\"}}'",
      response: "You have saved {{saved}} of {{target}} for {{goal}}{{other}}.")
    #expect(said == .success("You have saved 600 of a thousand for new york.", card: ResponseCard(title: "Goal", rows: [])))
  }

  @Test("A value of the handler takes precedence over a parameter with the same name")
  func sameName() async throws {
    #expect(try await response("echo '{\"goal\": \"the trip\"}'", response: "For {{goal}}.") == .success("For the trip."))
  }

  @Test(
    "A response can name the fields of an object, and repeat or leave out a section for a list",
    arguments: [
      (
        #"{"current": {"temperature": 21.5, "wind": {"speed": 3}}}"#, "{{current.temperature}}, {{current.wind.speed}}.",
        "21.5, 3."
      ),
      (#"{"current": {"temperature": 21}}"#, "{{#current}}{{temperature}} degrees{{/current}}.", "21 degrees."),
      (#"{"items": ["milk", "eggs"]}"#, "{{#items}}<{{.}}>{{/items}}", "<milk><eggs>"),
      (#"{"items": ["milk", "eggs"]}"#, "You have {{items}}.", "You have milk and eggs."),
      (#"{"items": ["milk", "eggs"]}"#, "You have {{capitalized(items)}}.", "You have Milk And Eggs."),
      (#"{"items": ["milk", "eggs"]}"#, "You have {{count(items)}}.", "You have 2."),
      (
        #"{"items": [{"name": "milk", "open": true}, {"name": "eggs", "open": false}], "open": "x"}"#,
        "{{#items}}{{name}}{{#open}} (open){{/open}}. {{/items}}", "milk (open). eggs."
      ),
      (#"{"items": []}"#, "{{#items}}{{.}}{{/items}}{{^items}}Nothing{{/items}}.", "Nothing."),
      (#"{"values": {"items": []}}"#, "{{#items}}Something{{/items}}{{^items}}Nothing{{/items}}.", "Nothing."),
      (#"{"goal": {"saved": 5}}"#, "{{goal.saved}} for {{goal}}.", "5 for new york."),
      (#"{"goal": {"saved": 5}}"#, "{{goal.saved}} for {{uppercased(goal)}}.", "5 for NEW YORK."),
      (#"{"current": {"note": "a\nb", "last": null}}"#, "{{current}}{{current.note}}{{current.last}}{{current.none}}.", "a b."),
    ])
  func structures(answer: String, template: String, said: String) async throws {
    #expect(try await response("cat <<'END'\n\(answer)\nEND", response: template) == .success(said))
  }

  @Test(
    "A string and a list of JSON are spoken as text, and other text is spoken as it is",
    arguments: [
      (#"["milk", "eggs"]"#, "milk and eggs"), (#""hello there""#, "hello there"), ("[]", "Done."),
      ("[beep] all is well", "[beep] all is well"), (#""Well" is what it said"#, #""Well" is what it said"#),
    ])
  func texts(answer: String, said: String) async throws {
    #expect(try await response("cat <<'END'\n\(answer)\nEND", response: nil) == .success(said))
  }

  @Test("Without a response, the handler's dialog is used, and its argument is the identifier")
  func words() async throws {
    #expect(try await response("echo \"Went to $1.\"", response: nil) == .success("Went to nyc."))
  }

  @Test("The handler's dialog, not the file's response, describes a failure")
  func failure() async throws {
    #expect(try await response("echo No such goal.; exit 1", response: "Saved {{goal}}.") == .failure("No such goal."))
  }

  @Test(
    "An answer that asks for nothing is a failure, because nothing was done",
    arguments: [#"{"ask": {"dialog": "How big?"}}"#, #"{"ask": "size", "code": "success"}"#])
  func askForNothing(answer: String) async throws {
    #expect(
      try await response("echo '\(answer)'", response: "Saved.") == .failure("Sorry, something went wrong."))
    #expect(try await response(#"echo '{"ask": null, "dialog": "Saved."}'"#, response: nil) == .success("Saved."))
  }

  @Test(
    "A progress that is not a number from 0 is left out of the card of the file and logged",
    arguments: [("0.5", 0.5), ("1.5", 1.5), ("-0.5", nil), ("half", nil), ("", nil)] as [(String, Double?)])
  func progress(part: String, progress: Double?) async throws {
    let folder = try TemporaryFolder()
    try folder.script("echo '{\"part\": \"\(part)\"}'")
    let text = """
      intents:
        Tell:
          phrases: [how far]
          handler: { command: [./handler.sh], timeout: 300 }
          response: So far.
          card: { title: Goal, progress: "{{part}}" }
      """
    let log = RecordedLog()
    let assistant = try IntentsFile.load(path: folder.write(text, to: "money.intents.yaml"), logger: log.logger)
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: log.logger)
    let response = await runtime.perform(IntentRequest(intent: "Tell")).answers.first?.response
    #expect(response == .success("So far.", card: ResponseCard(title: "Goal", rows: [], progress: progress)))
    let isWarned = log.messages.contains { $0.contains("the progress of its card is not a number such as 0.5") }
    #expect(isWarned == (progress == nil && !part.isEmpty), "\(log.messages)")
  }

  @Test("The output of a failing command in a step of a private shortcut is not logged")
  func privateShortcut() async throws {
    let folder = try TemporaryFolder()
    try folder.script("echo cannot pay the oak >&2; exit 3")
    let text = """
      intents:
        Secret: { phrases: ["my secret"], response: "Rich.", authentication: required }
        Pay: { phrases: ["pay"], handler: { command: [./handler.sh], timeout: 300 } }
      """
    let log = RecordedLog()
    let assistant = try IntentsFile.load(path: folder.write(text, to: "money.intents.yaml"), logger: log.logger)
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), unlock: Unlock(isAlwaysUnlocked: true),
      logger: log.logger)
    _ = try await runtime.shortcuts.add(
      phrase: "sunday evening",
      steps: ["Secret", "Pay"].map { Shortcut(intent: $0, values: [:], title: $0) })
    let grammar = try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases())
    let said = Interpretation(text: "", match: try #require(grammar.match(["sunday", "evening"])), confidence: 1)
    _ = await runtime.perform(IntentRequest(intent: said.intent, values: said.slots))
    #expect(log.messages.contains { $0.contains("exited with status 3") }, "\(log.messages)")
    #expect(!log.messages.contains { $0.contains("oak") })
    _ = await runtime.perform(IntentRequest(intent: "Pay"))
    #expect(log.messages.contains { $0.contains("cannot pay the oak") })
  }
}
