import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Intents files")
struct IntentsFileTests {
  private let logger = Logger.silent

  private func load(_ text: String) throws -> Assistant {
    let folder = try TemporaryFolder()
    return try IntentsFile.load(path: folder.write(text, to: "test.intents.yaml"))
  }

  @Test(
    "The name of the file without its endings is the name of the assistant",
    arguments: [
      ("a/house.intents.yaml", "house"), ("house.yaml", "house"), ("my.house.intents.yaml", "my.house"),
      (".intents.yaml", ".intents"),
    ])
  func name(path: String, name: String) {
    #expect(IntentsFile.assistantName(of: path) == name)
  }

  private func response(_ assistant: Assistant, _ words: String) async throws -> String {
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
    let grammar = try CompiledGrammar(try await runtime.grammar())
    let match = try #require(grammar.match(SpokenText.words(of: words)))
    let slots = Dictionary(uniqueKeysWithValues: match.slots.map { ($0.name, $0.value) })
    let outcome = await runtime.perform(IntentRequest(intent: match.intent, values: slots))
    return (outcome.question == nil ? "" : "? ") + outcome.dialog
  }

  private static let whole = """
    language: en
    wake: [hey assistant]
    intents:
      GoalProgress:
        title: Goal progress
        phrases: ["{goal} goal", "goal progress"]
        parameters:
          goal: { list: goals, required: true, prompt: "Which goal?" }
        response: "You asked about {{goal}}."
      SetLevel:
        phrases: ["set [to] {0..100,5:level} percent <please>"]
        response: "Level {{level}} & done."
    lists:
      goals:
        - vacation
        - { id: nyc, spoken: ["new york", "big apple"], pronunciation: { "big apple": "B IH G AE P AH L" } }
    rules:
      please: "[please]"
    """

  @Test("A file declares an assistant with phrases, lists, rules, ranges, prompts and responses")
  func whole() async throws {
    let assistant = try load(Self.whole)
    #expect(assistant.wakePhrases == ["hey assistant"])
    #expect(assistant.intents.map(\.name) == ["GoalProgress", "SetLevel"])
    #expect(try await response(assistant, "vacation goal") == "You asked about vacation.")
    #expect(try await response(assistant, "big apple goal") == "You asked about new york.")
    #expect(try await response(assistant, "goal progress") == "? Which goal?")
    #expect(try await response(assistant, "set to 45 percent please") == "Level 45 & done.")
  }

  @Test(
    "A value whose spoken form is a template is called by a short sentence of it",
    arguments: [
      (#""[the] shore""#, "shore", "shore"), (#""hot (chocolate|cocoa)""#, "hot cocoa", "hot chocolate"),
      ("{ id: c, spoken: \"coffee[s]\" }", "coffees", "coffee"), ("{ id: c, spoken: \"(pier;old)\" }", "old pier", "pier old"),
      ("{ id: c, spoken: [\"[the] pier\", Old Pier] }", "the pier", "Old Pier"), ("{ id: c, spoken: <place> }", "harbour", "c"),
    ])
  func templateNames(value: String, said: String, name: String) async throws {
    let assistant = try load(
      """
      intents:
        Tell: { phrases: ["about {place}"], response: "About {{place}}." }
      lists: { place: [\(value)] }
      rules: { place: harbour }
      """)
    #expect(try await response(assistant, "about \(said)") == "About \(name).")
  }

  @Test(
    "A spoken form that two values share is asked about, unless it is the name of a value",
    arguments: [
      ("water the big tree", "? Which plant, money tree or fir?"), ("water the tree", "? Which plant, money tree or fir?"),
      ("water the money tree", "Watering money tree."), ("water the fir", "Watering fir."), ("water the palm", "Watering palm."),
      ("cut the rose", "? Which plant, dog rose or tea rose?"),
    ])
  func sharedNames(said: String, answer: String) async throws {
    let assistant = try load(
      """
      intents:
        Water: { phrases: ["water the {plant}", "cut the {shrubs:plant}"], response: "Watering {{plant}}." }
      lists:
        plant:
          - { id: tree, spoken: [money tree, big tree, tree, palm] }
          - { id: fir, spoken: [fir, big tree, tree] }
          - palm
        shrubs: [{ id: dog, spoken: [dog rose, rose] }, { id: tea, spoken: [tea rose, rose] }]
      """)
    #expect(try await response(assistant, said) == answer)
  }

  @Test("A file can enable shortcuts, and can exclude intents from prediction")
  func shortcuts() async throws {
    let text = """
      shortcuts: true
      intents:
        Lights: { phrases: [lights on], response: Lit. }
        Alarm: { phrases: [alarm off], response: Off., prediction: false }
      """
    let assistant = try load(text)
    #expect(assistant.intents.filter { !$0.isEligibleForPrediction }.map(\.name).contains("Alarm"))
    #expect(assistant.intent(named: "Lights")?.isEligibleForPrediction == true)
    let memory = try AssistantMemory.inMemory(assistant: assistant.name)
    let runtime = IntentRuntime(assistant: assistant, memory: memory, logger: logger)
    _ = try await runtime.shortcuts.add(phrase: "good evening", steps: [try await runtime.freeze("lights on")])
    #expect(try await runtime.grammar().phrases.contains { $0.text == "good evening" })
    #expect(await runtime.perform(IntentRequest(intent: "ListShortcuts")).dialog.contains("good evening"))
    #expect(try load(text.replacing("shortcuts: true", with: "shortcuts: false")).intents.map(\.name) == ["Lights", "Alarm"])
  }

  @Test(
    "Every fault is reported with its line and a remedy",
    arguments: [
      ("intents:\n  A:\n    phrases: [\"a\"\n", 3, "YAML error: a list has no closing ]"),
      ("intents:\n\tA:\n    phrases: [a]", 2, "a tab is used for indentation; use spaces"),
      ("intents: " + String(repeating: "[", count: 20_000), 1, "nested too deeply"),
      ("intents:\n  A:\n    phrases: [@a]", 3, "put it in quotes"),
      ("intents:\n  A:\n    phrases: [*a]", 3, "put a text that begins with * in quotes"),
      ("intents:\n  A:\n   phrases: [a]\n    response: ok", 4, "the indentation does not match"),
      ("intents:\n  A:\n    phrases: [~]\n    response: ok", 3, "YAML reads ~, null and an empty value as nothing"),
      ("intents:\n  A:\n    phrases:\n    - a\n    -\n    response: ok", 5, "put a text in quotes, or remove the entry"),
      (
        "intents:\n  A:\n    phrases: [\"go <a>\"]\n    response: ok\nrules:\n  b: x\n  a: \"home <c>\"\n  c: \"or <a>\"", 7,
        "the rule <a> refers to itself: a → c → a"
      ),
      ("intents:\n  A:\n    phrases: [go]\n    response: ok\nrules:\n  a: <a>", 6, "the rule <a> refers to itself: a → a"),
      ("intents:\n  A:\n    phrases: [a]\n    response: b\n  A:\n    phrases: [c]\n    response: d", 5, "twice"),
      ("intents:\n  A:\n    phrases: [\"on {light}\"]\n    response: b", 3, "{light}"),
      ("intents:\n  A:\n    phrases: [\"on {light}\"]\n    response: b\nlists:\n  light: []", 6, "is empty"),
      ("intents:\n  A:\n    phrases: [\"on (a\"]\n    response: b", 3, "no \")\""),
      ("intents:\n  A:\n    phrases: [on]\n    response: \"{{nothing}}\"", 4, "{{nothing}}"),
      ("intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: \"On {l}.\"\nlists:\n  l: [a]", 4, "write {{l}}"),
      (
        "intents:\n  A:\n    phrases: [\"on {plant-name}\"]\n    response: \"On {{plant-nam}}.\"\nlists:\n  plant-name: [a]", 4,
        "{{plant-nam}} is not one of the intent's parameters"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {plant-name}\"]\n    response: \"On {plant-name}.\"\nlists:\n  plant-name: [a]", 4,
        "write {{plant-name}}"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: \"On {{capitalized(lowercased(x))}}.\"\nlists:\n  l: [a]", 4,
        "{{x}} is not one of the intent's parameters"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: b\nlists:\n  l:\n    - plain\n    - room {l}", 8,
        "\"room {l}\" in the list \"l\" has the slot {l}"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: b\nlists:\n  l: [{ id: a, spoken: \"a {m}\" }]\n"
          + "  m: [{ id: b, spoken: \"b {l}\" }]", 7, "has the slot {l}"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: b\nlists:\n  l:\n    - { id: a, spoken: [b, to <r>] }\n"
          + "rules:\n  r: <s> now\n  s: \"({0..9:n})\"", 7, "has the slot {n} through the rule <r>"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: b\nlists:\n  l:\n    - { id: q3, spoken: a <rr> }", 7,
        "the rule <rr> is not defined"
      ),
      ("intents:\n  A:\n    phrases: [on]\n    respond: b", 4, "no key \"respond\""),
      ("intentz:\n  A:\n    phrases: [on]\n    response: b", 1, "no key \"intentz\""),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\n    handlers:\n      command: [echo]", 5, "no key \"handlers\""),
      (
        "intents:\n  A:\n    phrases: [on]\n    handler:\n      home-assistant:\n        service: a.b\n        target:\n          room:\n"
          + "            - a", 8, "no key \"room\""
      ),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: b\n    relevant:\n      place: a\n      values:\n        x:\n          y",
        8,
        "\"x\" is not a parameter of A"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on <nope>\", \"off {x}\"]\n    response: b", 3,
        "the rule <nope> is not defined; the file has no \"rules\""
      ),
      (
        "intents:\n  A:\n    phrases: [\"on <a>\", \"off {x}\"]\n    response: b\nrules:\n  a: go <b>", 6,
        "the rule <b> is not defined; the rules are: a"
      ),
      (
        "intents:\n  A:\n    phrases: []\n    response: b\n  B:\n    phrases: [\"(\"]\n    response: b", 3, "A has no \"phrases\""
      ),
      ("intents:\n  A:\n    phrases: [on]", 3, "no \"response\""),
      ("intents:\n  A:\n    response: b", 3, "no \"phrases\""),
      ("shortcuts: perhaps\nintents:\n  A:\n    phrases: [on]\n    response: b", 1, "true or false"),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\n    prediction: 2", 5, "true or false"),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\n    confirm: true", 5, "the question itself, as in \"Shall I?\""),
      ("language: de\nintents:\n  A:\n    phrases: [on]\n    response: b", 1, "English"),
      (
        "intents:\n  A:\n    phrases: [on]\n    parameters:\n      x: { list: l }\n    response: b\nlists:\n  l: [a]", 5,
        "never be filled"
      ),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l: [a, a]", 6, "twice"),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - { id: x, spoken: [y], pronunciation: { y: \"\" } }",
        7, "no phones"
      ),
      ("", 1, "the file is empty"), ("# nothing", 1, "the file is empty"), ("just text", 1, "the file contains a text"),
      ("- intents\n- lists", 1, "the file contains a list"), ("[]", 1, "the file contains a list"),
      ("intents:\n  A:\n    phrases: [on]\n    # \0\n    response: b", 4, "a NUL byte"),
      ("intents:\n  A:\n    phrases: [on]\n    response: \"b\u{1B}\"", 4, "control character 27"),
      ("intents:\n  A:\n    phrases: [on]\n    response: \"It is {{x\"", 4, "no \"}}\" for the \"{{\" at character 7"),
      (
        "intents:\n  A:\n    phrases: [\"on {n}\"]\n    response: \"{{#n}}on\"\nlists:\n  n: [a]", 4,
        "is not closed by {{/name}}"
      ),
      (
        "intents:\n  A:\n    phrases:\n      - turn off\n      - turn on: the lamp\n    response: b", 5,
        "quotes: \"turn on: the lamp\""
      ),
      ("intents:\n  A:\n    phrases:\n      - {room}\n    response: b\nlists:\n  room: [a]", 4, "quotes: \"{room}\""),
      ("intents:\n  A:\n    phrases:\n      - on\n      - [turn on]\n    response: b", 5, "quotes: \"[turn on]\""),
      ("intents:\n  A:\n    phrases:\n      turn on: the lamp\n    response: b", 4, "quotes: \"turn on: the lamp\""),
      ("intents:\n  A:\n    phrases:\n      - [the] lamp\n    response: b", 4, "\"[please] turn on\""),
      ("wake: [hey you, { a: b }]\nintents:\n  A:\n    phrases: [on]\n    response: b", 1, "must be a text"),
      ("intents:\n  A:\n    phrases: [on]\n    response:\n      You said: on", 5, "quotes: \"You said: on\""),
      ("intents:\n  A:\n    title: { a: b }\n    phrases: [on]\n    response: b", 3, "quotes"),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - room: kitchen", 7, "quotes: \"room: kitchen\""),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - { id: x, spoken: [a, { b: c }] }", 7,
        "quotes: \"b: c\""
      ),
      ("intents:\n  A:\n    phrases: [on <r>]\n    response: b\nrules:\n  r: { a: b }", 6, "quotes: \"a: b\""),
      (
        "wake: [{ phrase: hey you, assistants: [] }]\nintents:\n  A:\n    phrases: [on]\n    response: b", 1, "names no assistant"
      ),
      ("spoken: ['!']\nintents:\n  A:\n    phrases: [on]\n    response: b", 1, "is not a name"),
      ("wake: [a]", 1, "\"intents:\" is missing"),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\n    confirm: \"{{nothing}}\"", 5, "{{nothing}}"),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\n    authentication: maybe", 5, "\"required\""),
      (
        "intents:\n  A:\n    phrases: [\"pay {x}\"]\n    parameters:\n      x: { type: amount }\n    authentication: required\n"
          + "    handler: { command: [echo, \"--sum={x}\"] }", 7, "private {x}"
      ),
      ("intents:\n  A:\n    phrases: [on]\n    response: 'It's on'", 4, "ends at the next quotation mark of its kind"),
      ("intents:\n  A:\n    phrases: ['it's on']\n    response: b", 3, "ends at the next quotation mark of its kind"),
      ("intents:\n  A:\n    phrases: [on]\n    response: {{x}} is on", 4, "put a text that begins with a bracket in quotes"),
      ("intents:\n  A:\n    phrases: [turn on {x}]\n    response: b", 3, "put a text with brackets in quotes"),
      ("intents:\n  A:\n    phrases:\n    -on\n    response: b", 4, "put a space after the \"-\""),
      ("intents:\n  A:\n    phrases:[\"on\"]\n    response: b", 4, "put a space after the colon of a key"),
      ("intents:\n  A:\n    phrases: [on]\n    response: > on", 4, "a text after > or | begins on the next line"),
      ("intents:\n  A:\n    title: \"on\n    phrases: [on]\n    response: b", 3, "is not closed before the file ends"),
      ("intents:\n  A:\n    phrases: [on]\n\u{A0}\u{A0}\u{A0}\u{A0}response: b", 4, "only looks like a space"),
      ("intents:\n  \"A\":\n    phrases: [a]\n    response: b\n  'A':\n    phrases: [c]\n    response: d", 5, "twice"),
      (
        "intents:\n  A: &a\n    phrases: [on]\n    response: b\n  B:\n    <<: *a\n    phrases: [off]", 6, "cannot be merged"
      ),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - { id: \"\", spoken: red }", 7, "has no \"id\""),
      ("intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - { id: , spoken: red }", 7, "has no \"id\""),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: b\nlists:\n  l:\n    - [alex carter, alex]", 7,
        "a value of the list \"l\" must be a text or a mapping, as in { id:"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {x}\"]\n    parameters:\n      x: { type: day, default: \"\" }\n    response: b", 5,
        "the default of x is empty"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {x}\"]\n    parameters:\n      x: { type: day, prompt: \"Which {{x}}?\" }\n    response: b",
        5, "write it without {{x}}"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {x}\"]\n    parameters:\n      x: { type: day }\n    response: b\n    summary: \"On {{x}}\"",
        7, "write {x}"
      ),
      (
        "intents:\n  AddShortcut:\n    phrases: [on]\n    response: b\nshortcuts: true", 5,
        "\"shortcuts\" adds an intent AddShortcut"
      ),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: b\npronunciations:\n  on: AO N\n  on it: AO N IH T", 7,
        "is not one word"
      ),
      ("wake:\n  - phrase:\nintents:\n  A:\n    phrases: [on]\n    response: b", 2, "has no words"),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let error = #expect(throws: IntentsFileError.self) { try load(text) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == line, "\(fault)")
    #expect(fault.location.file.hasSuffix("test.intents.yaml"))
    #expect(error?.code == .invalid)
  }

  @Test("All faults of a file are reported at once, in the order of their lines")
  func allFaults() throws {
    let error = #expect(throws: IntentsFileError.self) {
      try load("wak: x\nintents:\n  A:\n    phrases: [\"(\"]\n    respons: y\n")
    }
    #expect(error?.faults.map(\.location.line) == [1, 4, 5, 5] || error?.faults.map(\.location.line) == [1, 4, 4, 5])
  }

  @Test(
    "A fault has no other faults as its consequences",
    arguments: [
      ("phrases: [go]\n    handler: ./go.sh", "the handler of A must be { command: [program, argument, …] }"),
      ("phrases: [go]\n    handler: { shell: go }", "no key \"shell\""),
      (
        "phrases: [go]\n    handler: { command: [./none.sh] }\n    response: \"{{x}}\"\n    card: { title: \"{{y}}\" }",
        "no program"
      ),
      ("phrases: [\"(go {x}\"]\n    response: \"{{x}}\"\n    confirm: \"{{x}}?\"\n    summary: \"{x}\"", "no \")\""),
      ("phrases: [\"(go {x}\"]\n    handler: { command: [echo, \"{x}\"] }", "no \")\""),
      ("phrases: [\"(go {x}\"]\n    parameters: { x: { type: day } }\n    response: \"{{x}}\"", "no \")\""),
      ("phrases: [\"go <x>\"]\n    response: \"{{x}}\"", "the rule <x> is not defined"),
      ("phrases: [\"go <r>\"]\n    response: \"{{x}}\"\nrules:\n  r: \"({x}\"", "no \")\""),
      (
        "phrases: [\"(go {x}\"]\n    response: b\n    activity: { type: t, title: \"{{x}}\" }\n"
          + "activities: { t: { open: \"https://a.example/{x}\" } }", "no \")\""
      ),
      ("phrases: [\"(go {x}\"]\n    response: b\n    relevant: { place: a, values: { x: y } }", "no \")\""),
    ])
  func consequences(intent: String, reason: String) throws {
    let error = #expect(throws: IntentsFileError.self) { try load("intents:\n  A:\n    \(intent)") }
    #expect(error?.faults.count == 1 && error?.faults.first?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("A response of an intent with Hermes skills may use only parameters")
  func delegatedNames() throws {
    let error = #expect(throws: IntentsFileError.self) {
      try load("intents:\n  A:\n    phrases: [go]\n    handler: hermes\n    response: \"{{x}}\"")
    }
    #expect(
      error?.description.contains(":5: {{x}} is not one of the intent's parameters") == true, "\(String(describing: error))")
  }

  @Test(
    "A part that can never be used is a warning with its place",
    arguments: [
      ("phrases: [\"tell {w} and {w} now\"]", "3: a sentence of \"tell {w} and {w} now\" has {w} twice"),
      ("phrases: [\"tell <two>\"]", "3: a sentence of \"tell <two>\" has {w} twice"),
      ("phrases: [\"tell ({w};and {w})\"]", "3: a sentence of"), ("phrases: [\"tell [{w} {w}|me]\"]", "3: a sentence of"),
      ("phrases: [\"tell ({w} and {w}|{w})\"]", "3: a sentence of"), ("phrases: [\"tell ({w}|{w} now)\"]", nil),
      ("phrases: [\"[in {w}] tell me [in {w}]\"]", nil), ("phrases: [\"[in {w}] tell {w}\"]", nil),
      ("phrases: [\"tell {w} and {w}\"]\n    parameters: { w: { multiple: true } }", nil),
      ("phrases: [\"tell {w}\"]", nil),
    ] as [(String, String?)])
  func repeatedSlots(intent: String, warning: String?) throws {
    let text = "intents:\n  A:\n    \(intent)\n    response: b\nlists: { w: [me, you] }\nrules: { two: \"{w} and {w}\" }"
    let folder = try TemporaryFolder()
    let warnings = try IntentsFile.contents(path: folder.write(text, to: "test.intents.yaml")).warnings
    #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
    if let warning { #expect(warnings.first?.contains("test.intents.yaml:\(warning)") == true, "\(warnings)") }
  }

  @Test(
    "A part that hardly does what its author means is a warning with its place",
    arguments: [
      (
        "phrases: [\"note {w}\"]\n    handler: { command: [sh, -c, \"echo {w}\"] }",
        "4: the value of {w} becomes a part of the script"
      ),
      ("phrases: [\"note {w}\"]\n    handler: { command: [sh, -c, 'echo \"$1\"', sh, \"{w}\"] }", nil),
      (
        "phrases: [\"note {w}\"]\n    handler: { command: [cat, ~/notes.txt] }",
        "4: \"~/notes.txt\" is passed as it is written"
      ),
      ("phrases: [\"note {w}\"]\n    handler: { command: [cat, \"{w}~/\"] }", nil),
      (
        "phrases: [\"{w} to {0..100:n}\"]\n    parameters: { n: { type: number, range: [0, 50] } }",
        "4: phrases have numbers from 0 to 100 for n"
      ),
      ("phrases: [\"{w} to {5..50,5:n}\"]\n    parameters: { n: { type: number, range: [0, 50] } }", nil),
      ("phrases: [\"{w} to {0..9,0.5:n}\"]\n    parameters: { n: { type: number, range: [0, 9], step: 0.5 } }", nil),
      ("phrases: [go]", "6: the list \"w\" is not used"),
      ("phrases: [go]\n    handler: { command: [cat] }\n    returns: w", nil),
    ] as [(String, String?)])
  func doubts(intent: String, warning: String?) throws {
    let handler = intent.contains("handler:") ? "" : "\n    handler: none"
    let text = "intents:\n  A:\n    \(intent)\(handler)\n    response: b\nlists: { w: [me, you] }"
    let folder = try TemporaryFolder()
    let warnings = try IntentsFile.contents(path: folder.write(text, to: "test.intents.yaml")).warnings
    #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
    if let warning { #expect(warnings.first?.contains("test.intents.yaml:\(warning)") == true, "\(warnings)") }
  }

  @Test("An empty prompt or title counts as a missing one", arguments: ["", "\"\"", "~"])
  func emptyTexts(_ empty: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      intents:
        Do:
          title: \(empty)
          phrases: ["do [{thing}]"]
          parameters:
            thing:
              required: true
              title: \(empty)
              prompt: \(empty)
          suggestedPhrase: \(empty)
          response: Done.
      lists: { thing: [one, two] }
      """, to: "test.intents.yaml")
    let intent = try #require(try IntentsFile.contents(path: path).intents.first)
    #expect(intent.title == "Do" && intent.suggestedPhrase == nil)
    #expect(intent.parameters.first?.title == "thing" && intent.parameters.first?.prompt == nil)
  }

  @Test(
    "A value whose names all belong to others is a warning with its place, and the file is usable",
    arguments: [
      ("[{ id: a, spoken: milk }, { id: b, spoken: milk }]", "\"b\" of the list \"w\" is never understood"),
      ("[milk, Milk]", "because its name belongs to \"milk\""), ("[{ id: milk }, { id: b, spoken: milk }]", "\"b\" of the list"),
      ("[{ id: a, spoken: milk }, { id: b, spoken: [milk, dairy] }]", nil),
      ("[{ id: a, spoken: [milk, dairy] }, { id: b, spoken: [\"dairy\", milk] }]", nil),
      ("[{ id: a, spoken: milk }, { id: b, spoken: \"milk[s]\" }]", nil), ("[{ id: a, spoken: \"\" }, b]", nil),
    ] as [(String, String?)])
  func unreachable(list: String, warning: String?) async throws {
    let assistant = try load("intents:\n  A: { phrases: [\"get [{w}]\"], response: \"Got {{w}}.\" }\nlists:\n  w: \(list)")
    #expect(assistant.warnings.count == (warning == nil ? 0 : 1), "\(assistant.warnings)")
    if let warning { #expect(assistant.warnings.first?.contains(":4: ") == true && assistant.warnings[0].contains(warning)) }
    #expect(try await response(assistant, "get").hasPrefix("Got "))
  }

  @Test("JSON may escape a character as a surrogate pair, and a backslash before such an escape")
  func surrogatePairs() async throws {
    let assistant = try load(
      #"""
      {"intents": {"A": {"phrases": ["go"], "response": "\ud83c\udf73 \uD83C\uDF73 kitchen \u00e9 \\ud83c\\udf73 \\\ud83c\udf73"}}}
      """#)
    #expect(try await response(assistant, "go") == #"🍳 🍳 kitchen é \ud83c\udf73 \🍳"#)
    #expect(throws: IntentsFileError.self) { try load(#"{"intents": {"A": {"phrases": ["go"], "response": "\ud83c"}}}"#) }
  }

  @Test("A missing file, a folder and a file that is not text are rejected")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: folder.path + "/none.yaml") }
    #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: folder.path) }
    let binary = try folder.write(Data([0xFF, 0xFE, 0x00, 0xD8]), to: "binary.yaml")
    #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: binary) }
    let latin = try folder.write(Data("intents:\n  A: Caf".utf8) + [0xE9], to: "latin.yaml")
    let error = #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: latin) }
    #expect(error?.description.hasSuffix("latin.yaml:2: this is not UTF-8 text; save the file as UTF-8") == true)
  }

  @Test("An assistant has spoken names, and wake phrases for some assistants")
  func names() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      wake: [hey assistant, { phrase: hey garden, assistants: [garden, pond] }, { phrase: hello }]
      spoken: [garden, my garden]
      intents:
        Water:
          phrases: [water the roses]
          response: Done.
      """, to: "garden.intents.yaml")
    let assistant = try IntentsFile.load(path: path, named: "garden")
    #expect(assistant.name == "garden")
    #expect(assistant.wakePhrases == ["hey assistant", "hey garden", "hello"])
    #expect(assistant.wakeScopes == ["hey garden": ["garden", "pond"]])
    #expect(assistant.spokenNames == ["garden", "my garden"])
    #expect(assistant.title == "Garden")
  }
}
