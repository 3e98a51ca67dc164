import BuiltInAssistants
import Foundation
import Testing
import Vocative
import VocativeEvaluation
import VocativeTestSupport

@Suite("Benchmark folders")
struct BenchSetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["barista/audio/a.wav", "barista/kitchen.wav", "barista/beside.wav", "wake/computer/c.wav", "money/m.wav"] {
      let silence = try SoundFiles.write([Int16](repeating: 0, count: 1600), rate: 16_000)
      try folder.write(try Data(contentsOf: URL(fileURLWithPath: silence)), to: name)
    }
    try folder.write(
      """
      {"audio": "audio/a.wav", "intent": "A", "transcript": "make coffee"}
      {"audio": "beside.wav", "intent": null}
      """, to: "barista/manifest.jsonl")
    try folder.write("intents: {}", to: "barista/barista.intents.yaml")
    try folder.write("{\"audio\": \"computer/c.wav\", \"phrases\": [\"Computer\"]}", to: "wake/computer.jsonl")
    try folder.write("{\"audio\": \"computer/c.wav\", \"phrases\": [\"smart mirror\"]}", to: "wake/mirror.jsonl")
    try folder.write("{\"audio\": \"m.wav\", \"intent\": \"SafeToSpend\", \"wake\": true}", to: "money/manifest.jsonl")
    try folder.write("assistant: money\n", to: "money/set.yaml")
    try folder.write("no set", to: "notes.txt")
    try folder.write("no set", to: "empty/readme.txt")
  }

  @Test("Each folder with manifests is a set with its grammar, keyphrases and noise")
  func layout() throws {
    let sets = try AccuracyBench(folder: folder.path, assistants: .builtIn).sets
    #expect(sets.map(\.name) == ["barista", "money", "wake"])
    #expect(
      sets.map(\.assistant) == [.file(folder.path + "/barista/barista.intents.yaml"), .named("money", among: .builtIn), nil])
    #expect(sets.map(\.commands.count) == [2, 1, 0])
    #expect(sets[0].commands.map(\.transcript) == ["make coffee", nil])
    #expect(sets.map(\.phrases) == [[], [], ["computer", "smart mirror"]])
    #expect(sets.map(\.noises) == [[folder.path + "/barista/kitchen.wav"], [], []], "a recording of the manifest is not noise")
  }

  /// The parts that were fitted to the set "money" with a description.
  private func fittedParts(describedAs description: String) throws -> [FittedPart]? {
    try folder.write(description, to: "money/set.yaml")
    return try AccuracyBench(folder: folder.path, assistants: .builtIn).sets.first { $0.name == "money" }?.fittedParts
  }

  @Test("A set with a recording that weights or settings were fitted to is marked, and any other set is held out")
  func fitted() throws {
    func parts(_ list: String) throws -> [[FittedPart]] {
      try AccuracyBench(
        folder: folder.path, assistants: .builtIn, fittedRecordings: FittedRecordings(listedIn: list)
      ).sets.map(\.fittedParts)
    }
    #expect(try AccuracyBench(folder: folder.path, assistants: .builtIn).sets.map(\.fittedParts) == [[], [], []])
    let samples = try SoundFiles.write([Int16](repeating: 1, count: 1600), rate: 16_000)
    try folder.write(try Data(contentsOf: URL(fileURLWithPath: samples)), to: "money/m.wav")
    // The SHA-256 of the other recordings, which are equal.
    let digest = "2976da01e205a110"
    let all: [FittedPart] = [.network, .confidence, .settings]
    #expect(try parts("0123456789abcdef\n\(digest)\n") == [all, [], all])
    #expect(try parts("0123456789abcdef") == [[], [], []])
  }

  @Test(
    "A set with synthetic voices of the training is marked with them, and with the parts that were fitted to its kind",
    arguments: [
      (#"kind: clock, group: b, use: testing, voices: [flite-rms, espeak-ng-en-us+m7]"#, [FittedPart.voices]),
      (#"kind: clock, group: a, use: tuning, voices: [festival-kal_diphone]"#, [.voices, .settings]),
      (#"kind: notes, group: b, use: testing, voices: [flite-awb]"#, [.voices, .settings]),
      (#"kind: money, group: b, use: testing, voices: [flite-awb]"#, [.voices, .confidence, .settings]),
      (#"kind: opposites, group: c, use: testing, voices: [espeak-ng-en-us+m3]"#, [.confidence, .settings]),
      (#"kind: clock, group: c, use: testing, voices: [espeak-ng-en-us+m3]"#, []),
      (#"kind: money, from: money-b, rooms: [chime], voices: [flite-awb]"#, [.voices, .confidence, .settings]),
      (#"kind: money, voices: [my-sister, 7]"#, []), (#"kind: 7, voices: loud"#, []),
    ])
  func rooms(_ description: String, _ expected: [FittedPart]) throws {
    #expect(try fittedParts(describedAs: "{assistant: money, \(description)}") == expected)
  }

  @Test("A description may be JSON, names the grammar, and can mark a set as tuning data")
  func description() throws {
    try folder.write("intents: {}", to: "barista/b.intents.yaml")
    try folder.write(
      "{\"kind\": \"opposites\", \"use\": \"tuning\", \"intents\": \"b.intents.yaml\", \"voices\": [\"a\"]}",
      to: "barista/set.json")
    try folder.write("{\"use\": \"testing\", \"assistant\": \"money\", \"intents\": null}", to: "money/set.yaml")
    let sets = try AccuracyBench(folder: folder.path, assistants: .builtIn).sets
    #expect(sets[0].assistant == .file(folder.path + "/barista/b.intents.yaml"))
    #expect(sets.map(\.fittedParts) == [[.settings], [], []])
    #expect(try fittedParts(describedAs: "{use: tuning, assistant: money}") == [.settings])
  }

  @Test("Copies of the recordings of a fitted set are not held out")
  func copies() throws {
    func parts(from origin: String) throws -> [FittedPart]? {
      try fittedParts(describedAs: "{assistant: money, from: \(origin)}")
    }
    #expect(try parts(from: "barista") == [.network, .confidence, .settings])
    #expect(try parts(from: "my-recordings") == [])
    #expect(try parts(from: "null") == [])
  }

  @Test("A recording in several manifests of a set counts once")
  func repetitions() throws {
    try folder.write("{\"audio\": \"./audio/a.wav\", \"intent\": \"A\"}", to: "barista/commands.jsonl")
    #expect(try AccuracyBench(folder: folder.path, assistants: .builtIn).sets[0].commands.count == 2)
  }

  @Test(
    "A folder that cannot be measured is reported with a remedy",
    arguments: [
      ("money/set.yaml", "assistant: butler", "no assistant is called \"butler\""),
      ("money/set.yaml", "assistant: [money]", "\"assistant\" must be a name"),
      ("money/set.yaml", "- money", "must be a mapping"), ("money/set.yaml", "a: b: c", "invalid YAML"),
      ("money/set.yaml", "use: tuning", "there is no grammar"),
      ("money/set.yaml", "use: fun", "tuning or testing"),
      ("money/set.yaml", "{assistant: money, intents: a.intents.yaml}", "one grammar"),
      ("money/a.intents.yaml", "intents: {}", "a set has only one grammar"),
      ("barista/b.intents.yaml", "intents: {}", "2 intents files"), ("wake/none.jsonl", "\n", "empty"),
      ("wake/none.jsonl", "{\"audio\": \"none.wav\", \"phrases\": []}", "none.wav"),
    ])
  func faults(_ file: String, _ text: String, _ reason: String) throws {
    try folder.write(text, to: file)
    let error = #expect(throws: EvaluationManifestError.self) { try AccuracyBench(folder: folder.path, assistants: .builtIn) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains(folder.path) == true)
  }

  @Test("A folder without sets is distinguished from a missing folder")
  func noSets() throws {
    let none = #expect(throws: EvaluationManifestError.self) {
      try AccuracyBench(folder: folder.path + "/empty", assistants: .builtIn)
    }
    #expect(none?.isMissing == false)
    let missing = #expect(throws: EvaluationManifestError.self) {
      try AccuracyBench(folder: folder.path + "/none", assistants: .builtIn)
    }
    #expect(missing?.isMissing == true)
  }

  @Test("Noise may have any extension of audio")
  func extensions() throws {
    let silence = try SoundFiles.write([Int16](repeating: 0, count: 1600), rate: 16_000)
    try folder.write(try Data(contentsOf: URL(fileURLWithPath: silence)), to: "barista/fan.oga")
    let noises = try AccuracyBench(folder: folder.path, assistants: .builtIn).sets[0].noises
    #expect(noises == ["fan.oga", "kitchen.wav"].map { "\(folder.path)/barista/\($0)" })
  }
}
