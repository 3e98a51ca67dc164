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
      ("{ type: text }", .text), ("{ type: boolean }", .boolean), ("{ list: things }", .list("things")),
    ])
  func types(_ yaml: String, _ type: FileParameterType) throws {
    let intent = try intent(yaml)
    #expect(intent.parameters.map(\.type) == [type])
    #expect(intent.parameters.map(\.isSpelledOut) == [false])
    #expect(intent.requiresAuthentication)
    #expect(intent.confirmationText == "Shall I take {{x}}?")
  }

  @Test("Numbers that phrases spell out share the bounds of all phrases")
  func spelledOut() throws {
    let intent = try intent("{ title: X }", phrases: "[\"{0..10:x} up\", \"{20..50,5:x} down\"]")
    #expect(intent.parameters.map(\.type) == [.number(0...50)])
    #expect(intent.parameters.map(\.isSpelledOut) == [true])
  }

  @Test(
    "A default is stored as the identifier of a value",
    arguments: [
      ("{ list: things, default: ball }", "ball"), ("{ type: number, range: [0, 9], default: 7 }", "7"),
      ("{ type: boolean, default: yes }", "yes"), ("{ type: boolean, default: false }", "no"),
      ("{ type: amount, default: \"12.50\" }", "12.50"),
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
      ("{ list: nothing }", "not one of the lists"),
    ])
  func faults(_ yaml: String, _ reason: String) throws {
    let error = #expect(throws: IntentsFileError.self) { try intent(yaml) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == 7)
  }
}
