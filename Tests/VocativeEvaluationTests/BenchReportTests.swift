import Foundation
import FoundationXML
import Testing
import VocativeEvaluation

@Suite("Benchmark reports")
struct BenchReportTests {
  /// Creates counts of a hundred recordings.
  private func figures(
    wrong: Int = 0, rejected: Int = 0, asked: Int = 0, askedRight: Int = 0, opposites: Int = 0, time: Double = 10,
    delay: Double = 0.5
  ) -> CommandFigures {
    var verdicts = VerdictCounts()
    (verdicts.count, verdicts.wrong, verdicts.rejected) = (100, wrong, rejected)
    (verdicts.asked, verdicts.askedRight, verdicts.opposites) = (asked, askedRight, opposites)
    verdicts.correct = 100 - wrong - rejected - asked
    return CommandFigures(
      verdicts: verdicts, audioTime: 100, processorTime: time, delays: [Double](repeating: delay, count: 100))
  }

  private var report: BenchReport {
    var report = BenchReport(folder: "bench")
    report.commands = [
      CommandRow(
        set: "barista", fittedParts: [.network, .confidence], condition: .quiet,
        vocative: figures(wrong: 2, asked: 4, askedRight: 3),
        plain: figures(wrong: 6, time: 20)),
      CommandRow(
        set: "home", fittedParts: [], condition: .quiet, vocative: figures(wrong: 5, rejected: 5, opposites: 1, delay: 1.5),
        plain: figures(wrong: 14, opposites: 7, time: 60)),
    ]
    report.refusals = [
      .init(
        set: .init(name: "home"), grammar: .init(name: "barista", fittedParts: [.network, .confidence]), count: 80, refused: 76,
        asked: 2)
    ]
    report.wakePhrases = [
      WakeRow(
        set: .init(name: "wake", fittedParts: [.settings]), phrase: "a|b", condition: .quiet, material: (50, 0.5),
        missRate: (0.1, 0.3),
        timeRatio: 0.02)
    ]
    return report
  }

  @Test("The error ratio counts wrong and rejected recordings, over all sets and separately over held-out and fitted sets")
  func totals() throws {
    let totals = report.totals
    #expect(totals.map(\.set) == ["all sets", "held-out sets", "fitted sets"])
    #expect(totals.map(\.isFitted) == [nil, false, true])
    #expect(totals.map(\.fittedParts) == [nil, [], [.network, .confidence]])
    #expect(totals.map(\.vocative.verdicts.count) == [200, 100, 100])
    #expect(abs(try #require(totals[0].errorRatio) - 12.0 / 20) < 1e-9)
    #expect(abs(try #require(totals[1].errorRatio) - 10.0 / 14) < 1e-9)
    #expect(abs(try #require(totals[0].timeRatio) - 20.0 / 80) < 1e-9)
    #expect(totals[0].vocative.latency.p50 == 500, "half of all recordings, not the mean of the sets")
    #expect(totals[2].vocative.latency.p95 == 500)
    #expect(abs(try #require(report.missRatio) - 1.0 / 3) < 1e-9)
  }

  @Test("Without a baseline there are no ratios, and sets of one kind have one total")
  func noBaseline() {
    var report = BenchReport(folder: "bench")
    report.commands = [CommandRow(set: "home", fittedParts: [], condition: .quiet, vocative: figures(wrong: 1), plain: nil)]
    #expect(report.totals.count == 1)
    #expect(report.totals.first?.errorRatio == nil)
    #expect(report.missRatio == nil)
    #expect(report.table.contains("| all sets | no | all | Vocative | 100 | 99.0 | 1.0 |"))
    #expect(!report.table.contains("| plain |"))
  }

  @Test("The table has a row for each set, condition and recognizer, with all verdicts as percentages")
  func table() {
    let lines = report.table.split(separator: "\n").map(String.init)
    #expect(
      lines.contains(
        "| barista | network, confidence | quiet | Vocative | 100 | 94.0 | 2.0 | 0.0 | 4.0 | 3 of 4 | 0.0 | 0.33 | 500 | 500 | 0.50 |"
      ))
    #expect(lines.contains("| home | no | quiet | plain | 100 | 86.0 | 14.0 | 0.0 | 0.0 | 0 of 0 | 7.0 | 1 | 500 | 500 | 1 |"))
    #expect(lines.contains { $0.hasPrefix("| all sets | some | all | Vocative | 200 |") })
    #expect(lines.contains("| home | barista | network, confidence | 80 | 95.0 | 2.5 |"))
    #expect(lines.contains("| wake | settings | a\\|b | quiet | 50 | 0.50 | 10.0 | 30.0 | 0.020 |"))
  }

  @Test("The table explains each part that was fitted to one of its sets, and only those")
  func fittedParts() throws {
    var report = report
    let explanations = try #require(report.table.components(separatedBy: "## Fitted parts\n").last)
    let terms = explanations.split(separator: "\n").filter { $0.hasPrefix("- ") }.compactMap {
      $0.split(separator: "`").dropFirst().first
    }
    #expect(terms == ["network", "confidence", "settings"])
    report.commands.removeFirst()
    (report.refusals, report.wakePhrases) = ([], [])
    #expect(!report.table.contains("Fitted parts"))
  }

  @Test("A percentile is the shortest time that so many of the recordings do not exceed, and there is none without a decision")
  func latency() {
    func figures(_ delays: [Double]) -> CommandFigures {
      CommandFigures(verdicts: VerdictCounts(), audioTime: 1, processorTime: 1, delays: delays)
    }
    let latency = figures((1...20).map { Double($0) / 1000 }.reversed()).latency
    #expect([latency.p50, latency.p95] == [10, 19], "one of twenty recordings takes longer")
    #expect(figures([0.25, 0.75]).latency.p50 == 250)
    #expect(figures([0.25, 0.75]).latency.p95 == 750)
    var report = BenchReport(folder: "bench")
    report.commands = [CommandRow(set: "home", fittedParts: [], condition: .quiet, vocative: figures([]), plain: nil)]
    #expect(report.table.contains("| – | – | – | – |\n"), "\(report.table)")
  }

  @Test("The JSON holds the same rows, and null for a condition without noise")
  func json() throws {
    let object = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
    let commands = try #require(object["commands"] as? [[String: Any]])
    let vocative = try #require(commands[0]["vocative"] as? [String: Any])
    #expect(vocative["asked"] as? Int == 4)
    #expect(vocative["asked_right"] as? Int == 3)
    #expect((commands[1]["plain"] as? [String: Any])?["opposites"] as? Int == 7)
    #expect((commands[0]["condition"] as? [String: Any])?["snr"] is NSNull)
    #expect(commands.map { $0["is_fitted"] as? Bool } == [true, false])
    #expect(commands.map { $0["fitted_parts"] as? [String] } == [["network", "confidence"], []])
    #expect((vocative["latency_ms"] as? [String: Double])?["p95"] == 500)
    #expect((object["totals"] as? [[String: Any]])?.count == 3)
    #expect((object["refusals"] as? [[String: Any]])?.first?["refused"] as? Int == 76)
    #expect((object["wake_phrases"] as? [[String: Any]])?.first?["plain_miss_rate"] as? Double == 0.3)
    #expect(object["miss_ratio"] is Double)
  }

  @Test("The plot is XML with charts for the sets and the wake phrases, and marks fitted sets")
  func plot() throws {
    let document = try XMLDocument(xmlString: report.plot)
    let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    #expect(texts.contains("Commands of every set, quiet"))
    #expect(texts.contains("barista*") && texts.contains("home"))
    #expect(texts.contains("Wake phrases missed at one false alarm an hour"))
    #expect(texts.contains("wrong, PocketSphinx"))
    let marks = try document.nodes(forXPath: "//*[local-name()='circle']/*[local-name()='title']").compactMap(\.stringValue)
    #expect(marks.contains("14 of 100"))
  }

  @Test("A report that ended early states its part in the table and in the JSON")
  func partial() throws {
    var report = report
    report.end(because: CancellationError(), after: 2, of: 9)
    #expect(report.table.contains("Recordings: `bench`, only the first 2 of 9 measurements."))
    let json = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
    #expect(json["part"] as? String == "only the first 2 of 9 measurements")
    #expect((json["commands"] as? [Any])?.count == 2)
    var quick = BenchReport(folder: "bench", part: "a quick look")
    #expect(quick.isEmpty && quick.failure == nil)
    quick.end(because: CancellationError(), after: 0, of: 9)
    #expect(quick.part == "a quick look, only the first 0 of 9 measurements" && quick.failure is CancellationError)
  }
}
