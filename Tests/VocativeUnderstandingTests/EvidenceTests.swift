import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The evidence about a sentence", .serialized)
struct EvidenceTests {
  private func heard(_ recording: String, _ phrases: [String]) throws -> Interpretation {
    let understanding = try CommandRecognizer.forPhrases(phrases)
      .recognize(RawRecording.samples(of: recording), from: .command)
    guard case .understood(let interpretation) = understanding else { throw UnexpectedRejection(understanding: understanding) }
    return interpretation
  }

  private struct UnexpectedRejection: Error { let understanding: Understanding }

  @Test("A sentence has the same evidence beside a sentence in which the word before ends with another phone")
  func otherSentences() throws {
    let alone = try heard("human/go-forward.flac", ["go forward ten meters"])
    let beside = try heard("human/go-forward.flac", ["go forward ten meters", "go data ten meters"])
    #expect(beside.text == "go forward ten meters")
    #expect(beside.evidence == alone.evidence)
  }
}
