import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("A wake phrase before a command", .serialized)
struct WakePhraseTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"
  /// "Hey assistant, how much is left for coffee".
  private static let woken = "money/rms-breath-how-much-is-left-for-coffee.flac"

  private func recognizer(for phrases: String...) throws -> CommandRecognizer {
    let grammar = try CompiledGrammar(
      Grammar(phrases: try phrases.map { .init(intent: "Asked", template: try Template($0), text: $0) }))
    let found = try PronunciationLookup(dictionary: PronunciationDictionary(path: Self.folder + "/cmudict-en-us.dict"))
      .pronunciations(of: grammar.words.union(["hey", "assistant"]), hints: [:])
    let recognizer = CommandRecognizer(model: try AcousticModel(directory: Self.folder + "/en-us"))
    try recognizer.setGrammar(grammar, wakePhrases: [["hey", "assistant"]], lexicon: found.lexicon)
    return recognizer
  }

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
    let recognizer = try recognizer(for: "how much is left for (coffee|rent)", "safe to spend")
    let understanding = try recognizer.recognize(RawRecording.samples(of: Self.woken), from: beginning)
    #expect(text(understanding) == "how much is left for coffee")
  }

  @Test("A command that begins like a wake phrase is recognised completely")
  func partOfCommand() throws {
    let recognizer = try recognizer(for: "hey assistant how much is left for (coffee|rent)")
    let understanding = try recognizer.recognize(RawRecording.samples(of: Self.woken), from: .command)
    #expect(text(understanding) == "hey assistant how much is left for coffee")
  }

  @Test("Speech without a wake phrase at its start is rejected if one was spotted")
  func missing() throws {
    let recognizer = try recognizer(for: "[never] never mind")
    let samples = try RawRecording.samples(of: "dictation/slt-never-mind.flac")
    #expect(text(try recognizer.recognize(samples, from: .command)) == "never mind")
    #expect(try recognizer.recognize(samples, from: .wakePhrase) == .rejected(Rejection(.notAPhrase)))
  }
}
