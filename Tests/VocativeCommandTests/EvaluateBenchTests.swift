import Foundation
import Testing
import VocativeTestSupport

@Suite("Evaluating a benchmark", .tags(.long), .serialized)
struct EvaluateBenchTests {
  private static let grammar = """
    language: en
    wake: [hey assistant]
    intents:
      Lamp:
        phrases: ["turn {state} the kitchen lamp"]
        response: fine
    lists:
      state: ["on", "off"]
    """

  /// Creates a folder with a set of commands for a built-in assistant, a set of commands with noise, and a set of keyphrases.
  private func bench(_ program: VocativeProgram) async throws -> String {
    func copy(_ path: String, to name: String) throws {
      try program.folder.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "bench/" + name)
    }
    func say(_ text: String, to name: String) async throws {
      let pause = [Int16](repeating: 0, count: 8000)
      let speech = try await SynthesizedSpeech.samples(of: text, voice: "slt")
      try copy(try SoundFiles.write(pause + speech + pause, rate: 16_000), to: name)
    }
    for name in ["slt-breath-vacation-goal.wav", "rms-breath-rent-expense.wav"] {
      try copy(Recording.folder + "/money/" + name, to: "money/audio/" + name)
      try copy(Recording.folder + "/money/" + name, to: "wake/audio/" + name)
    }
    try program.folder.write("assistant: money\n", to: "bench/money/set.yaml")
    try program.folder.write(
      """
      {"audio": "audio/slt-breath-vacation-goal.wav", "intent": "GoalProgress", "slots": {"goal": "summer-vacation"}, "wake": true}
      {"audio": "audio/rms-breath-rent-expense.wav", "intent": "ExpenseLeft", "slots": {"expense": "rent"}, "wake": true}
      """, to: "bench/money/manifest.jsonl")

    try program.folder.write(Self.grammar, to: "bench/lamps/lamps.intents.yaml")
    try program.folder.write("from: my-lamps\n", to: "bench/lamps/set.yaml")
    try await say("turn on the kitchen lamp", to: "lamps/audio/on.wav")
    try await say("turn off the kitchen lamp", to: "lamps/audio/off.wav")
    try copy(Recording.folder + "/human/austen-0890.flac", to: "lamps/people.flac")
    // The second line declares the opposite of its recording, so that the result counts as an opposite.
    try program.folder.write(
      """
      {"audio": "audio/on.wav", "intent": "Lamp", "slots": {"state": "on"}, "transcript": "turn on the kitchen lamp"}
      {"audio": "audio/off.wav", "intent": "Lamp", "slots": {"state": "on"}}
      """, to: "bench/lamps/manifest.jsonl")

    try program.folder.write(
      """
      {"audio": "audio/slt-breath-vacation-goal.wav", "phrases": ["hey assistant"]}
      {"audio": "audio/rms-breath-rent-expense.wav", "phrases": ["hey assistant"]}
      """, to: "bench/wake/assistant.jsonl")
    return program.folder.path + "/bench"
  }

  private func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("One run measures every set and condition with the baseline, and writes a table, JSON, a plot and recordings")
  func everything() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    let outcome = try await program.run(
      "evaluate", "--bench", folder, "--baseline", "--snr", "20", "--jobs", "2", "--json", out + "/a.json", "--table",
      out + "/a.md",
      "--plot", out + "/a.svg", "--recordings", out + "/a.jsonl")
    #expect(outcome.status == 0, "\(outcome.error)")

    let report = try json(out + "/a.json")
    let rows = try #require(report["commands"] as? [[String: Any]])
    let names = rows.map { row in
      let condition = row["condition"] as? [String: Any]
      return "\(row["set"] ?? "") \(condition?["noise"] as? String ?? "quiet") \(condition?["snr"] as? Double ?? 0)"
    }
    #expect(names == ["lamps quiet 0.0", "lamps people 20.0", "money quiet 0.0"])
    let lamps = try #require(rows[0]["vocative"] as? [String: Any])
    #expect(lamps["count"] as? Int == 2)
    #expect(lamps["correct"] as? Int == 1)
    #expect(lamps["wrong"] as? Int == 1)
    #expect(lamps["opposites"] as? Int == 1)
    #expect(lamps["asked"] as? Int == 0)
    #expect((rows[2]["vocative"] as? [String: Any])?["correct"] as? Int == 2)
    #expect(rows.allSatisfy { ($0["plain"] as? [String: Any])?["count"] as? Int == 2 && $0["time_ratio"] is Double })

    let refusals = try #require(report["refusals"] as? [[String: Any]])
    #expect(
      refusals.map { "\($0["set"] ?? "") \($0["grammar"] ?? "") \($0["count"] ?? "")" } == ["lamps money 2", "money lamps 2"])
    // A grammar of two sentences accepts some others.
    #expect(refusals.map { $0["refused"] as? Int ?? 0 }.allSatisfy { (1...2).contains($0) }, "\(refusals)")

    let wake = try #require(report["wake_phrases"] as? [[String: Any]])
    #expect(wake.map { ($0["condition"] as? [String: Any])?["noise"] as? String } == [nil, "people"], "the noise of another set")
    #expect(wake[0]["phrase"] as? String == "hey assistant")
    #expect(wake[0]["miss_rate"] as? Double == 0)
    #expect(wake[0]["plain_miss_rate"] is Double)
    // The recordings of the money set contain the wake phrase, so only those of the lamps set are negatives.
    let seconds = try #require(wake[0]["negative_hours"] as? Double) * 3600
    #expect(seconds > 3 && seconds < 12, "\(seconds)")

    let table = try String(contentsOfFile: out + "/a.md", encoding: .utf8)
    #expect(table.contains("| lamps | no | quiet | Vocative | 2 | 50.0 | 50.0 |"))
    #expect(table.contains("| wake | no | hey assistant | people 10 dB | 2 |"))
    #expect(try String(contentsOfFile: out + "/a.svg", encoding: .utf8).contains("lamps in the noise people"))
    #expect(outcome.output.contains("lamps against the grammar of money: 2 recordings, refused 1.000"))

    let lines = try String(contentsOfFile: out + "/a.jsonl", encoding: .utf8).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let opposite = try #require(lines.first { $0["is_opposite"] as? Bool == true && $0["is_baseline"] as? Bool == false })
    #expect(opposite["set"] as? String == "lamps" && opposite["grammar"] as? String == "lamps")
    #expect(opposite["origin"] as? String == "my-lamps")
    #expect((opposite["evidence"] as? [String: Any])?["frame_count"] is Int)
    #expect(lines.contains { $0["set"] as? String == "lamps" && $0["grammar"] as? String == "money" })
    #expect(lines.contains { $0["phrases"] is [Any] && $0["noise"] as? String == "people" })
  }

  @Test("A misheard command whose sentence is not known need not be refused by a grammar with the same intent")
  func sharedIntents() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    try program.folder.write(Self.grammar, to: "bench/attic/lamps.intents.yaml")
    try program.folder.write(
      "{\"audio\": \"../lamps/audio/on.wav\", \"intent\": \"Lamp\"}", to: "bench/attic/manifest.jsonl")
    let outcome = try await program.run("evaluate", "--bench", folder, "--only", "lamps", "--quick", "--json", out + "/a.json")
    #expect(outcome.status == 0, "\(outcome.error)")
    let refusals = try #require(try json(out + "/a.json")["refusals"] as? [[String: Any]])
    #expect(refusals.map { "\($0["grammar"] ?? "") \($0["count"] ?? "")" } == ["money 2"], "\(refusals)")
  }

  @Test("Only the named sets are measured, and an unknown name is rejected with the available ones")
  func only() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    let outcome = try await program.run(
      "evaluate", "--bench", folder, "--only", "money", "--quick", "--json", out + "/a.json")
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = try #require(try json(out + "/a.json")["commands"] as? [[String: Any]])
    #expect(rows.map { $0["set"] as? String } == ["money"])
    #expect(rows[0]["plain"] == nil, "the baseline was not asked for")
    let unknown = try await program.run("evaluate", "--bench", folder, "--only", "money,notes")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("--only notes") && unknown.error.contains("lamps, money, wake"))
  }

  @Test("A single manifest can also write its recordings, and its JSON does not contain them")
  func lines() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    let outcome = try await program.run(
      "evaluate", folder + "/lamps/manifest.jsonl", "--intents", folder + "/lamps/lamps.intents.yaml", "--recordings",
      out + "/a.jsonl", "--json", out + "/a.json")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("opposites 0.500"))
    #expect(!outcome.output.contains("confidence 0."), "the lines are not printed")
    let report = try json(out + "/a.json")
    #expect(report["recordings"] == nil)
    let condition = try #require((report["conditions"] as? [[String: Any]])?.first)
    #expect(condition["opposites"] as? Int == 1)
    #expect(condition["asked"] as? Int == 0)
    let lines = try String(contentsOfFile: out + "/a.jsonl", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].contains("\"is_opposite\":true"))
  }

  @Test("Conflicting options are rejected before the measurement")
  func options() async throws {
    let program = try VocativeProgram()
    let folder = try await bench(program)
    for arguments in [
      [], ["--bench", folder, folder + "/lamps/manifest.jsonl"], ["--bench", folder, "--assistant", "money"],
      ["--bench", folder, "--phrases", "computer"], ["--bench", folder, "--table", folder + "/none/a.md"],
      [folder + "/lamps/manifest.jsonl", "--only", "lamps"], [folder + "/lamps/manifest.jsonl", "--table", folder + "/a.md"],
    ] {
      let outcome = try await program.run(["evaluate"] + arguments)
      #expect(outcome.status == 64, "\(arguments): \(outcome.error)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try await program.run("evaluate", "--bench", folder + "/none").status == 66)
    #expect(try await program.run("evaluate", "--bench", folder + "/lamps").status == 65)
  }

  @Test("A recording that cannot be decoded ends the run, and the results before it are written and marked as a part")
  func damaged() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: Recording.folder + "/money/rms-pause-my-ring-goal.flac"))
    try program.folder.write(whole.prefix(whole.count / 2), to: "bench/wake/audio/damaged.flac")
    try program.folder.write(
      "{\"audio\": \"audio/damaged.flac\", \"phrases\": [\"hey assistant\"]}", to: "bench/wake/damaged.jsonl")
    let outcome = try await program.run(
      "evaluate", "--bench", folder, "--quick", "--json", out + "/a.json", "--table", out + "/a.md")
    #expect(outcome.status == 65, "\(outcome.error)")
    #expect(
      outcome.error.contains("damaged.jsonl:1") && outcome.error.contains("note: the results have at most"), "\(outcome.error)")
    let report = try json(out + "/a.json")
    #expect((report["commands"] as? [Any])?.count == 3)
    #expect((report["part"] as? String)?.contains("only the first 5 of 7 measurements") == true, "\(report["part"] ?? "")")
    #expect(try String(contentsOfFile: out + "/a.md", encoding: .utf8).contains("only the first 5 of 7 measurements"))
  }

  @Test("An interrupted benchmark writes the results until then, and ends with status 130")
  func interrupted() async throws {
    let program = try VocativeProgram()
    let (folder, out) = (try await bench(program), program.folder.path)
    let outcome = try await program.runAndInterrupt(
      ["evaluate", "--bench", folder, "--snr", "20,19,18,17,16", "--json", out + "/a.json"], after: "lamps, quiet: ")
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.contains("interrupted; the results have only the first"), "\(outcome.error)")
    #expect((try json(out + "/a.json")["part"] as? String)?.hasPrefix("only the first") == true)
  }
}
