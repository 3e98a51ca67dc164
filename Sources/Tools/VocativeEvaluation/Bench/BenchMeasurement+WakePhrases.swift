import Vocative
import VocativeDetection

extension BenchMeasurement {
  /// Returns every recording of the benchmark without a keyphrase of a set, in which every hit is a false alarm.
  func negatives(of set: BenchSet) -> [EvaluationManifest.Entry] {
    let phrases = set.phrases.map(SpokenText.words)
    func holdsPhrase(_ words: [String]) -> Bool { phrases.contains { words.contains(run: $0) } }
    return bench.sets.flatMap { from in
      (from.commands + from.spotting).filter { entry in
        if entry.wake, plans[from.name]?.wakePhrases.contains(where: holdsPhrase) == true { return false }
        if let text = entry.transcript { return !holdsPhrase(SpokenText.words(of: text)) }
        switch entry.expectation {
        case .spotted(let phrases): return !phrases.contains { holdsPhrase(SpokenText.words(of: $0)) }
        // A value may be the only known part of the words: "new-computer" is spoken as "new computer".
        case .understood(_, let slots): return !slots.values.contains { holdsPhrase(SpokenText.words(of: $0)) }
        case .rejected: return true
        }
      }
    }
  }

  /// Measures the keyphrases of a set in one condition, against every recording without them in the same condition.
  func wakePhrases(
    of set: BenchSet, in condition: BenchCondition, noise: String?, progress: @escaping @Sendable () -> Void
  ) async throws -> Finding {
    // Uses an empty grammar with the phrases as wake phrases: the planner finds the pronunciations and reports unknown words.
    let plan = try SpeechPlanner(model: model, wakePhrases: set.phrases).plan(for: Grammar())
    let (positives, negatives) = (sample(set.spotting.withPhrases), sample(negatives(of: set)))
    // A second pass for timing would double the cost of the negatives, so time is measured on the phrases in the quiet condition.
    let found = try await spot(
      plan, positives, in: condition, noise: noise, measuresTime: condition == .quiet, progress: progress)
    let alarms = try await spot(plan, negatives, in: condition, noise: noise, measuresTime: false, progress: progress)

    func evaluation(_ method: SpottingEvaluation.Method) -> SpottingEvaluation {
      SpottingEvaluation(model: model, plan: plan, method: method)
    }
    let figures = EvaluationFigures(
      found.map(\.vocative), negatives: alarms.map(\.vocative), defaultThresholds: evaluation(.pipeline).defaultThresholds)
    let plainFigures =
      options.measuresBaseline
      ? EvaluationFigures(
        found.compactMap(\.plain), negatives: alarms.compactMap(\.plain), defaultThresholds: evaluation(.plain).defaultThresholds)
      : nil
    let plainTime = found.compactMap(\.plain?.time).reduce(0, +)
    let timeRatio = plainTime > 0 ? found.map(\.vocative.time).reduce(0, +) / plainTime : nil
    var finding = Finding()
    finding.wakePhrases = set.phrases.compactMap { phrase in
      guard let missRate = figures.missRate(of: phrase) else { return nil }
      return WakeRow(
        set: set.label, phrase: phrase, condition: condition,
        material: (positives.count { $0.expectation.phrases.contains(phrase) }, alarms.map(\.vocative).hours),
        missRate: (missRate, plainFigures?.missRate(of: phrase)), timeRatio: timeRatio)
    }
    finding.recordings =
      details(of: (found + alarms).map(\.vocative), figures, set: set.name, condition)
      + (plainFigures.map {
        details(of: (found + alarms).compactMap(\.plain), $0, set: set.name, condition, isBaseline: true)
      } ?? [])
    return finding
  }

  private typealias Heard = (vocative: SpottingEvaluation.Result, plain: SpottingEvaluation.Result?)

  private func spot(
    _ plan: SpeechPlan, _ entries: [EvaluationManifest.Entry], in condition: BenchCondition, noise: String?, measuresTime: Bool,
    progress: @escaping @Sendable () -> Void
  ) async throws -> [Heard] {
    func evaluation(_ method: SpottingEvaluation.Method) -> SpottingEvaluation {
      SpottingEvaluation(model: model, plan: plan, method: method, measuresTime: measuresTime)
    }
    let (vocative, plain) = (evaluation(.pipeline), options.measuresBaseline ? evaluation(.plain) : nil)
    return try await Workers.run(entries, jobs: options.jobs) { _, entry in
      let audio = try await audio(of: entry, in: condition, noise: noise)
      defer { progress() }
      return (try vocative.result(of: entry, audio: audio), try plain?.result(of: entry, audio: audio))
    }
  }

  private func details(
    of results: [SpottingEvaluation.Result], _ figures: EvaluationFigures, set: String, _ condition: BenchCondition,
    isBaseline: Bool = false
  ) -> [RecordingDetail] {
    results.map { result in
      var detail = RecordingDetail(result, figures: figures, snr: condition.snr, isBaseline: isBaseline)
      (detail.set, detail.noise) = (set, condition.noise)
      return detail
    }
  }
}

extension EvaluationFigures {
  /// Returns the share of a keyphrase's recordings that are missed at one false alarm an hour; nil for a phrase without recordings,
  /// as a part of a set may have.
  fileprivate func missRate(of phrase: String) -> Double? {
    guard let found = phrases[phrase], found.recordingCount > 0 else { return nil }
    return found.operatingPoints.first { $0.falseAlarmsPerHour == 1 }?.missRate
  }
}
