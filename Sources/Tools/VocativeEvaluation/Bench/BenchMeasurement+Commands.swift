import Vocative

extension BenchMeasurement {
  private typealias Result = UnderstandingEvaluation.Result

  /// Measures the commands of a set in one condition.
  ///
  /// - Returns: The finding and, in the quiet condition, the correctly recognized sentences by the index of their recording.
  func commands(
    of set: BenchSet, in condition: BenchCondition, noise: String?, progress: @escaping @Sendable () -> Void
  ) async throws -> (finding: Finding, sentences: [String: String]) {
    guard let plan = plans[set.name] else { return (Finding(), [:]) }
    let vocative = UnderstandingEvaluation(model: model, plan: plan, method: .pipeline)
    let plain = options.measuresBaseline ? UnderstandingEvaluation(model: model, plan: plan, method: .plain) : nil
    let results = try await Workers.run(sample(set.commands), jobs: options.jobs) { _, entry in
      // Mixed once, because both recognizers use the same audio.
      let audio = try await audio(of: entry, in: condition, noise: noise)
      defer { progress() }
      return (try vocative.result(of: entry, audio: audio), try plain?.result(of: entry, audio: audio))
    }
    let (found, baseline) = (results.map(\.0), results.compactMap(\.1))
    var finding = Finding()
    finding.commands = [
      CommandRow(
        set: set.name, fittedParts: set.fittedParts, condition: condition, vocative: CommandFigures(found),
        plain: plain == nil ? nil : CommandFigures(baseline))
    ]
    finding.recordings =
      details(of: found, set: set, grammar: set.name, condition)
      + details(of: baseline, set: set, grammar: set.name, condition, isBaseline: true)
    let heard = condition == .quiet ? found.filter(\.isHeardRight) : []
    let sentences = heard.compactMap { result in result.best.map { (result.entry.place, $0.text) } }
    return (finding, Dictionary(sentences, uniquingKeysWith: { first, _ in first }))
  }

  /// Plays the commands of a set to the grammar of another set, which must refuse them.
  ///
  /// Some recordings are left out: those whose sentence the other grammar also has, or may have because the sentence is not known,
  /// and those with a wake phrase that the other assistant does not have, because it would refuse any command after it.
  ///
  /// - Parameter sentences: The sentences of recordings, by index.
  func refusals(
    of set: BenchSet, saidTo other: BenchSet, sentences: [String: String], progress: @escaping @Sendable () -> Void
  ) async throws -> Finding {
    guard let plan = plans[set.name], let otherPlan = plans[other.name] else { return Finding() }
    let sharesWakePhrase = plan.wakePhrases.contains { otherPlan.wakePhrases.contains($0) }
    let otherIntents = Set(otherPlan.grammar.grammar.phrases.map(\.intent))
    let all = sample(set.commands)
    let entries = all.filter { entry in
      if entry.wake, !sharesWakePhrase { return false }
      if let sentence = entry.transcript ?? sentences[entry.place] {
        return otherPlan.grammar.match(SpokenText.words(of: sentence)) == nil
      }
      guard case .understood(let intent, _) = entry.expectation else { return false }
      return !otherIntents.contains(intent)
    }
    for _ in entries.count..<all.count { progress() }
    guard !entries.isEmpty else { return Finding() }
    let evaluation = UnderstandingEvaluation(model: model, plan: otherPlan, method: .pipeline)
    let results = try await Workers.run(entries.map { $0.expecting(.rejected) }, jobs: options.jobs) { _, entry in
      defer { progress() }
      return try evaluation.result(of: entry, audio: try await audio(of: entry, in: .quiet, noise: nil))
    }
    var finding = Finding()
    finding.refusals = [
      RefusalRow(
        set: set.label, grammar: other.label, count: results.count, refused: results.count { $0.verdict == .correct },
        asked: results.count { $0.verdict == .asked })
    ]
    finding.recordings = details(of: results, set: set, grammar: other.name, .quiet)
    return finding
  }

  private func details(
    of results: [Result], set: BenchSet, grammar: String, _ condition: BenchCondition, isBaseline: Bool = false
  ) -> [RecordingDetail] {
    results.map { result in
      var detail = RecordingDetail(result, snr: condition.snr, isBaseline: isBaseline)
      (detail.set, detail.origin, detail.grammar, detail.noise) = (set.name, set.origin, grammar, condition.noise)
      return detail
    }
  }
}
