import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Parameters of intents files")
struct FileParameterTests {
  private func intent(_ parameters: String, phrases: String = "[\"go {x}\"]") throws -> IntentsFileContents.Intent {
    let folder = try TemporaryFolder()
    let text = """
      intents:
        Go:
          phrases: \(phrases)
          authentication: required
          confirm: "Shall I take {{x}}?"
          parameters:
            x: \(parameters)
          response: "Gone with {{x}}."
      lists:
        things: [bat, ball]
      """
    return try #require(try IntentsFile.contents(path: folder.write(text, to: "go.intents.yaml")).intents.first)
  }

  @Test(
    "A parameter can have a type instead of a list",
    arguments: [
      ("{ type: number, range: [-5, 100] }", FileParameterType.number(-5...100)), ("{ type: number }", .number(nil)),
      ("{ type: amount }", .amount), ("{ type: day }", .day), ("{ type: time }", .time), ("{ type: duration }", .duration),
      ("{ type: day-and-time }", .dayAndTime),
      ("{ type: text }", .text), ("{ type: boolean }", .boolean), ("{ list: things }", .list("things")),
    ])
  func types(_ yaml: String, _ type: FileParameterType) throws {
    let intent = try intent(yaml)
    #expect(intent.parameters.map(\.type) == [type])
    #expect(intent.parameters.map(\.spelledOut) == [nil])
    #expect(intent.requiresAuthentication)
    #expect(intent.confirmationText == "Shall I take {{x}}?")
  }

  @Test("Numbers that phrases spell out share the bounds of all phrases")
  func spelledOut() throws {
    let intent = try intent("{ title: X }", phrases: "[\"{0..10:x} up\", \"{20..50,5:x} down\"]")
    #expect(intent.parameters.map(\.type) == [.number(0...50)])
    #expect(intent.parameters.map { $0.spelledOut?.description } == ["0 to 50 in steps of 1"])
  }

  @Test(
    "Numbers have decimals if their step has",
    arguments: [
      ("{ type: number, range: [5, 30], step: 0.5 }", "[\"go {x}\"]", "5 to 30 in steps of 0.5"),
      ("{ type: number, range: [-0.5, 2], step: 0.25 }", "[\"go {x}\"]", "-0.5 to 2 in steps of 0.25"),
      ("{ title: X }", "[\"go {5..30,0.5:x}\"]", "5 to 30 in steps of 0.5"),
      ("{ title: X }", "[\"go {5..30,0.5:x}\", \"up {0..50,5:x}\", \"down {1.5..2,0.1:x}\"]", "0 to 50 in steps of 0.1"),
      (
        "{ title: X }", "[\"go {5..30,0.5:x}\", \"up {0..9223372036854775807,9223372036854775807:x}\"]",
        "0 to 999999 in steps of 0.5"
      ),
    ])
  func decimals(_ yaml: String, _ phrases: String, _ range: String) throws {
    let parameter = try #require(try intent(yaml, phrases: phrases).parameters.first)
    guard case .decimal(let decimals) = parameter.type else {
      Issue.record("\(parameter.type)")
      return
    }
    #expect(decimals.description == range)
    #expect(parameter.spelledOut == nil)
  }

  @Test(
    "A default is stored as the identifier of a value",
    arguments: [
      ("{ list: things, default: ball }", "ball"), ("{ type: number, range: [0, 9], default: 7 }", "7"),
      ("{ type: boolean, default: yes }", "yes"), ("{ type: boolean, default: false }", "no"),
      ("{ type: amount, default: \"12.50\" }", "12.50"), ("{ type: amount, default: 12.5 }", "12.5"),
      ("{ type: number, range: [0, 9], step: 0.5, default: 7.50 }", "7.5"),
      ("{ type: day, default: 2026-12-24 }", "2026-12-24"), ("{ type: day, default: next-thursday }", "next-thursday"),
      ("{ type: day, default: --02-29 }", "--02-29"), ("{ type: time, default: 08:30 }", "08:30"),
      ("{ type: day-and-time, default: tomorrowT07:30/19:30 }", "tomorrowT07:30/19:30"),
      ("{ type: duration, default: PT1H30M }", "PT1H30M"),
    ])
  func defaults(_ yaml: String, _ value: String) throws {
    #expect(try intent(yaml).parameters.map(\.defaultValue) == [value])
    // A default fills a parameter that no phrase mentions.
    #expect(try intent(yaml, phrases: "[go]").parameters.map(\.defaultValue) == [value])
  }

  @Test(
    "An invalid parameter declaration is a fault",
    arguments: [
      ("{ type: colour }", "the types are"), ("{ type: text, list: things }", "not both"),
      ("{ type: text, range: [0, 1] }", "range"),
      ("{ type: number, range: [9, 1] }", "two whole numbers"), ("{ type: number, range: 5 }", "two whole numbers"),
      ("{ type: number, range: [0, 9], default: 10 }", "outside"), ("{ type: number, default: many }", "whole number"),
      ("{ list: things, default: box }", "bat, ball"), ("{ type: boolean, default: perhaps }", "\"yes\" or \"no\""),
      ("{ type: number, range: [0.5, 9] }", "with decimals, it needs a \"step\""),
      ("{ type: number, step: 0.5 }", "needs a \"range\""),
      ("{ type: number, range: [0, 9], step: 0 }", "a step above 0"), ("{ type: text, step: 1 }", "has a \"step\""),
      ("{ type: number, range: [0, 9], step: 0.125 }", "up to two decimals"),
      ("{ type: number, range: [0, 9], step: 0.5, default: 0.3 }", "a number from 0 to 9 in steps of 0.5"),
      ("{ type: amount, default: 12.505 }", "must be an amount, as in \"12.50\""),
      ("{ type: day, default: someday }", "must be a day, as in 2026-12-24"),
      ("{ type: day, default: --02-30 }", "must be a day, as in 2026-12-24"),
      ("{ type: time, default: \"25:00\" }", "must be a time, as in \"08:30\""),
      ("{ type: day-and-time, default: 2026-12-24 }", "must be a day with a time"),
      ("{ type: day-and-time, default: 2026-12-24T18 }", "must be a day with a time"),
      ("{ type: duration, default: 5 minutes }", "must be a duration by ISO 8601, as in PT1H30M"),
      ("{ list: nothing }", "is not a list; the lists are: things"),
    ])
  func faults(_ yaml: String, _ reason: String) throws {
    let error = #expect(throws: IntentsFileError.self) { try intent(yaml) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == 7)
  }

  private func contents(_ phrases: String, _ parameters: String, list: String) throws -> IntentsFileContents {
    let folder = try TemporaryFolder()
    let text = """
      intents:
        Set:
          phrases: [\(phrases)]
          response: Set.
          parameters: { \(parameters) }
      lists:
        presets:
          - \(list)
      """
    return try IntentsFile.contents(path: folder.write(text, to: "set.intents.yaml"))
  }

  @Test(
    "A list that fills a parameter of another type has values of that type",
    arguments: [
      (#""to {0..100:x}", "to {presets:x}""#, "", "{ id: max, spoken: full }", "a whole number from 0 to 100"),
      (#""to {presets:x}", "to {0..100:x}""#, "x: { title: X }", "max", "a whole number from 0 to 100"),
      (#""to {0..100:x}", "to {presets:x}""#, "", "{ id: 101, spoken: full }", "a whole number from 0 to 100"),
      (#""to {0..100,5:x}", "to {presets:x}""#, "", "{ id: 33, spoken: a third }", "a number from 0 to 100 in steps of 5"),
      (#""to {presets:x}""#, "x: { type: number }", "max", "a whole number"),
      (#""to {presets:x}""#, "x: { type: number, range: [0, 9], step: 0.5 }", "{ id: 0.3, spoken: low }", "a number from 0 to 9"),
      (#""to {presets:x}""#, "x: { type: boolean }", "{ id: \"on\", spoken: on }", "\"yes\" or \"no\""),
      (#""to {presets:x}""#, "x: { type: day }", "christmas", "a day, as in"),
    ])
  func otherValues(_ phrases: String, _ parameters: String, _ value: String, _ form: String) throws {
    let error = #expect(throws: IntentsFileError.self) { try contents(phrases, parameters, list: value) }
    let fault = try #require(error?.faults.first, "\(String(describing: error))")
    #expect(fault.location.line == 8 && fault.reason.contains("in the list \"presets\" must be \(form)"), "\(fault)")
    #expect(fault.reason.contains("because phrases fill x of Set from this list") && error?.faults.count == 1, "\(fault)")
  }

  @Test(
    "A list may fill a parameter of another type with values of that type",
    arguments: [
      (#""to {presets:x}", "to {0..100:x}""#, "", "{ id: 100, spoken: full }"),
      (#""to {0..100,5:x}", "to {presets:x}""#, "x: { title: X }", "{ id: 35, spoken: low }"),
      (#""to {presets:x}""#, "x: { type: boolean }", "{ id: \"yes\", spoken: on }"),
      (#""to {presets:x}""#, "x: { type: day }", "{ id: --12-24, spoken: christmas eve }"),
      (#""to {presets:x}""#, "x: { type: text }", "anything"), (#""to {presets:x}""#, "x: { list: presets }", "anything"),
    ])
  func valuesOfType(_ phrases: String, _ parameters: String, _ value: String) throws {
    let parameter = try #require(try contents(phrases, parameters, list: value).intents.first?.parameters.first)
    #expect(parameter.otherLists == (parameter.type == .list("presets") ? [] : ["presets"]))
  }

  @Test("A parameter that phrases fill with numbers has no list of its own")
  func listOfNumbers() throws {
    let error = #expect(throws: IntentsFileError.self) {
      try contents(#""to {0..100:x}", "to {x}""#, "x: { list: presets }", list: "max")
    }
    #expect(error?.faults.map(\.location.line) == [5], "\(String(describing: error))")
    #expect(error?.faults.first?.reason.contains("phrases fill x of Set with numbers") == true, "\(String(describing: error))")
  }
}
