import Foundation
import Vocative
import VocativeEvaluation

/// The results of an evaluation, as lines of text.
enum EvaluationLines {
  /// - Parameter hours: Hours of audio in which every hit is a false alarm.
  static func figures(_ figures: EvaluationFigures, negativeHours hours: Double, snr: Double?) -> [String] {
    let name = snr.map { String(format: "%g dB", $0) } ?? "clean"
    guard figures.phrases.isEmpty else { return spotting(figures, negativeHours: hours, name) }
    return [summary(of: figures, name)] + confidence(of: figures, name)
  }

  static func baseline(_ baseline: EvaluationReport.Baseline, negativeHours: Double, snr: Double?) -> [String] {
    let errors = baseline.errorRatio.map { String(format: "errors %.2f and ", $0) } ?? "no errors to compare, "
    return figures(baseline.figures, negativeHours: negativeHours, snr: snr).map { "plain PocketSphinx, \($0)" }
      + ["compared to plain PocketSphinx: " + errors + String(format: "time %.2f of its", baseline.realTimeFactorRatio)]
  }

  private static func summary(of figures: EvaluationFigures, _ name: String) -> String {
    let latency =
      figures.latency.p95 > 0
      ? String(
        format: "latency p50 %.0f ms, p95 %.0f ms (processing %.0f ms), ", figures.latency.p50, figures.latency.p95,
        figures.processing?.p95 ?? 0) : ""
    return "\(name): \(figures.count) recordings, \(shares(of: figures.verdicts)), "
      + String(format: "real-time factor %.4f, ", figures.realTimeFactor) + latency
      + String(format: "peak memory %.0f MiB", figures.peakMemory)
  }

  /// The share of each verdict, and how many of the questions list the right sentence first.
  static func shares(of verdicts: VerdictCounts) -> String {
    func share(_ part: Int) -> String { String(format: "%.3f", verdicts.share(part)) }
    let asked = verdicts.asked > 0 ? " (\(verdicts.askedRight) of \(verdicts.asked) with the right sentence first)" : ""
    return "correct \(share(verdicts.correct)), wrong \(share(verdicts.wrong)) (opposites \(share(verdicts.opposites))), "
      + "rejected \(share(verdicts.rejected)), asked \(share(verdicts.asked))\(asked)"
  }

  private static func confidence(of figures: EvaluationFigures, _ name: String) -> [String] {
    var lines: [String] = []
    if let calibration = figures.calibration, calibration.count > 0 {
      let bins = calibration.bins.filter { $0.count > 0 }.map {
        String(format: "%.2f: %.2f of %d", $0.confidence ?? 0, $0.right ?? 0, $0.count)
      }
      lines.append(
        "\(name): confidence and share right \(bins.joined(separator: ", "))"
          + String(format: "; expected calibration error %.3f", calibration.expectedCalibrationError))
    }
    if let rejection = figures.rejection, let shipped = rejection.shipped.rejected,
      let rejected = rejection.atTwoPercentLost.rejected
    {
      var line =
        "\(name): "
        + String(
          format: "of %d recordings without a command %.3f rejected at %.2f", rejection.outOfGrammar, shipped,
          rejection.shipped.threshold)
      if rejection.commands > 0 {
        line += String(
          format: ", which loses %.3f of %d correctly recognized commands; %.3f rejected at %.2f, which loses %.3f",
          rejection.shipped.lost, rejection.commands, rejected, rejection.atTwoPercentLost.threshold,
          rejection.atTwoPercentLost.lost)
      }
      lines.append(line)
    }
    return lines
  }

  private static func spotting(_ figures: EvaluationFigures, negativeHours hours: Double, _ name: String) -> [String] {
    let phrases = figures.phrases.sorted { $0.key < $1.key }.compactMap { phrase, found in
      figures.defaultThresholds[phrase].map { "\(name): \"\(phrase)\" " + spotted(found, byDefault: $0, negativeHours: hours) }
    }
    let latency =
      figures.latency.p95 > 0
      ? String(format: "report p50 %.0f ms, p95 %.0f ms after the phrase, ", figures.latency.p50, figures.latency.p95) : ""
    let negatives =
      hours > 0
      ? String(format: "%.3g hours without the phrases, ", hours)
      : "no audio without the phrases, so their false alarms are unknown, "
    return phrases + [
      "\(name): \(negatives)real-time factor "
        + String(format: "%.5f, ", figures.realTimeFactor) + latency
        + String(format: "peak memory %.0f MiB", figures.peakMemory)
    ]
  }

  /// The misses need recordings of the phrase, and their rates of false alarms need audio without it.
  private static func spotted(
    _ found: EvaluationFigures.Phrase, byDefault: DetectionCurve.OperatingPoint, negativeHours hours: Double
  ) -> String {
    let threshold = String(format: "with its default threshold 1e%.1f", byDefault.threshold ?? 0)
    let rate = String(format: "%.1f/h", byDefault.falseAlarmsPerHour)
    guard found.recordingCount > 0 else { return "is in no recording" + (hours > 0 ? "; \(threshold) \(rate)" : "") }
    guard hours > 0 else { return String(format: "missed %.3f ", byDefault.missRate) + threshold }
    let points = found.operatingPoints.map { point in
      let threshold = point.threshold.map { String(format: "1e%.1f", $0) } ?? "any"
      return String(format: "%.3f at %g/h", point.missRate, point.falseAlarmsPerHour) + " (\(threshold))"
    }
    return "missed " + points.joined(separator: ", ") + "; \(threshold) " + String(format: "%.3f at ", byDefault.missRate) + rate
  }
}
