import Foundation
import FoundationXML
import Testing
import VocativeEvaluation
import VocativeTestSupport

/// The contents of an SVG image.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var texts: [String: [String]] = [:]
  private(set) var classes: [String] = []
  private var open: [String] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String] = [:]
  ) {
    open.append(name)
    texts[name, default: []].append("")
    if let style = attributes["class"] { classes.append("\(name) \(style)") }
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    guard let name = open.last, let count = texts[name]?.count else { return }
    texts[name]?[count - 1] += text
  }

  func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) { open.removeLast() }
}

@Suite("Evaluation plots")
struct EvaluationPlotTests {
  private func entries(_ lines: [String]) throws -> [EvaluationManifest.Entry] {
    let folder = try TemporaryFolder()
    return try EvaluationManifest(path: folder.write(lines.joined(separator: "\n"), to: "m.jsonl")).entries
  }

  private func spotting(_ phrase: String, scores: [Double], alarms: [Double]) throws -> EvaluationFigures {
    func results(_ scores: [Double], _ phrases: String) throws -> [SpottingEvaluation.Result] {
      try scores.map { score in
        SpottingEvaluation.Result(
          entry: try #require(try entries(["{\"audio\": \"a.wav\", \"phrases\": \(phrases)}"]).first),
          hits: [phrase: [.init(score: score, start: 0, end: 1, delay: 0.2)]], duration: 1800, time: 18)
      }
    }
    return EvaluationFigures(
      try results(scores, "[\"\(phrase)\"]"), negatives: try results(alarms, "[]"), defaultThresholds: [phrase: -20])
  }

  @Test("The spotting plot is valid XML with titles, axes with units, a line for each phrase and a dashed baseline")
  func spotting() throws {
    var condition = EvaluationReport.Condition(
      snr: 6, figures: try spotting("hey you", scores: [-5, -15, -25], alarms: [-10, -20]))
    condition.baseline = .init(
      try spotting("hey you", scores: [-5, -25, -35], alarms: [-10, -20]), comparedWith: condition.figures)
    let report = EvaluationReport(conditions: [condition, .init(snr: nil, figures: condition.figures)], negativeHours: 1)
    let picture = try Picture(report.plot)
    #expect(picture.texts["svg"]?.count == 1)
    #expect(picture.texts["title"]?.first == "Keyphrases: misses against false alarms")
    #expect(try #require(picture.texts["desc"]?.first).contains("1.00 hours"))
    let labels = try #require(picture.texts["text"])
    #expect(labels.contains("Misses against false alarms, 6 dB"))
    #expect(labels.contains("Misses against false alarms, clean"))
    #expect(labels.count { $0 == "false alarms an hour" } == 2)
    #expect(labels.contains("missed recordings of the phrase"))
    #expect(labels.contains("hey you") && labels.contains("hey you, PocketSphinx"))
    #expect(picture.classes.count { $0 == "polyline s0" } == 2)
    #expect(picture.classes.count { $0 == "polyline s0 dashed" } == 1)
    #expect(try #require(picture.texts["style"]?.first).contains("prefers-color-scheme: dark"))
  }

  @Test("The plot is wide enough for the names in its legend")
  func longNames() throws {
    func width(_ phrase: String) throws -> Double {
      let figures = try spotting(phrase, scores: [-5], alarms: [-10])
      let plot = EvaluationReport(conditions: [.init(snr: nil, figures: figures)], negativeHours: 1).plot
      return try #require(plot.firstMatch(of: #/<svg[^>]* width="(\d+)"/#).flatMap { Double($0.1) })
    }
    #expect(try width("computer") == 760)
    #expect(try width(String(repeating: "wonderful ", count: 6) + "computer") > 760 + 200)
  }

  @Test("Names with XML special characters do not break the plot")
  func escaping() throws {
    let figures = try spotting("r & b <x> ]]>", scores: [-5], alarms: [])
    let picture = try Picture(EvaluationReport(conditions: [.init(snr: nil, figures: figures)], negativeHours: 0).plot)
    #expect(picture.texts["text"]?.contains("r & b <x> ]]>") == true)
  }

  @Test("The JSON curve has every point from zero false alarms, and an unnecessary threshold is null")
  func json() throws {
    let figures = try spotting("hey", scores: [-5, -15, -25], alarms: [-10, -20])
    let report = EvaluationReport(conditions: [.init(snr: nil, figures: figures)], negativeHours: 1)
    let object = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
    let condition = try #require((object["conditions"] as? [[String: Any]])?.first)
    let phrase = try #require((condition["phrases"] as? [String: [String: [[String: Any]]]])?["hey"])
    let curve = try #require(phrase["curve"])
    #expect(curve.compactMap { $0["false_alarms_per_hour"] as? Double } == [0, 1, 2])
    #expect(curve.compactMap { ($0["miss_rate"] as? Double).map { ($0 * 3).rounded() } } == [2, 1, 0])
    #expect(curve.last?["threshold"] is NSNull)
    let usual = try #require((condition["default_thresholds"] as? [String: [String: Double]])?["hey"])
    #expect(usual["false_alarms_per_hour"] == 2)
    #expect(usual["threshold"] == -20)
    #expect(object["recordings"] == nil)
  }
}
