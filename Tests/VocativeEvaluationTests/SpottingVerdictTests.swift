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
}
