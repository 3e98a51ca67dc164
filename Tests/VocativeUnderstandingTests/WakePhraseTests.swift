import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("A wake phrase before a command", .serialized)
struct WakePhraseTests {
  /// "Hey assistant, how much is left for coffee".
  private static let woken = "money/rms-breath-how-much-is-left-for-coffee.flac"

  private func text(_ understanding: Understanding) -> String? {
    guard case .understood(let interpretation) = understanding else { return nil }
    return interpretation.text
  }

  @Test(
    "A repeated wake phrase before a command or an answer does not prevent understanding",
    arguments: [
      CommandRecognizer.Beginning.wakePhrase, .command,
    ])
  func saidAgain(beginning: CommandRecognizer.Beginning) throws {
    let recognizer = try CommandRecognizer.forPhrases(["how much is left for (coffee|rent)", "safe to spend"])
    let understanding = try recognizer.recognize(RawRecording.samples(of: Self.woken), from: beginning)
    #expect(text(understanding) == "how much is left for coffee")
  }

  @Test("A command that begins like a wake phrase is recognized completely")
  func partOfCommand() throws {
    let recognizer = try CommandRecognizer.forPhrases(["hey assistant how much is left for (coffee|rent)"])
    let understanding = try recognizer.recognize(RawRecording.samples(of: Self.woken), from: .command)
    #expect(text(understanding) == "hey assistant how much is left for coffee")
  }

  @Test("Speech without a wake phrase at its start is rejected if one was spotted")
  func missing() throws {
    let recognizer = try CommandRecognizer.forPhrases(["[never] never mind"])
    let samples = try RawRecording.samples(of: "dictation/slt-never-mind.flac")
    #expect(text(try recognizer.recognize(samples, from: .command)) == "never mind")
    #expect(try recognizer.recognize(samples, from: .wakePhrase) == .rejected(Rejection(.notAPhrase)))
  }
}
