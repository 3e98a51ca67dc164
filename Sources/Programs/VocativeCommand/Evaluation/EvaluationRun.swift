import Logging
import Vocative
import VocativeEvaluation

/// The material, conditions and progress output of an evaluation.
struct EvaluationRun: Sendable {
  let entries: [EvaluationManifest.Entry]
  let negatives: [EvaluationManifest.Entry]
  let recordings: EvaluationRecordings
  /// Signal-to-noise ratios in dB; nil for unmodified recordings.
  let ratios: [Double?]
  let model: RecognitionModel
  /// The settings of understanding.
  let configuration: TurnLoop.Configuration
  let jobs: Int
  let measuresBaseline: Bool
  let showsDetails: Bool
  /// Whether the report contains the result of every recording.
  let keepsDetails: Bool
  let progress: ProgressLine

  // MARK: Understanding

  func understanding(of selection: AssistantSelection, logger: Logger) async throws -> EvaluationReport {
    let loaded = try await LoadedAssistants(selection, model: model, logger: logger)
    let runtime = try IntentRuntime(inMemory: loaded.assistants, logger: logger)
    let plan = try SpeechPlanner(model: model, runtime: runtime).plan(for: try await runtime.grammar())
    // If several assistants are measured, results name an intent with its assistant.
    let entries = entries.map { $0.naming { name in runtime.assistant.intent(named: name)?.identifier ?? name } }
    let unknown = UnderstandingEvaluation(model: model, plan: plan, method: .pipeline).unknownExpectations(of: entries)
    for fault in unknown { logger.warning("\(fault)") }
    return try await measure { ratio, isBaseline in
      let method: UnderstandingEvaluation.Method = isBaseline ? .plain : .pipeline
      let results = try await UnderstandingEvaluation(
        model: model, plan: plan, method: method, configuration: configuration
      ).run(
        entries, jobs: jobs, audio: { try await recordings.audio(of: $1, index: $0, ratio: ratio) }, progress: progress.step)
      let details = keepsDetails ? results.map { RecordingDetail($0, snr: ratio, isBaseline: isBaseline) } : []
      return (EvaluationFigures(results, method: method), details, 0)
    }
  }

  // MARK: Spotting

  func spotting(of phrases: [String], calibration: SpottingCalibration?) async throws -> EvaluationReport {
    // An empty grammar with the phrases as wake phrases: the planner finds the pronunciations and reports unknown words.
    let plan = try SpeechPlanner(model: model, wakePhrases: phrases, calibration: calibration).plan(for: Grammar())
    return try await measure { ratio, isBaseline in
      let evaluation = SpottingEvaluation(model: model, plan: plan, method: isBaseline ? .plain : .pipeline)
      func run(_ entries: [EvaluationManifest.Entry]) async throws -> [SpottingEvaluation.Result] {
        try await evaluation.run(
          entries, jobs: jobs, audio: { try await recordings.audio(of: $1, index: $0, ratio: ratio) }, progress: progress.step)
      }
      let (found, alarms) = (try await run(entries), try await run(negatives))
      let figures = EvaluationFigures(found, negatives: alarms, defaultThresholds: evaluation.defaultThresholds)
      let details =
        keepsDetails
        ? (found + alarms).map { RecordingDetail($0, figures: figures, snr: ratio, isBaseline: isBaseline) } : []
      return (figures, details, (found.withoutPhrases + alarms).hours)
    }
  }

  // MARK: Conditions

  private typealias Measured = (figures: EvaluationFigures, details: [RecordingDetail], negativeHours: Double)

  /// Measures every condition, and the baseline last: its dictionary would count as Vocative's memory.
  private func measure(
    _ measure: (_ ratio: Double?, _ isBaseline: Bool) async throws -> Measured
  ) async throws -> EvaluationReport {
    defer { progress.clear() }
    var report = EvaluationReport(conditions: [], negativeHours: 0, recordings: keepsDetails ? [] : nil)
    for ratio in ratios {
      let measured = try await measure(ratio, false)
      let condition = EvaluationReport.Condition(snr: ratio, figures: measured.figures)
      print(
        measured.details, EvaluationLines.figures(measured.figures, negativeHours: measured.negativeHours, snr: ratio))
      report = EvaluationReport(
        conditions: report.conditions + [condition], negativeHours: measured.negativeHours,
        recordings: report.recordings.map { $0 + measured.details })
    }
    guard measuresBaseline else { return report }
    for (index, ratio) in ratios.enumerated() {
      let measured = try await measure(ratio, true)
      let baseline = EvaluationReport.Baseline(measured.figures, comparedWith: report.conditions[index].figures)
      report.conditions[index].baseline = baseline
      report.recordings? += measured.details
      print(
        measured.details, EvaluationLines.baseline(baseline, negativeHours: measured.negativeHours, snr: ratio))
    }
    return report
  }

  private func print(_ details: [RecordingDetail], _ lines: [String]) {
    progress.clear()
    if showsDetails { for detail in details { StandardOutput.line(EvaluationLines.detail(of: detail)) } }
    lines.forEach(StandardOutput.line)
  }
}
