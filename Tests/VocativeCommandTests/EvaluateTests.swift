import Foundation
import GRDB
import Testing
import VocativeTestSupport

@Suite("Evaluating", .tags(.long), .serialized)
struct EvaluateTests {
  private func report(_ program: VocativeProgram) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: program.folder.path + "/report.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("Correctly understood, wrong and rejected recordings are counted in their fields")
  func understanding() async throws {
    let program = try VocativeProgram()
    let audio = Recording.folder + "/money/slt-breath-vacation-goal.wav"
    let manifest = try program.folder.write(
      """
      {"audio": "\(audio)", "intent": "GoalProgress", "slots": {"goal": "summer-vacation"}, "wake": true}
      {"audio": "\(audio)", "intent": "GoalProgress", "slots": {"goal": "new-computer"}, "wake": true}
      {"audio": "\(Recording.folder)/refused/slt-breath-kitchen-light-noise.flac", "intent": "GoalProgress", "wake": true}
      {"audio": "\(Recording.folder)/refused/slt-breath-kitchen-light-noise.flac", "intent": null, "wake": true}
      """, to: "m.jsonl")
    let outcome = try await program.run("evaluate", manifest, "--json", program.folder.path + "/report.json")
    #expect(outcome.status == 0, "\(outcome.error)")
    let report = try report(program)
    #expect(report["negative_hours"] as? Double == 0)
    let condition = try #require((report["conditions"] as? [[String: Any]])?.first)
    #expect(condition["snr"] is NSNull)
    #expect(condition["count"] as? Int == 4)
    #expect(condition["correct"] as? Int == 2)
    #expect(condition["accuracy"] as? Double == 0.5)
    #expect(condition["rejected"] as? Int == 1)
    #expect(condition["wrong"] as? Int == 1)
    #expect(condition["real_time_factor"] is Double)
    #expect(condition["peak_memory_mb"] is Double)
    #expect((condition["latency_ms"] as? [String: Double])?.keys.sorted() == ["p50", "p95"])
  }

  @Test("The minimum confidence rejects more commands, and the patience delays the decision")
  func sentenceOptions() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(
      "{\"audio\": \"\(Recording.folder)/money/slt-breath-vacation-goal.wav\", \"intent\": \"GoalProgress\", \"wake\": true}",
      to: "m.jsonl")
    func condition(_ options: String...) async throws -> (correct: Int?, rejected: Int?, latency: Double) {
      let outcome = try await program.run(
        ["evaluate", manifest, "--json", program.folder.path + "/report.json"] + options)
      #expect(outcome.status == 0, "\(outcome.error)")
      let condition = try #require((try report(program)["conditions"] as? [[String: Any]])?.first)
      let latency = (condition["latency_ms"] as? [String: Double])?["p50"] ?? 0
      return (condition["correct"] as? Int, condition["rejected"] as? Int, latency)
    }
    let quick = try await condition("--min-confidence", "lenient", "--patience", "quick")
    #expect(quick.correct == 1)
    #expect(try await condition("--min-confidence", "1").rejected == 1)
    #expect(try await condition("--patience", "3").latency > quick.latency + 500)
    let bench = try await program.run("evaluate", "--bench", program.folder.path, "--patience", "quick")
    #expect(bench.status == 64 && bench.error.contains("--patience"), "\(bench.error)")
  }

  @Test("One pass over recordings with and without the phrase gives every operating point")
  func spotting() async throws {
    let program = try VocativeProgram()
    let lines = ["slt-breath-vacation-goal.wav", "rms-pause-my-ring-goal.flac", "awb-breath-coffee-expense.wav"].map {
      "{\"audio\": \"\(Recording.folder)/money/\($0)\", \"phrases\": [\"hey assistant\"]}"
    }
    let manifest = try program.folder.write(lines.joined(separator: "\n"), to: "m.jsonl")
    let negatives = try program.folder.write(
      "{\"audio\": \"\(Recording.folder)/human/austen-0890.flac\", \"phrases\": []}", to: "n.jsonl")
    let outcome = try await program.run(
      "evaluate", manifest, "--phrases", "hey assistant", "--negatives", negatives, "--baseline", "--json",
      program.folder.path + "/report.json")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("plain PocketSphinx"))
    let report = try report(program)
    #expect(try #require(report["negative_hours"] as? Double) > 0)
    let condition = try #require((report["conditions"] as? [[String: Any]])?.first)
    let phrases = try #require(condition["phrases"] as? [String: [String: [[String: Any]]]])
    let points = try #require(phrases["hey assistant"]?["operating_points"])
    #expect(points.compactMap { $0["false_alarms_per_hour"] as? Double } == [0.1, 1, 4, 10])
    #expect(points.compactMap { $0["miss_rate"] as? Double } == [0, 0, 0, 0], "five seconds of other speech cause no miss")
  }

  @Test("Without recordings of a phrase there are no misses, and without audio for false alarms there are no rates")
  func missingMaterial() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(
      "{\"audio\": \"\(Recording.folder)/money/slt-breath-vacation-goal.wav\", \"phrases\": [\"hey assistant\"]}", to: "m.jsonl")
    let plot = program.folder.path + "/plot.svg"
    let outcome = try await program.run("evaluate", manifest, "--phrases", "hey assistant,computer", "--plot", plot)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\"hey assistant\" missed 0.000 with its default threshold"), "\(outcome.output)")
    #expect(outcome.output.contains("\"computer\" is in no recording\n"), "\(outcome.output)")
    #expect(outcome.output.contains("no audio without the phrases"), "\(outcome.output)")
    #expect(!outcome.output.contains("/h"), "no rate is known")
    #expect(try !String(contentsOfFile: plot, encoding: .utf8).contains("<polyline"), "and no curve")

    let negatives = try program.folder.write(
      "{\"audio\": \"\(Recording.folder)/human/austen-0890.flac\", \"phrases\": []}", to: "n.jsonl")
    let measured = try await program.run("evaluate", manifest, "--phrases", "computer", "--negatives", negatives)
    #expect(measured.output.contains("\"computer\" is in no recording; with its default threshold"), "\(measured.output)")
    #expect(measured.output.contains(" hours without the phrases, real-time factor"), "\(measured.output)")
  }

  @Test("An invalid or missing manifest is rejected, and so are conflicting options")
  func faults() async throws {
    let program = try VocativeProgram()
    let wrong = try program.folder.write("{\"audio\": \"a.wav\"}", to: "m.jsonl")
    let outcome = try await program.run("evaluate", wrong)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("m.jsonl:1"))
    #expect(try await program.run("evaluate", program.folder.path + "/none.jsonl").status == 66)
    #expect(try await program.run("evaluate", wrong, "--noise", "x.wav").status == 64)
    #expect(try await program.run("evaluate", wrong, "--noise", "x.wav", "--snr", "6,x").status == 64)
    #expect(try await program.run("evaluate", wrong, "--phrases", "a", "--intents", "x").status == 64)
  }

  private static let requests = [
    ("slt-breath-vacation-goal.wav", "GoalProgress", "{\"goal\": \"summer-vacation\"}"),
    ("rms-pause-my-ring-goal.flac", "GoalProgress", "{\"goal\": \"engagement-ring\"}"),
    ("awb-breath-coffee-expense.wav", "ExpenseLeft", "{\"expense\": \"coffee\"}"),
  ]

  /// Writes a manifest of requests with wake phrases and one recording that is not a request.
  private func manifest(_ program: VocativeProgram, repeated count: Int = 1) throws -> String {
    let lines = Self.requests.map {
      "{\"audio\": \"\(Recording.folder)/money/\($0.0)\", \"intent\": \"\($0.1)\", \"slots\": \($0.2), \"wake\": true}"
    }
    let refused = "{\"audio\": \"\(Recording.folder)/human/austen-0890.flac\", \"intent\": null}"
    let all = [[String]](repeating: lines + [refused], count: count).joined()
    return try program.folder.write(all.joined(separator: "\n"), to: "m.jsonl")
  }

  @Test(
    "Each condition contains the figures of the baseline and the ratios to them")
  func baseline() async throws {
    let program = try VocativeProgram()
    let path = program.folder.path
    let outcome = try await program.run(
      "evaluate", try manifest(program), "--baseline", "--json", path + "/report.json", "--plot", path + "/plot.svg")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("compared to plain PocketSphinx"))
    let condition = try #require((try report(program)["conditions"] as? [[String: Any]])?.first)
    #expect(condition["correct"] as? Int == 4)
    let baseline = try #require(condition["baseline"] as? [String: Any])
    #expect(baseline["count"] as? Int == 4)
    #expect(try #require(baseline["correct"] as? Int) >= 3, "the requests are plain enough")
    #expect(try #require(baseline["real_time_factor_ratio"] as? Double) > 0)
    #expect(baseline.keys.contains("error_ratio"))
    #expect(baseline["calibration"] == nil)
    let plot = try String(contentsOfFile: path + "/plot.svg", encoding: .utf8)
    #expect(plot.contains("right, PocketSphinx"))
    #expect(plot.contains("Rejection of speech that is not a command"))
  }

  @Test("The report contains the calibration of the confidence, the share of rejected speech, and its cost in lost commands")
  func confidence() async throws {
    let program = try VocativeProgram()
    let outcome = try await program.run("evaluate", try manifest(program), "--json", program.folder.path + "/report.json")
    #expect(outcome.output.contains("expected calibration error"))
    #expect(outcome.output.contains("of 1 recordings without a command"))
    let condition = try #require((try report(program)["conditions"] as? [[String: Any]])?.first)
    let calibration = try #require(condition["calibration"] as? [String: Any])
    #expect((calibration["bins"] as? [[String: Any]])?.count == 10)
    #expect(calibration["expected_calibration_error"] is Double)
    let rejection = try #require(condition["rejection"] as? [String: Any])
    #expect(rejection["commands"] as? Int == 3)
    #expect(rejection["out_of_grammar"] as? Int == 1)
    #expect((rejection["at_two_percent_lost"] as? [String: Double])?["lost"] == 0)
  }

  @Test("The latency includes the pause or the hang-over before a command is answered, and the processing time")
  func latency() async throws {
    let program = try VocativeProgram()
    _ = try await program.run("evaluate", try manifest(program), "--json", program.folder.path + "/report.json")
    let condition = try #require((try report(program)["conditions"] as? [[String: Any]])?.first)
    let endpoint = try #require(condition["endpoint_ms"] as? [String: Double])
    // In audio time: a pause of 0.2 s for a certain command that cannot continue, a hang-over of 0.5 s for any other, and the frame
    // that contains the end.
    #expect(try #require(endpoint["p50"]) >= 200)
    #expect(try #require(endpoint["p95"]) <= 540)
    let latency = try #require((condition["latency_ms"] as? [String: Double])?["p50"])
    #expect(try #require(endpoint["p50"]) < latency)
  }

  @Test("Details contain the expected and the recognized command of each recording and the evidence, as text and as JSON")
  func details() async throws {
    let program = try VocativeProgram()
    let silent = try SoundFiles.write([Int16](repeating: 0, count: 32_000), rate: 16_000)
    let manifest = try program.folder.write(
      """
      {"audio": "\(Recording.folder)/money/slt-breath-vacation-goal.wav", "intent": "GoalProgress", "slots": {"goal": "rent"}, "wake": true}
      {"audio": "\(silent)", "intent": "SafeToSpend", "wake": true}
      """, to: "m.jsonl")
    let outcome = try await program.run("evaluate", manifest, "--details", "--json", program.folder.path + "/report.json")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("wrong\t"))
    #expect(lines[0].contains("expected money.GoalProgress(goal: rent)"), "all assistants are measured together")
    #expect(lines[0].contains("heard \"vacation goal\" as money.GoalProgress(goal: summer-vacation)"))
    #expect(lines[0].contains("confidence ") && lines[0].contains("phone loop ahead by"))
    #expect(lines[1].hasPrefix("rejected\t"))
    #expect(lines[1].contains("rejected: wake-phrase-not-spotted"))
    let recordings = try #require(try report(program)["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["verdict"] as? String } == ["wrong", "rejected"])
    #expect((recordings[0]["heard"] as? [String: Any])?["text"] as? String == "vacation goal")
    #expect((recordings[0]["evidence"] as? [String: Any])?["frame_count"] is Int)
    #expect((recordings[0]["evidence"] as? [String: Any])?["word_count"] as? Int == 2)
    #expect(recordings[1]["rejection"] as? String == "wake-phrase-not-spotted")
    #expect((recordings[1]["place"] as? String)?.hasSuffix("m.jsonl:2") == true)
  }

  @Test("Details of spotting contain the score and the threshold of each phrase")
  func spottingDetails() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(
      """
      {"audio": "\(Recording.folder)/money/slt-breath-vacation-goal.wav", "phrases": ["hey assistant"]}
      {"audio": "\(Recording.folder)/human/austen-0890.flac", "phrases": []}
      """, to: "m.jsonl")
    let outcome = try await program.run(
      "evaluate", manifest, "--phrases", "Hey assistant", "--details", "--json", program.folder.path + "/report.json")
    #expect(outcome.output.contains("\"hey assistant\" scored 1e"), "\(outcome.output)")
    let report = try report(program)
    #expect(try #require(report["negative_hours"] as? Double) > 0, "a line without phrases is a negative")
    let recordings = try #require(report["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["verdict"] as? String } == ["correct", "correct"])
    let phrase = try #require((recordings[0]["phrases"] as? [[String: Any]])?.first)
    #expect(phrase["phrase"] as? String == "hey assistant")
    #expect(try #require(phrase["score"] as? Double) > #require(phrase["default_threshold"] as? Double))
  }

  @Test("Quiet audio can be compared to plain keyword search without recordings of the phrases")
  func quiet() async throws {
    let program = try VocativeProgram()
    let quiet = try SoundFiles.write(SyntheticAudio.noise(count: 80_000).map { $0 / 1024 }, rate: 16_000)
    let negatives = try program.folder.write("{\"audio\": \"\(quiet)\", \"phrases\": []}", to: "n.jsonl")
    let empty = try program.folder.write("", to: "m.jsonl")
    let outcome = try await program.run(
      "evaluate", empty, "--phrases", "computer", "--negatives", negatives, "--baseline", "--json",
      program.folder.path + "/report.json", "--plot", program.folder.path + "/plot.svg")
    #expect(outcome.status == 0, "\(outcome.error)")
    let condition = try #require((try report(program)["conditions"] as? [[String: Any]])?.first)
    #expect(condition["count"] as? Int == 0)
    #expect((condition["baseline"] as? [String: Any])?["real_time_factor_ratio"] is Double)
  }

  @Test("The number of parallel jobs changes nothing but the times")
  func jobs() async throws {
    let program = try VocativeProgram()
    let (manifest, noise) = (try manifest(program), Recording.folder + "/human/austen-0890.flac")
    func result(_ jobs: String) async throws -> [String] {
      let outcome = try await program.run(
        "evaluate", manifest, "--noise", noise, "--snr", "3,15", "--details", "--jobs", jobs, "--json",
        program.folder.path + "/report.json")
      #expect(outcome.status == 0, "\(outcome.error)")
      let recordings = try #require(try report(program)["recordings"] as? [[String: Any]])
      return try recordings.map { recording in
        let fixed = recording.filter { !["time", "latency"].contains($0.key) }
        return String(decoding: try JSONSerialization.data(withJSONObject: fixed, options: .sortedKeys), as: UTF8.self)
      }
    }
    let one = try await result("1")
    #expect(one.count == 8)
    #expect(try await result("3") == one)
  }

  @Test(
    "An interrupted run reports it, ends with the status of the signal, and leaves no partial result",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func interruption(signal: Int32, status: Int32) async throws {
    let program = try VocativeProgram()
    let path = program.folder.path + "/report.json"
    let outcome = try await program.runAndInterrupt(
      [
        "evaluate", try manifest(program, repeated: 2), "--noise", Recording.folder + "/human/austen-0890.flac", "--snr",
        "30,29,28,27,26,25,24,23,22,21", "--json", path,
      ], by: signal)
    #expect(outcome.status == status)
    #expect(outcome.error.contains("interrupted"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A run that is interrupted while it opens a database ends with the status of the signal")
  func interruptedOpening() async throws {
    let program = try VocativeProgram()
    let folder = program.folder.path
    let manifest = try manifest(program)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder + "/vocative/money.sqlite", configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let work = """
      "$0" evaluate '\(manifest)' &
      until ls -l /proc/$!/fd 2>/dev/null | grep -q money.sqlite || ! kill -0 $!; do :; done
      kill -INT $!
      : > '\(folder)/interrupted'
      wait $!
      """
    async let run = program.run(["-c", work, VocativeProgram.path], path: "/bin/sh")
    #expect(await eventually { FileManager.default.fileExists(atPath: folder + "/interrupted") })
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    let outcome = try await run
    #expect(outcome.status == 130 && outcome.error == "vocative: interrupted; no results were written\n", "\(outcome)")
  }

  @Test("A terminal shows the remaining time; any other output contains only results")
  func progress() async throws {
    let program = try VocativeProgram()
    let manifest = try manifest(program)
    #expect(try await program.run("evaluate", manifest).error.isEmpty)
    let shown = try await program.runOnTerminal(["evaluate", manifest])
    #expect(shown.contains("50 % of 4 recordings, "), "\(shown)")
    #expect(shown.contains("100 % of 4 recordings, 0 s left"), "\(shown)")
  }

  @Test("An output that cannot be written does not cost the others")
  func fullDisk() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(
      "{\"audio\": \"\(Recording.folder)/money/slt-breath-vacation-goal.wav\", \"intent\": null, \"wake\": true}", to: "m.jsonl")
    let outcome = try await program.run(
      "evaluate", manifest, "--recordings", "/dev/full", "--json", program.folder.path + "/report.json")
    #expect(outcome.status == 74 && outcome.error.contains("/dev/full"), "\(outcome.error)")
    #expect((try report(program)["conditions"] as? [Any])?.count == 1)
  }
}
