import Foundation
import IntentsGenerator
import Subprocess
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Swift from intents files")
struct IntentsGeneratorTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

  private func source(_ text: String, named name: String = "test.intents.yaml") throws -> String {
    let folder = try TemporaryFolder()
    return try IntentsGenerator(path: folder.write(text, to: name)).source()
  }

  @Test("The generated Swift of a file equals its fixture", arguments: ["home", "small"])
  func golden(_ name: String) throws {
    let source = try IntentsGenerator(path: Self.fixtures.appendingPathComponent("\(name).intents.yaml").path).source()
    let golden = try String(contentsOf: Self.fixtures.appendingPathComponent("\(name).swift"), encoding: .utf8)
    #expect(source == golden)
  }

  @Test("The committed source of the Notes assistant equals the generated one")
  func notes() throws {
    let folder = Repository.path("Sources/Assistants/Notes")
    let source = try IntentsGenerator(path: folder + "/presentation.intents.yaml").source()
    #expect(try String(contentsOfFile: folder + "/PresentationIntents.swift", encoding: .utf8) == source)
  }

  @Test("Numbers with decimals and days with a time are generated, and a dynamic list is refused")
  func values() throws {
    let source = try source(
      """
      intents:
        Heat:
          phrases: ["heat to {5..30,0.5:level} {when}"]
          parameters:
            level: { title: Level }
            when: { type: day-and-time, default: 2026-12-24T18:00 }
          response: Done.
      """)
    #expect(source.contains("@Parameter(title: \"Level\", in: 5...30, step: 0.5) public var level: Double\n"), "\(source)")
    #expect(
      source.contains("default: LocalTime(written: \"2026-12-24T18:00\")) public var when: LocalTime\n"), "\(source)")
    let error = try #require(throws: GenerationError.self) {
      try self.source(
        "intents:\n  Play: { phrases: [\"play {song}\"], response: Done. }\n"
          + "lists:\n  song: { values-from: { command: [cat] } }\n")
    }
    #expect("\(error)".contains(":4: the values of \"song\" come from outside"), "\(error)")
  }

  @Test("Ranges that end below zero are valid Swift")
  func negativeRanges() throws {
    let source = try source(
      """
      intents:
        Freeze:
          phrases: ["freeze to {-24..-16:level} [and {-2.5..-0.5,0.5:offset}]", "freeze by {-5..5:change}"]
          response: Done.
      """)
    #expect(source.contains("in: -24...(-16)) public var level: Int?"), "\(source)")
    #expect(source.contains("in: -2.5...(-0.5), step: 0.5) public var offset: Double?"), "\(source)")
    #expect(source.contains("in: -5...5) public var change: Int?"), "\(source)")
  }

  @Test("Several values, summaries and returned values are generated")
  func features() throws {
    let source = try source(
      """
      intents:
        Add:
          phrases: ["add {item}"]
          parameters: { item: { list: items, required: true, multiple: true } }
          summary: "Add {item}"
          returns: sizes
          response: Done.
      lists: { items: [milk, eggs], sizes: [small, large] }
      """)
    #expect(source.contains("public var item: [Items]\n"), "\(source)")
    #expect(source.contains("public static let parameterSummary: ParameterSummary<Add>? = \"Add {item}\""))
    #expect(source.contains("public static let resultValueType: (any ParameterValue.Type)? = Sizes.self"))
    #expect(source.contains("public enum Sizes: String, ParameterEnum"))
  }

  @Test("Generated source is valid Swift")
  func parses() async throws {
    let result = try await Subprocess.run(
      .name("swiftc"),
      arguments: ["-parse", "-swift-version", "6", Self.fixtures.appendingPathComponent("home.swift").path],
      output: .discarded, error: .string(limit: 1 << 16))
    #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
  }

  @Test(
    "Names that are not Swift identifiers are converted",
    arguments: [
      ("goal progress", "struct GoalProgress: Intent"), ("goal-progress", "struct GoalProgress: Intent"),
      ("goal_progress", "struct Goal_progress: Intent"), ("2048", "struct _2048: Intent"), ("größe", "struct Größe: Intent"),
      ("Type", "struct Type_: Intent"), ("🏖", "struct Unnamed: Intent"),
    ])
  func names(_ name: String, _ declaration: String) throws {
    let source = try source("intents:\n  \(name):\n    phrases: [on]\n    response: b")
    #expect(source.contains(declaration), "\(source)")
    #expect(source.contains("public static let name = \"\(name)\""))
  }

  @Test("Keywords are cases in backticks, and phrases refer to them without backticks")
  func keywords() throws {
    let source = try source(
      "intents:\n  A:\n    phrases: [\"be {in}\"]\n    response: b\nlists:\n  in: [switch, init, \"self\"]")
    for line in [
      "case `switch`\n", "case init_ = \"init\"\n", "case self_ = \"self\"\n", "\"be \\(\\.$in)\"", "public var `in`: In",
    ] {
      #expect(source.contains(line), "\(line) in \(source)")
    }
  }

  @Test(
    "A handler, a parameter or a value may have a name that the generated code needs itself",
    arguments: [
      ("Add", ["addValue: any AddHandling,", "add(addValue: addValue, to: &dependencies)"]),
      ("parts", ["partsValue: any PartsHandling,", "add(partsValue: partsValue, to: &dependencies)"]),
      ("await", ["`await`: any AwaitHandling,", "add(await: `await`, to: &dependencies)", "dependencies.add(`await` as any"]),
    ])
  func needed(_ intent: String, _ lines: [String]) throws {
    let source = try source(
      """
      intents:
        \(intent):
          phrases: ["on {l}", "call {donation-group}"]
          parameters: { donation-group: { type: text } }
          response: x
      lists: { l: [unsafe] }
      """)
    for line in lines + ["public var donationGroupValue: String?", "case `unsafe`\n"] {
      #expect(source.contains(line), "\(line) in \(source)")
    }
  }

  @Test(
    "Two colliding names are an error at the line of the second",
    arguments: [
      ("intents:\n  a b:\n    phrases: [on]\n    response: x\n  AB:\n    phrases: [off]\n    response: x", 6, "called AB"),
      ("intents:\n  A:\n    phrases: [\"{l}\"]\n    response: x\nlists:\n  l: [new york,\n    new-york]", 7, "called newYork"),
      ("intents:\n  L:\n    phrases: [\"{l}\"]\n    response: x\nlists:\n  l: [a]", 3, "called L"),
      ("intents:\n  NYC:\n    phrases: [on]\n    response: x\n  nyc:\n    phrases: [off]\n    response: x", 6, "called nyc"),
      ("intents:\n  Intent:\n    phrases: [on]\n    response: x", 3, "already the name of a type"),
      ("intents:\n  assistant part:\n    phrases: [on]\n    response: x", 3, "already the name of a type"),
      ("intents:\n  A:\n    phrases: [on]\n    response: x\n  AHandling:\n    phrases: [off]\n    response: x", 6, "AHandling"),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: x\n    parameters:\n      a b: { type: text, prompt: x }\n"
          + "      a-b: { type: text, prompt: x }", 7, "called aB"
      ),
      // Swift stores a property with a wrapper under its name after an underscore.
      (
        "intents:\n  A:\n    phrases: [on]\n    response: x\n    parameters:\n      x: { type: text, prompt: x }\n"
          + "      _x: { type: text, prompt: x }", 7, "called _x"
      ),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: x\n    parameters:\n      _x: { type: text, prompt: x }\n"
          + "      x: { type: text, prompt: x }", 7, "called _x"
      ),
      (
        "intents:\n  Test:\n    phrases: [on]\n    response: x\n  TestAssistant:\n    phrases: [off]\n    response: x", 6,
        "TestAssistant"
      ),
    ])
  func collisions(_ text: String, _ line: Int, _ reason: String) throws {
    let error = #expect(throws: GenerationError.self) { try source(text) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == line, "\(fault)")
    #expect(fault.location.file.hasSuffix("test.intents.yaml"))
    #expect(error?.faults.count == 1, "\(String(describing: error))")
  }

  @Test(
    "A part that Swift cannot express is an error at its line",
    arguments: [
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: x\n    confirm: \"{{#l}}x{{/l}}\"\nlists:\n  l: [a]", 3,
        "{{#l}}"
      ),
      (
        "intents:\n  A:\n    phrases: [on]\n    response: x\n    parameters:\n      d: { type: day, default: tomorrow }", 6,
        "tomorrow"
      ),
      (
        "intents:\n  A:\n    phrases: [\"on {l}\"]\n    response: x\nlists:\n  l: [{ id: a, spoken: \"(a;b;c;d;e)\" }]", 6,
        "list the names"
      ),
      (
        "intents:\n  A:\n    phrases: [\"to {0..9:n}\", \"to {l:n}\"]\n    response: x\nlists:\n  l: [{ id: 9, spoken: full }]",
        3, "phrases fill n with a whole number from 0 to 9 and from \"l\""
      ),
    ])
  func impossible(_ text: String, _ line: Int, _ reason: String) throws {
    let error = #expect(throws: GenerationError.self) { try source(text) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == line, "\(fault)")
  }

  @Test("An invalid file is rejected with its faults")
  func faults() {
    #expect(throws: IntentsFileError.self) { try source("intents:\n  A:\n    phrases: [on]") }
    #expect(throws: IntentsFileError.self) { try source("intents:\n  A:\n    phrases: [\"on <no>\"]\n    response: x") }
    #expect(throws: IntentsFileError.self) {
      try source("intents:\n  A:\n    phrases: [\"on <r>\"]\n    response: x\nrules:\n  r: \"a <r>\"")
    }
  }

  @Test("A parameter is optional if a phrase can omit it, unless it is always asked for")
  func optionals() throws {
    let source = try source(
      """
      intents:
        A: { phrases: ["a {l}", "b <r>"], response: x }
        B: { phrases: ["c [{l}]"], response: x }
        C: { phrases: ["d ({l}|e)"], response: x, parameters: { l: { required: true, prompt: "Which?" } } }
      lists: { l: [one, two] }
      rules: { r: "({l} x|y {l})" }
      """)
    let properties = source.split(separator: "\n").filter { $0.contains("public var l:") }.map { $0.suffix(3) }
    #expect(properties == [": L", " L?", ": L"])
  }
}
