import Foundation
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite("The volume, the speed and the voice")
struct SpeechControlTests {
  private let folder: TemporaryFolder
  private let log = RecordedLog()
  private var file: SpeechStyleFile { SpeechStyleFile(path: folder.path + "/state/speech.json") }

  init() throws { folder = try TemporaryFolder() }

  private func control(
    _ configured: SpeechStyle = SpeechStyle(), voices: [String] = ["slt", "awb", "rms"], hasSpeed: Bool = true
  ) -> SpeechControl {
    SpeechControl(
      configured: configured, abilities: .init(voices: voices, hasSpeed: hasSpeed), file: file, logger: log.logger)
  }

  /// The answers to typed sentences beside an assistant of one intent.
  private func answers(_ sentences: [String], to control: SpeechControl, phrase: String = "lights on") async throws -> [String] {
    let path = try folder.write(
      "language: en\nwake: [hey house]\nintents:\n  Lights:\n    title: Lights\n    phrases: [\"\(phrase)\"]\n    response: Done.\n",
      to: "house.intents.yaml")
    let assistant = try IntentsFile.load(path: path, named: "house", logger: log.logger)
    let runtime = IntentRuntime(
      assistants: [assistant], memory: try .inMemory(assistant: "house"), isGuided: true, additions: .speech(control),
      logger: log.logger)
    var conversation = TypedConversation(runtime: runtime)
    var answers: [String] = []
    for sentence in sentences {
      for event in try await conversation.say(sentence) {
        switch event.kind {
        case .responded(_, _, let dialog, _): answers.append(dialog)
        case .rejected: answers.append("rejected")
        default: break
        }
      }
    }
    return answers
  }

  @Test("A person changes the volume by its name", arguments: ["turn the volume", "turn volume", "volume"])
  func volume(words: String) async throws {
    let control = control()
    #expect(try await answers(["\(words) up", "\(words) down"], to: control) == ["OK, I'm louder now.", "OK, I'm quieter now."])
    let turned = try await answers(["turn up the volume", "turn down the volume"], to: control)
    #expect(turned == ["OK, I'm louder now.", "OK, I'm quieter now."])
    #expect(control.style.volume == 100)
  }

  @Test("A person changes the volume and the speed, up to the end of each scale")
  func scales() async throws {
    let control = control()
    let louder = try await answers(["louder", "speak up", "talk a bit louder"], to: control)
    #expect(louder == ["OK, I'm louder now.", "OK, I'm louder now.", "That's as loud as I get."])
    #expect(control.style.volume == 150)
    let slower = try await answers(["speak slower", "talk more slowly", "speak slower"], to: control)
    #expect(slower == ["OK, I'm slower now.", "OK, I'm slower now.", "That's as slow as I get."])
    #expect(control.style.speed == 50)
    #expect(try await answers(["speak normally"], to: control) == ["OK, back to normal."])
    #expect(control.style == SpeechStyle())
    let ends = try await answers(
      Array(repeating: "speak quieter", count: 5) + Array(repeating: "speak faster", count: 5), to: control)
    #expect(ends[4] == "That's as quiet as I get.")
    #expect(ends[9] == "That's as fast as I get.")
    #expect(control.style == SpeechStyle(volume: 10, speed: 200))
  }

  @Test("Another voice is the next one of the engine, and its description names its place")
  func voices() async throws {
    let control = control(SpeechStyle(voice: "awb"))
    let said = try await answers(["what's your voice", "use another voice", "use a different voice"], to: control)
    #expect(
      said == [
        "This is voice 2 of 3. My volume is 100 percent. My speed is 100 percent.", "How's this? It's voice 3 of 3.",
        "How's this? It's voice 1 of 3.",
      ])
    #expect(control.style.voice == "slt")
  }

  @Test("A speech service keeps its speed and its voice, and the answer says so")
  func service() async throws {
    let control = control(voices: [], hasSpeed: false)
    let said = try await answers(["speak slower", "use another voice", "what voice is this"], to: control)
    #expect(
      said == ["I can't change my speed. My speech service sets it.", "I only have this voice.", "My volume is 100 percent."])
  }

  @Test("Changes survive a restart, until a setting is configured anew")
  func restart() async throws {
    try await control().change { ($0.volume, $0.speed) = (125, 75) }
    #expect(control().style == SpeechStyle(volume: 125, speed: 75))
    #expect(control(SpeechStyle(volume: 60)).style == SpeechStyle(volume: 60, speed: 75))
    #expect(log.messages.isEmpty)
  }

  @Test("A program with other settings changes its own values only, and those of other programs survive")
  func otherSettings() async throws {
    try await control(SpeechStyle(volume: 80)).change { $0.volume = 105 }
    try await control().change { $0.speed = 125 }
    #expect(control(SpeechStyle(volume: 80)).style == SpeechStyle(volume: 105, speed: 125))
    #expect(control().style == SpeechStyle(speed: 125))
    try await control(SpeechStyle(volume: 80)).change { $0.volume = 80 }
    #expect(control(SpeechStyle(volume: 80)).style == SpeechStyle(volume: 80, speed: 125))
  }

  @Test("A file that holds a whole style and all settings of that time is read")
  func wholeStyle() throws {
    try folder.write(
      #"{"changed":{"speed":75,"volume":125},"configured":{"speed":100,"volume":100}}"# + "\n", to: "state/speech.json")
    #expect(control().style == SpeechStyle(volume: 125, speed: 75))
    #expect(control(SpeechStyle(volume: 60)).style == SpeechStyle(volume: 60, speed: 75))
    #expect(log.messages.isEmpty)
  }

  @Test("A damaged file is logged with its remedy, and the settings apply")
  func damaged() throws {
    try folder.write("{", to: "state/speech.json")
    #expect(control(SpeechStyle(volume: 60)).style == SpeechStyle(volume: 60))
    #expect(log.messages.first?.contains("/state/speech.json: damaged file; remove it") == true)
  }

  @Test("A change that cannot be kept applies, and is logged")
  func unwritable() async throws {
    try folder.write("", to: "state")
    let control = control()
    #expect(try await answers(["louder"], to: control) == ["OK, I'm louder now."])
    #expect(control.style.volume == 125)
    #expect(log.messages.contains { $0.contains("until the next restart only") })
  }

  @Test("An assistant's own sentence takes precedence over that of the runtime")
  func precedence() async throws {
    let control = control()
    #expect(try await answers(["louder", "speak louder"], to: control, phrase: "louder") == ["Done.", "OK, I'm louder now."])
    #expect(control.style.volume == 125)
  }
}
