extension SpottingEvaluation.Result {
  /// How the result stands to what was expected.
  public enum Verdict: String, Equatable, Sendable {
    /// As expected.
    case correct
    /// A phrase of the recording was not spotted.
    case missed
    /// Something was spotted where there was nothing.
    case falseAlarm = "false-alarm"
  }

  /// How the result stands to what was expected, at thresholds by phrase; nil for one that every candidate passes.
  public func verdict(at thresholds: [String: Double?]) -> Verdict {
    func isSpotted(_ phrase: String) -> Bool {
      guard let threshold = thresholds[phrase], let score = hits[phrase]?.map(\.score).max() else { return false }
      return threshold.map { score >= $0 } ?? true
    }
    let expected = entry.expectation.phrases
    if expected.isEmpty { return thresholds.keys.contains(where: isSpotted) ? .falseAlarm : .correct }
    return expected.contains(where: isSpotted) ? .correct : .missed
  }

  /// Seconds from the end of each of some phrases to its report at thresholds by phrase.
  func delays(of phrases: [String], at thresholds: [String: Double]) -> [Double] {
    phrases.compactMap { phrase in
      let threshold = thresholds[phrase] ?? 0
      return hits[phrase]?.filter { $0.score >= threshold }.max { $0.score < $1.score }?.delay
    }
  }
}
