extension SpottingEvaluation.Result {
  /// A verdict on the result of spotting.
  public enum Verdict: String, Equatable, Sendable {
    /// The result is as expected.
    case correct
    /// A phrase of the recording was not spotted.
    case missed
    /// A phrase was spotted in a recording without one.
    case falseAlarm = "false-alarm"
  }

  /// Returns the verdict at thresholds for each phrase; a nil threshold passes every candidate.
  ///
  /// Expected phrases without a threshold were not looked for, and are left out if others were.
  public func verdict(at thresholds: [String: Double?]) -> Verdict {
    func isSpotted(_ phrase: String) -> Bool {
      guard let threshold = thresholds[phrase], let score = hits[phrase]?.map(\.score).max() else { return false }
      return threshold.map { score >= $0 } ?? true
    }
    let expected = entry.expectation.phrases
    if expected.isEmpty { return thresholds.keys.contains(where: isSpotted) ? .falseAlarm : .correct }
    let measured = expected.filter { thresholds.keys.contains($0) }
    return !measured.isEmpty && measured.allSatisfy(isSpotted) ? .correct : .missed
  }

  /// Returns the seconds from the end of each phrase to its report, at thresholds for each phrase.
  func delays(of phrases: [String], at thresholds: [String: Double]) -> [Double] {
    phrases.compactMap { phrase in
      let threshold = thresholds[phrase] ?? 0
      return hits[phrase]?.filter { $0.score >= threshold }.max { $0.score < $1.score }?.delay
    }
  }
}
