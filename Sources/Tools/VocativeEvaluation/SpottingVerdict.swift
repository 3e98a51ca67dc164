extension SpottingEvaluation.Result {
  /// A verdict on the result of spotting.
  public enum Verdict: String, Equatable, Sendable {
    /// The result is as expected.
    case correct
    /// A phrase of the recording was not spotted as often as it is listed.
    case missed
    /// A phrase was spotted that the recording does not contain, or more often than it is listed.
    case falseAlarm = "false-alarm"
  }

  /// Returns the verdict at thresholds for each phrase; a nil threshold passes every candidate.
  ///
  /// Expected phrases without a threshold were not looked for, and are left out if others were. Hits that are not expected count if they
  /// also reach the default threshold: little audio for false alarms leads to thresholds that are far too low.
  public func verdict(at thresholds: [String: Double?]) -> Verdict {
    func spotted(_ phrase: String) -> [SpottingEvaluation.Hit] {
      guard let threshold = thresholds[phrase], let found = hits[phrase] else { return [] }
      return found.filter { hit in threshold.map { hit.score >= $0 } ?? true }.occurrences
    }
    let expected = entry.expectation.phrases
    if expected.isEmpty { return thresholds.keys.contains { !spotted($0).isEmpty } ? .falseAlarm : .correct }
    let counts = Dictionary(expected.filter { thresholds.keys.contains($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    guard !counts.isEmpty, counts.allSatisfy({ spotted($0.key).count >= $0.value }) else { return .missed }
    let own = counts.keys.flatMap(spotted)
    let isAlarm = thresholds.keys.contains { phrase in
      let clear = spotted(phrase).filter { $0.margin >= 0 }
      if let count = counts[phrase] { return clear.count > count }
      // The detector reports only the clearer one of two phrases in the same audio.
      return clear.contains { hit in !own.contains { $0.overlaps(hit) && $0.margin >= hit.margin } }
    }
    return isAlarm ? .falseAlarm : .correct
  }

  /// Returns the seconds from the end of each phrase to its report, at thresholds for each phrase.
  func delays(of phrases: [String], at thresholds: [String: Double]) -> [Double] {
    phrases.compactMap { phrase in
      let threshold = thresholds[phrase] ?? 0
      return hits[phrase]?.filter { $0.score >= threshold }.max { $0.score < $1.score }?.delay
    }
  }
}

extension [SpottingEvaluation.Hit] {
  /// The clearest hit of each utterance; a phrase may be reported again when it becomes clearer.
  fileprivate var occurrences: [SpottingEvaluation.Hit] {
    sorted { $0.score > $1.score }.reduce(into: []) { kept, hit in
      if !kept.contains(where: hit.overlaps) { kept.append(hit) }
    }
  }
}

extension SpottingEvaluation.Hit {
  /// Whether two hits are in the same audio.
  fileprivate func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }
}
