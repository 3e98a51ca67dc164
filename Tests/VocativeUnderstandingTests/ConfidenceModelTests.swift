import Testing
import VocativeUnderstanding

@Suite("The confidence from evidence")
struct ConfidenceModelTests {
  private static func evidence(
    phrase: Double = 5, stretch: Double = 10, phones: Double = -118, words: Int = 3
  ) -> Interpretation.Evidence {
    .init(
      phraseAdvantage: phrase, worstStretchAdvantage: stretch, phoneLoopScore: phones, frameCount: 100, wordCount: words)
  }

  @Test(
    "The confidence falls with each sign that the phrase was not said",
    arguments: [
      ("free phones explain all words better", evidence(phrase: 7)), ("they explain one stretch better", evidence(stretch: 20)),
      ("no phones explain the sound well", evidence(phones: -125)),
    ])
  func doubt(sign: String, evidence: Interpretation.Evidence) {
    let model = ConfidenceModel()
    #expect(model.confidence(for: evidence) < model.confidence(for: Self.evidence()), "\(sign)")
  }

  @Test("A phrase of one word has more confidence than one of two or more, which have the same")
  func words() {
    let confidences = [1, 2, 3].map { ConfidenceModel().confidence(for: Self.evidence(words: $0)) }
    #expect(confidences[0] > confidences[1])
    #expect(confidences[1] == confidences[2])
  }

  @Test("With the scores of mixtures, neither the score of free phones nor the number of words changes the confidence")
  func mixtures() {
    let model = ConfidenceModel.forMixtures
    #expect(model.confidence(for: Self.evidence(phones: -90, words: 1)) == model.confidence(for: Self.evidence()))
  }

  @Test("The confidence stays between 0 and 1", arguments: [-1_000.0, 0, 1_000])
  func limits(advantage: Double) {
    #expect((0...1).contains(ConfidenceModel().confidence(for: Self.evidence(phrase: advantage))))
  }
}
