import Logging
import Vocative
import VocativeEvaluation

/// Measures a folder of sets, and prints each result when it is available.
///
/// An error does not discard the results of hours: the report has those before it.
struct BenchRun: Sendable {
  let bench: AccuracyBench
  let model: RecognitionModel
  let options: BenchMeasurement.Options
  let showsDetails: Bool
  let logger: Logger

  func report() async throws -> BenchReport {
    let measurement = try await BenchMeasurement(bench, model: model, options: options, logger: logger)
    let progress = ProgressLine(total: measurement.recordingCount)
    defer { progress.clear() }
    let report = await measurement.run(progress: progress.step) { finding in
      progress.clear()
      if showsDetails { for detail in finding.recordings { StandardOutput.line(EvaluationLines.detail(of: detail)) } }
      EvaluationLines.lines(of: finding).forEach(StandardOutput.line)
    }
    if report.failure == nil { EvaluationLines.totals(of: report).forEach(StandardOutput.line) }
    return report
  }
}
