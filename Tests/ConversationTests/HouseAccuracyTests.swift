import AssistantTestSupport
import Synchronization
import Testing
import Vocative
import VocativeImport
import VocativeTestSupport

// Serialized: decoding keeps a core busy.
@Suite("Money's recordings beside other assistants and an imported house", .tags(.long), .serialized)
struct HouseAccuracyTests {
  /// Sentences as Home Assistant's own, over the small house of the tests of imports.
  private static let sentences = """
    language: en
    intents:
      HassTurnOn:
        data:
          - sentences: ["(turn|switch) on [<the>] {name}", "(turn|switch) [<the>] {name} on", "{name} on"]
            requires_context: { domain: [light, switch, fan, input_boolean] }
          - sentences: ["(turn|switch) on [all] [the] lights in [<the>] {area}", "[<the>] {area} lights on"]
            slots: { domain: light }
          - sentences: ["(run|start|activate) [<the>] {name} [script|scene]"]
            requires_context: { domain: [script, scene] }
          - sentences: ["open [<the>] {name}", "raise [<the>] {name}"]
            requires_context: { domain: [cover, valve] }
          - sentences: ["lock [<the>] {name}"]
            requires_context: { domain: lock }
      HassTurnOff:
        data:
          - sentences: ["(turn|switch) off [<the>] {name}", "(turn|switch) [<the>] {name} off", "{name} off"]
            requires_context: { domain: [light, switch, fan, input_boolean] }
          - sentences: ["(turn|switch) off [all] [the] lights in [<the>] {area}", "[<the>] {area} lights off"]
            slots: { domain: light }
          - sentences: ["close [<the>] {name}", "lower [<the>] {name}"]
            requires_context: { domain: [cover, valve] }
          - sentences: ["unlock [<the>] {name}"]
            requires_context: { domain: lock }
      HassLightSet:
        data:
          - sentences: ["(set|change|turn) [<the>] {name} [brightness] to {brightness} percent"]
            requires_context: { domain: light }
          - sentences: ["(set|change|turn) [<the>] {name} [to] {color}"]
            requires_context: { domain: light }
      HassClimateSetTemperature:
        data:
          - sentences: ["(set|change) [<the>] temperature [in [<the>] {area}] to {temperature} [degrees]"]
      HassClimateGetTemperature:
        data:
          - sentences: ["what is the temperature [in [<the>] {area}]", "how (warm|cold|hot) is it [in [<the>] {area}]"]
      HassGetState:
        data:
          - sentences: ["is [<the>] {name} (on|off|open|closed|locked)", "what is [the] (state|status) of [<the>] {name}"]
          - sentences: ["are [all] the (lights|windows|doors) (on|off|open|closed) in [<the>] {area}"]
      HassNevermind:
        data:
          - sentences: ["forget it"]
    lists:
      brightness: { range: { from: 0, to: 100 } }
      temperature: { range: { from: 5, to: 30 } }
      color: { values: [white, red, green, blue, yellow, orange, purple] }
    expansion_rules:
      the: (the|my|our)
    """

  private func runtime(_ names: [String], with house: Assistant? = nil) async throws -> (IntentRuntime, [ScriptedAssistant]) {
    var scripted: [ScriptedAssistant] = []
    for name in names { scripted.append(try await ScriptedAssistant(named: name, under: [])) }
    let assistants = scripted.map(\.runtime.assistant) + [house].compactMap(\.self)
    return (try IntentRuntime(inMemory: assistants, logger: .silent), scripted)
  }

  /// Returns the recordings with the expected result.
  private func right(_ runtime: IntentRuntime) async throws -> Set<String> {
    var right: Set<String> = []
    let events = Mutex<[TurnEvent]>([])
    // One loop for all: compiling the grammar for each recording would take most of the time.
    let loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()), logger: .silent
    ) { notice in
      if case .event(let event) = notice { events.withLock { $0.append(event) } }
    }
    for recording in Recording.all {
      events.withLock { $0 = [] }
      try await loop.run(AudioFileSource(path: recording.path, logger: .silent))
      if Self.isRight(events.withLock { $0 }, recording.expectation) { right.insert(recording.audio) }
    }
    return right
  }

  private static func isRight(_ events: [TurnEvent], _ expectation: Recording.Expectation) -> Bool {
    let understood = events.compactMap { event -> (String?, String, [String: String])? in
      if case .understood(_, let intent, let slots, _) = event.kind { (event.assistant, intent, slots) } else { nil }
    }
    switch expectation {
    case .understood(let intent, let slots):
      return understood.count == 1 && understood[0] == ("money", intent, slots)
    case .rejected: return understood.isEmpty
    case .nothing: return events.isEmpty
    case .read: return true
    }
  }

  @Test("At most one recording is lost if Notes, Messages, the clock and an imported house are enabled too")
  func accuracy() async throws {
    let folder = try TemporaryFolder()
    let imported = try AssistantImporter().result(
      of: [
        try folder.write(Self.sentences, to: "sentences.yaml"), Repository.path("Tests/VocativeImportTests/Fixtures/house"),
      ])
    // The house answers to the same wake phrase.
    let text = imported.text.replacing(#/(?m)^wake:.*$/#, with: "wake: [hey assistant]")
    let house = try IntentsFile.load(path: try folder.write(text, to: "house.intents.yaml"))
    try #require(house.wakePhrases == ["hey assistant"], "\(text.prefix(500))")
    try #require(house.intents.count >= 7)
    let (together, all) = try await runtime(["money", "notes", "messages", "clock"], with: house)
    // With Money alone, all recordings have the expected result: see RecordingTests.
    let wrong = Set(Recording.all.map(\.audio)).subtracting(try await right(together))
    #expect(wrong.count <= 1, "no longer right: \(wrong.sorted())")
    withExtendedLifetime(all) {}
  }
}
