import Foundation
import Vocative
import VocativeEvaluation

/// What an evaluation found, as lines for people.
enum EvaluationLines {
  static func summary(of condition: EvaluationReport.Condition) -> String {
    func share(_ part: Int) -> String { String(format: "%.3f", Double(part) / Double(max(condition.count, 1))) }
    return "\(name(of: condition)): \(condition.count) recordings, correct \(share(condition.correct)), "
      + "wrong \(share(condition.wrong)), rejected \(share(condition.rejected)), "
      + String(
        format: "real-time factor %.4f, decision p95 %.0f ms, peak memory %.0f MiB", condition.realTimeFactor,
        condition.latency.p95, condition.peakMemory)
  }

  static func comparison(of condition: EvaluationReport.Condition, with plain: EvaluationReport.Condition) -> String {
    "plain PocketSphinx: " + summary(of: plain)
      + String(
        format: "; errors %.2f and time %.2f of its", (1 - condition.accuracy) / max(1 - plain.accuracy, 1e-9),
        condition.realTimeFactor / max(plain.realTimeFactor, 1e-9))
  }

  static func speedComparison(of condition: EvaluationReport.Condition, with plain: EvaluationReport.Condition) -> String {
    String(
      format: "real-time factor %.4f, plain PocketSphinx %.4f: %.2f of its", condition.realTimeFactor, plain.realTimeFactor,
      condition.realTimeFactor / max(plain.realTimeFactor, 1e-9))
  }

  static func operatingPoints(of condition: EvaluationReport.Condition) -> [String] {
    condition.phrases.sorted { $0.key < $1.key }.map { phrase, found in
      let points = found.operatingPoints.map { point in
        let threshold = point.threshold.map { String(format: "1e%.1f", $0) } ?? "any"
        return String(format: "%.3f at %g/h", point.missRate, point.falseAlarmsPerHour) + " (\(threshold))"
      }
      return "\(name(of: condition)): \"\(phrase)\" missed " + points.joined(separator: ", ")
    }
  }

  static func detail(of result: UnderstandingEvaluation.Result) -> String {
    let name = (result.entry.audio as NSString).lastPathComponent
    var found: Interpretation?
    switch result.understanding {
    case .understood(let interpretation): found = interpretation
    case .rejected(let rejection): found = rejection.best
    case .wakePhraseOnly: break
    }
    guard let found, let evidence = found.evidence else { return "\(result.verdict.rawValue)\t\(name)\t-" }
    let numbers = String(
      format: "%.2f\t%.2f\t%.1f\t%d\t%d\t%.2f", evidence.phraseAdvantage, evidence.worstWordAdvantage, evidence.phoneLoopScore,
      evidence.frameCount, evidence.wordCount, found.confidence)
    return "\(result.verdict.rawValue)\t\(name)\t\(numbers)\t\(found.text)"
  }

  private static func name(of condition: EvaluationReport.Condition) -> String {
    condition.snr.map { String(format: "%g dB", $0) } ?? "clean"
  }
}
