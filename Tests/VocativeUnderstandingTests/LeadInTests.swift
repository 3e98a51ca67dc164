import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Sounds before a command", .serialized)
struct LeadInTests {
  private static let pause = SyntheticAudio.noise(count: 4_800).map { $0 / 2_000 }

  /// Returns the text that is understood in sounds with pauses of 0.3 s between them.
  private func text(of sounds: [[Int16]], from beginning: CommandRecognizer.Beginning = .command) throws -> String? {
    let recognizer = try CommandRecognizer.forPhrases(
      ["turn (on|off) the lights [in here]", "what time is it"], skipping: .polite)
    let samples = sounds.reduce(Self.pause) { $0 + $1 + Self.pause }
    guard case .understood(let interpretation) = try recognizer.recognize(samples, from: beginning) else { return nil }
    return interpretation.text
  }

  private func command(_ text: String = "turn on the lights") async throws -> [Int16] {
    try await SynthesizedSpeech.samples(of: text, voice: "slt")
  }

  @Test("A command is understood after a word and a pause", arguments: ["um", "okay", "wait a moment"])
  func word(text: String) async throws {
    #expect(try await self.text(of: [command(text), command()]) == "turn on the lights")
  }

  @Test("An immediate command is understood at the beginning, and not after a word and a pause")
  func immediateCommand() async throws {
    #expect(try await text(of: [command()], from: .immediateCommand) == "turn on the lights")
    #expect(try await text(of: [command("wait a moment"), command()], from: .immediateCommand) == nil)
  }

  @Test("A command is understood after two chimes")
  func chime() async throws {
    let chime = SyntheticAudio.sine(700, seconds: 0.3, rate: 16_000)
    #expect(try await text(of: [chime, chime.map { $0 / 2 }, command()]) == "turn on the lights")
  }

  @Test(
    "A command in the middle of a sentence is rejected",
    arguments: [
      "don't turn on the lights", "you should turn on the lights", "I said what time is it", "why does she turn on the lights",
      "she told me yesterday to turn on the lights",
    ])
  func sentence(text: String) async throws {
    #expect(try await self.text(of: [command(text)]) == nil)
  }

  @Test(
    "A command between words of a polite request is understood without them",
    arguments: [
      "please turn on the lights", "could you turn on the lights", "can you please turn on the lights",
      "turn on the lights please", "turn on the lights, thank you", "would you turn on the lights please",
    ])
  func polite(text: String) async throws {
    #expect(try await self.text(of: [command(text)]) == "turn on the lights")
    #expect(try await self.text(of: [command("hey assistant, " + text)], from: .wakePhrase) == "turn on the lights")
  }

  @Test(
    "A command in the middle of a sentence is also rejected after the wake phrase",
    arguments: ["don't turn on the lights", "you should turn on the lights", "why does she turn on the lights"])
  func wokenSentence(text: String) async throws {
    #expect(try await self.text(of: [command("hey assistant, " + text)], from: .wakePhrase) == nil)
  }

  @Test("A command after a longer sentence is rejected")
  func speech() async throws {
    #expect(try await text(of: [command("we talked about it for a long time yesterday"), command()]) == nil)
  }

  @Test("A word other than the wake phrase is not ignored if the wake phrase is expected")
  func noWakePhrase() async throws {
    #expect(try await text(of: [command("okay"), command()], from: .wakePhrase) == nil)
  }
}
