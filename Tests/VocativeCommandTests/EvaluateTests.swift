import Foundation
import Testing
import VocativeTestSupport

@Suite("Evaluating")
struct EvaluateTests {
  private func report(_ program: VocativeProgram) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: program.folder.path + "/report.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("Understanding: right, wrong and rejected are told apart, in the promised fields")
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

  @Test("Spotting: one pass over recordings with the phrase and without it gives every operating point")
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
    #expect(points.compactMap { $0["miss_rate"] as? Double } == [0, 0, 0, 0], "five seconds of Austen are no rival")
  }

  @Test("A manifest that is wrong or missing, and options that do not go together, are refused")
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
}
