import Testing
import VocativeEvaluation

@Suite("Verdicts of spotting")
struct SpottingVerdictTests {
  private static let usual: [String: Double?] = ["computer": -20, "jarvis": -20]

  private func verdict(
    expecting phrases: [String], scores: [String: Double], at thresholds: [String: Double?] = usual
  ) -> SpottingEvaluation.Result.Verdict {
    SpottingEvaluation.Result(
      entry: .init(audio: "a.wav", expectation: .spotted(phrases)),
      hits: scores.mapValues { [.init(score: $0, start: 0, end: 1, delay: nil)] }, duration: 2, time: 0
    ).verdict(at: thresholds)
  }

  @Test("A recording of several phrases is correct only if each of them is spotted")
  func severalPhrases() {
    let both = ["computer", "jarvis"]
    #expect(verdict(expecting: both, scores: ["computer": -10, "jarvis": -15]) == .correct)
    #expect(verdict(expecting: both, scores: ["computer": -10]) == .missed)
    #expect(verdict(expecting: both, scores: ["computer": -10, "jarvis": -25]) == .missed)
  }

  @Test("Phrases that are not looked for do not count as missed beside others")
  func otherPhrases() {
    let computer: [String: Double?] = ["computer": -20]
    #expect(verdict(expecting: ["computer", "jarvis"], scores: ["computer": -10], at: computer) == .correct)
    #expect(verdict(expecting: ["jarvis"], scores: ["computer": -10], at: computer) == .missed)
  }

  private static func hit(_ score: Double, _ start: Double, _ end: Double, margin: Double = 0) -> SpottingEvaluation.Hit {
    .init(score: score, start: start, end: end, delay: nil, margin: margin)
  }

  private typealias Case = ([String], [String: [SpottingEvaluation.Hit]], SpottingEvaluation.Result.Verdict)

  private static let cases: [Case] = [
    (["computer"], ["computer": [hit(-10, 0, 1), hit(-15, 2, 3)]], .falseAlarm),
    (["computer"], ["computer": [hit(-10, 0, 1), hit(-25, 2, 3)]], .correct),
    (["computer"], ["computer": [hit(-10, 0.1, 1), hit(-15, 0, 0.9)]], .correct),
    (["computer", "computer"], ["computer": [hit(-10, 0, 1)]], .missed),
    (["computer", "computer"], ["computer": [hit(-10, 0, 1), hit(-25, 2, 3)]], .missed),
    (["computer", "computer"], ["computer": [hit(-10, 0, 1), hit(-15, 2, 3)]], .correct),
    (["computer", "computer"], ["computer": [hit(-10, 0, 1), hit(-12, 0.1, 1)]], .missed),
    (["computer"], ["computer": [hit(-10, 0, 1)], "jarvis": [hit(-10, 2, 3)]], .falseAlarm),
    (["computer"], ["computer": [hit(-10, 0, 1)], "jarvis": [hit(-25, 2, 3)]], .correct),
    (["computer"], ["computer": [hit(-10, 0, 1, margin: 5)], "jarvis": [hit(-10, 0, 1, margin: 2)]], .correct),
    (["computer"], ["computer": [hit(-10, 0, 1, margin: 2)], "jarvis": [hit(-10, 0, 1, margin: 5)]], .falseAlarm),
    (["computer"], ["jarvis": [hit(-10, 0, 1)]], .missed),
    ([], ["computer": [hit(-25, 0, 1)]], .correct), ([], ["computer": [hit(-15, 0, 1)]], .falseAlarm),
  ]

  @Test(
    "A phrase must be spotted as often as it is listed, and no other phrase; hits in the same audio are one utterance",
    arguments: cases)
  func counted(phrases: [String], hits: [String: [SpottingEvaluation.Hit]], verdict: SpottingEvaluation.Result.Verdict) {
    let result = SpottingEvaluation.Result(
      entry: .init(audio: "a.wav", expectation: .spotted(phrases)), hits: hits, duration: 4, time: 0)
    #expect(result.verdict(at: Self.usual) == verdict)
  }

  @Test("Without audio for false alarms, only clear hits are counted as too many")
  func withoutThresholds() {
    func verdict(margins: [Double]) -> SpottingEvaluation.Result.Verdict {
      let hits = margins.enumerated().map { Self.hit(-20 + $1, Double($0), Double($0) + 0.9, margin: $1) }
      return SpottingEvaluation.Result(
        entry: .init(audio: "a.wav", expectation: .spotted(["computer"])), hits: ["computer": hits], duration: 4, time: 0
      ).verdict(at: ["computer": nil])
    }
    #expect(verdict(margins: [-5]) == .correct, "every candidate passes")
    #expect(verdict(margins: [10, -5, -30]) == .correct)
    #expect(verdict(margins: [10, 2]) == .falseAlarm)
    #expect(verdict(margins: []) == .missed)
  }
}
