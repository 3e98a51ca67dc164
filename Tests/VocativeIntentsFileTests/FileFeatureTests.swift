import Foundation
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport

@Suite("Features, relevance and activities of intents files")
struct FileFeatureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func runtime(_ text: String) async throws -> IntentRuntime {
    let assistant = try IntentsFile.load(
      path: folder.write(text, to: "garden.intents.yaml"), named: "garden", logger: .silent)
    let memory = try AssistantMemory.inMemory(assistant: assistant.name)
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    let runtime = IntentRuntime(
      assistant: assistant, memory: memory,
      observers: [ActivityObserver(activities: memory.activities, logger: .silent)],
      limits: limits, logger: .silent)
    try await runtime.prepare()
    return runtime
  }

  private static func garden(_ intent: String, _ top: String = "") -> String {
    """
    intents:
      Water:
        title: Water a plant
        phrases: ["water the {plant}"]
        parameters: { plant: { list: plants, required: true, prompt: "Which plant?" } }
        response: "I water the {{plant}}."
        \(intent)
    lists: { plants: [fern, { id: ivy, spoken: ["poison ivy"] }] }
    \(top)
    """
  }

  @Test("A feature of the file asks for its permission, and is turned off and on")
  func features() async throws {
    let record = try folder.write("la", to: "record")
    let runtime = try await runtime(
      Self.garden(
        "feature: Watering",
        "features: { Watering: { file: \"\(record)\", ask: \"May I use the pump?\" } }"))
    let request = IntentRequest(intent: "Water", values: ["plant": "fern"])
    #expect(await runtime.perform(request).question?.dialog == "May I use the pump?")
    try await runtime.set(true, forFeature: "Watering")
    #expect(await runtime.perform(request).dialog == "I water the fern.")
    try await runtime.set(false, forFeature: "Watering")
    #expect(await runtime.perform(request).dialog == "Watering is turned off.")
  }

  @Test("The file of a feature is relative to the folder of the intents file")
  func relativeFile() async throws {
    try folder.write("la", to: "data/record")
    let request = IntentRequest(intent: "Water", values: ["plant": "fern"])
    let text = Self.garden("feature: Watering", "features: { Watering: { file: data/record } }")
    #expect(try await runtime(text).perform(request).dialog == "I water the fern.")
    let missing = try await runtime(text.replacing("data/record", with: "none")).perform(request).dialog
    #expect(missing.hasPrefix("The file /") && missing.hasSuffix("/none is missing."), "\(missing)")
    let path = try folder.write(text.replacing("data/record", with: "~/record"), to: "garden.intents.yaml")
    let error = #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: path) }
    #expect(
      error?.description.contains(":9: no shell replaces the beginning of \"~/record\"") == true, "\(String(describing: error))")
  }

  @Test("A feature that is not enabled says so until it is turned on")
  func disabled() async throws {
    let runtime = try await runtime(
      Self.garden("feature: Watering", "features: { Watering: { enabled: false } }"))
    let request = IntentRequest(intent: "Water", values: ["plant": "fern"])
    #expect(await runtime.perform(request).dialog == "Watering is turned off.")
    try await runtime.set(true, forFeature: "garden.Watering")
    #expect(await runtime.perform(request).dialog == "I water the fern.")
  }

  @Test("A relevant intent is suggested at its time and place, with its values")
  func relevance() async throws {
    let runtime = try await runtime(
      Self.garden(
        "relevant: [{ from: \"07:00\", to: \"09:00\", days: weekdays, place: balcony, values: { plant: ivy } }, { routine: evening }]"
      ))
    let memory = try runtime.memory
    func titles(_ day: Int, _ hour: Int, _ place: String?) async throws -> [String] {
      let date = UTC.date(2026, 5, day, hour)
      return try await memory.shortcutSuggestions(at: date, place: place, calendar: UTC.calendar)
        .map {
          "\($0.shortcut.title) (\($0.reason))"
        }
    }
    #expect(
      try await titles(4, 8, "balcony") == [
        "Water a plant: poison ivy (relevant now: at this time, relevant here: balcony)"
      ])
    #expect(try await titles(4, 8, nil).isEmpty, "both conditions must be met")
    #expect(try await titles(9, 8, "balcony").isEmpty, "Saturday")
    #expect(try await titles(9, 18, nil) == ["Water a plant (relevant now: evening)"])
  }

  @Test("The suggested phrase of an intent without values is suggested")
  func suggestedPhrase() async throws {
    let runtime = try await runtime(
      "intents: { All: { title: Water all, phrases: [water all], suggestedPhrase: garden time, response: Done. } }"
    )
    let suggestions = try await runtime.memory.shortcuts.suggestions()
    #expect(suggestions.map(\.suggestedInvocationPhrase) == ["garden time"])
    #expect(suggestions.map(\.title) == ["Water all"])
  }

  @Test(
    "An answer leads to an activity at once, after a question, or later",
    arguments: ["now", "ask", "later"])
  func activities(time: String) async throws {
    let seen = folder.path + "/seen"
    let program = try folder.script("printf '%s' \"$1\" > '\(seen)'", named: "show")
    let runtime = try await runtime(
      Self.garden(
        "activity: { type: plant, title: \"Show the {{plant}}\", continue: \(time) }",
        "activities: { plant: { command: [\"\(program)\", \"{plant}\"], for: [search, handOff] } }")
    )
    let outcome = await runtime.perform(IntentRequest(intent: "Water", values: ["plant": "ivy"]))
    #expect(FileManager.default.fileExists(atPath: seen) == (time == "now"))
    if time == "ask" {
      #expect(outcome.question?.dialog == "I water the poison ivy. Should I open it?")
    }
    if time == "now" { #expect(try String(contentsOfFile: seen, encoding: .utf8) == "ivy") }
    guard time != "ask" else { return }
    let entry = try #require(
      try await runtime.memory.activities.entries(eligibleFor: .handOff).first)
    #expect(entry.activity.title == "Show the poison ivy")
    #expect(await runtime.continueActivity(entry.activity).code == .success)
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "ivy")
  }

  @Test("An answer that leads to an activity keeps the value of its handler", arguments: ["now", "later"])
  func returnedValue(time: String) async throws {
    let handler = try folder.script(#"echo '{"value": "ivy"}'"#, named: "handler.sh")
    let program = try folder.script("exit 0", named: "show")
    let runtime = try await runtime(
      Self.garden(
        """
        returns: plants
            handler: { command: ["\(handler)"], timeout: 300 }
            activity: { type: plant, title: "Show the {{plant}}", continue: \(time) }
        """,
        "activities: { plant: { command: [\"\(program)\"], for: [handOff] } }"))
    let outcome = await runtime.perform(IntentRequest(intent: "Water", values: ["plant": "fern"]))
    let response = try #require(outcome.answers.first?.response)
    #expect(response.code == (time == "now" ? .continueInApp : .success))
    #expect(response.activity?.title == "Show the fern")
    #expect(response.value?.identifier == "ivy")
  }

  @Test(
    "A fault names its line and the remedy",
    arguments: [
      ("feature: Watering", "\"Watering\" of Water is not one of the features; there are none"),
      (
        "relevant: { from: \"7\", to: \"09:00\" }",
        "\"7\" is not a time from 00:00 to 23:59, as in \"07:30\""
      ),
      ("relevant: { from: \"07:00\" }", "a time needs both \"from\" and \"to\""),
      ("relevant: { days: [someday] }", "\"days\" is weekdays, weekend, all or a list of days"),
      ("relevant: { routine: party }", "there is no routine \"party\"; the routines are: morning"),
      ("relevant: { place: balcony, values: { pot: red } }", "\"pot\" is not a parameter of Water"),
      (
        "relevant: { place: balcony, values: { plant: oak } }",
        "\"oak\" is not in the list \"plants\"; its values are: fern, ivy"
      ),
      ("relevant: {}", "needs a time (from, to, days), a place or a routine"),
      (
        "activity: { type: plant, title: x }",
        "\"plant\" is not one of the activities; there are none"
      ),
      ("activity: { type: plant }", "needs a \"type\" and a \"title\""),
      ("card: { rows: [] }", "the card of Water needs a \"title\""),
      ("card: yes", "\"the card of Water\" must be a YAML mapping"),
      ("card: { title: x, image: y }", "has no key \"image\"; the keys are: title, rows, progress"),
      ("card: { title: x, rows: y }", "must be a list of { label: …, value: … }"),
      ("card: { title: x, rows: [{ label: y }] }", "needs a \"label\" and a \"value\""),
      ("card: { title: \"{{nothing}}\" }", "is not one of the intent's parameters"),
      ("card: { title: x, progress: y }", "the progress of the card of Water is not a number such as 0.5"),
      ("card: { title: x, progress: \"50%\" }", "is not a number such as 0.5"),
      ("card: { title: x, progress: -0.5 }", "is not a number such as 0.5"),
      ("card: { title: x, progress: \"{{plant}}%\" }", "is not a number such as 0.5"),
    ])
  func faults(line: String, reason: String) throws {
    let error = try #require(throws: IntentsFileError.self) {
      try IntentsFile.load(
        path: folder.write(Self.garden(line), to: "garden.intents.yaml"), logger: .silent)
    }
    #expect("\(error)".contains(":7: ") && "\(error)".contains(reason), "\(error)")
  }

  @Test(
    "A value of a private intent may not be an argument of the program that continues its activity",
    arguments: [
      ("command: [/bin/echo, \"{plant}\"]", "the program receives it as JSON on its standard input"),
      ("open: \"https://a.example/{plant}\"", "a \"command\" instead of \"open\" receives it as JSON on its standard input"),
    ])
  func privateArguments(continuation: String, remedy: String) throws {
    func load(_ authentication: String) throws {
      let use = "authentication: \(authentication)\n    activity: { type: plant, title: x }"
      let text = Self.garden(use, "activities:\n  plant:\n    \(continuation)")
      _ = try IntentsFile.load(path: folder.write(text, to: "garden.intents.yaml"), logger: .silent)
    }
    try load("none")
    let error = try #require(throws: IntentsFileError.self) { try load("required") }
    #expect("\(error)".contains("so the private {plant} is not allowed there; \(remedy)"), "\(error)")
  }

  @Test("A slot in the address of an activity that is not a parameter is reported with its line")
  func unknownSlot() throws {
    let text = Self.garden(
      "activity: { type: plant, title: x }", "activities: { plant: { open: \"https://a.example/{pot}\" } }")
    let error = try #require(throws: IntentsFileError.self) {
      try IntentsFile.load(path: folder.write(text, to: "garden.intents.yaml"), logger: .silent)
    }
    #expect("\(error)".contains(":9: {pot} is not one of the intent's parameters; they are: plant"), "\(error)")
  }

  @Test(
    "A fault of a feature or an activity names the remedy",
    arguments: [
      (
        "features: { Watering: { ask: \"May I?\" } }",
        "\"ask\" asks for the use of \"network\", \"microphone\" or \"file\""
      ),
      (
        "activities: { plant: { for: [search] } }",
        "needs either \"open\" with an address or \"command\" with a program"
      ),
      ("activities: { plant: { open: \"{plant}\" } }", "is not an address that can be opened"),
      ("activities: { plant: { open: \"http:/me:secret@a.example/{plant}\" } }", "\"…@a.example/{plant}\" is not an address"),
      (
        "activities: { plant: { open: \"https://a.example/\", for: [dance] } }",
        "is a list of: search, prediction, handOff"
      ),
    ])
  func topFaults(line: String, reason: String) throws {
    let error = try #require(throws: IntentsFileError.self) {
      try IntentsFile.load(
        path: folder.write(Self.garden("", line), to: "garden.intents.yaml"), logger: .silent)
    }
    #expect("\(error)".contains(reason), "\(error)")
  }
}
