import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Rival sentences", .serialized)
struct RivalTests {
  private func heard(
    _ text: String, _ phrases: [String], lists: [String: [String]], minConfidence: Double = 0.3
  ) async throws -> Interpretation {
    var configuration = CommandRecognizer.Configuration()
    configuration.minConfidence = minConfidence
    let recognizer = try CommandRecognizer.forPhrases(phrases, lists: lists, configuration: configuration)
    let samples = try await SynthesizedSpeech.samples(of: text, voice: "slt")
    guard case .understood(let interpretation) = try recognizer.recognize(samples, from: .command) else {
      throw UnexpectedRejection(text: text)
    }
    return interpretation
  }

  private struct UnexpectedRejection: Error { let text: String }

  @Test("A name that sounds like another one has it as a rival")
  func homophones() async throws {
    let heard = try await heard(
      "please call night tomorrow", ["please call {who} tomorrow"], lists: ["who": ["night", "knight"]])
    let rival = try #require(heard.rival)
    #expect(Set([heard.slots["who"], rival.slots["who"]]) == ["night", "knight"])
    #expect(rival.margin >= 0)
    #expect(heard.rivalInterpretation?.rival == nil)
  }

  @Test("A sentence of high confidence has a rival, however high the minimum is", arguments: [0.5, 0.8, 0.9])
  func strict(minConfidence: Double) async throws {
    let heard = try await heard(
      "please call night tomorrow", ["please call {who} tomorrow"], lists: ["who": ["night", "knight"]],
      minConfidence: minConfidence)
    #expect(heard.rival != nil)
  }

  @Test("Words with a meaning for another assistant end and continue as before")
  func homonym() {
    var heard = Interpretation(
      text: "a latte with milk", intent: "Order", slots: [:], confidence: 0.9, mayGoOn: true, silenceAfter: 0.1)
    (heard.continuesAPhrase, heard.silenceAfterWords) = (true, 0.7)
    let other = heard.understood(as: .init(text: heard.text, intent: "Recipe", slots: [:], margin: 0))
    #expect(other.intent == "Recipe")
    #expect(other.mayGoOn && other.continuesAPhrase)
    #expect(other.silenceAfter == 0.1)
    #expect(other.silenceAfterWords == 0.7)
  }

  @Test("A word at the end has a rival beside a long list of names before it")
  func longList() async throws {
    let syllables = ["ba", "do", "gi", "lu", "me", "pa", "ro", "si", "tu", "ze"]
    let names = syllables.flatMap { first in
      syllables.flatMap { second in syllables.prefix(5).map { "\(first)\(second)\($0)" } }
    }
    let heard = try await heard(
      "please call microphone night", ["please call {who} {what}"],
      lists: ["who": names + ["microphone"], "what": ["night", "knight"]])
    #expect(heard.slots["who"] == "microphone")
    #expect(heard.rival?.slots["who"] == "microphone")
    #expect(Set([heard.slots["what"], heard.rival?.slots["what"]]) == ["night", "knight"])
  }

  @Test("A sentence with the same meaning in other words is not a rival")
  func sameMeaning() async throws {
    let heard = try await heard("please call night tomorrow", ["please call (night|knight) tomorrow"], lists: [:])
    #expect(heard.rival == nil)
  }

  @Test("Values that sound different have no rivals", arguments: ["turn on the desk lamp", "turn off the desk lamp"])
  func opposites(sentence: String) async throws {
    let heard = try await heard(sentence, ["turn {state} the desk lamp"], lists: ["state": ["on", "off"]])
    #expect(heard.text == sentence)
    #expect(heard.rival == nil)
  }
}
