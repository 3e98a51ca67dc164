import Foundation
import PocketSphinx
import Testing
import VocativeIntents
import VocativeUnderstanding

@Suite("Checking phrases for shortcuts")
struct InvocationPhraseCheckTests {
  private let existing: [(owner: String, words: [String])] = [
    ("the wake phrase", ["hello", "computer"]), ("Safe to spend", ["safe", "to", "spend"]), ("Expense", ["coffee", "expense"]),
    ("Message", ["read", "from", "xochitl"]),
  ]

  private func check() throws -> InvocationPhraseCheck {
    InvocationPhraseCheck(existing: existing, pronunciations: try SpokenDictionary.lookup())
  }

  @Test(
    "A phrase that is different from all others is accepted",
    arguments: ["its show time", "Rent is due! 🏠", "good morning", "payday"])
  func taken(phrase: String) throws {
    #expect(try check().refusal(of: phrase) == nil)
    #expect(try check().isSpeakable(phrase))
  }

  @Test("An existing sentence is rejected with its meaning")
  func sameSentence() throws {
    #expect(try check().refusal(of: "Safe to spend?") == .sameSentence(phrase: "Safe to spend?", owner: "Safe to spend"))
    #expect(try check().refusal(of: "read from Xochitl") == .sameSentence(phrase: "read from Xochitl", owner: "Message"))
    let grammar = InvocationPhraseCheck(owner: { $0 == ["turn", "it", "on"] ? "Light" : nil })
    #expect(try grammar.refusal(of: "turn it on") == .sameSentence(phrase: "turn it on", owner: "Light"))
    #expect(try grammar.refusal(of: "turn it off") == nil)
  }

  @Test("A phrase that sounds like another one, including wake phrases, is rejected with both")
  func soundsLike() throws {
    let refusal = try #require(try check().refusal(of: "Coffee expanse"))
    #expect(refusal == .soundsLike(phrase: "Coffee expanse", existing: "coffee expense", owner: "Expense"))
    #expect(
      refusal.description
        == "\"Coffee expanse\" sounds like \"coffee expense\", which is understood as Expense; choose words that sound different")
    #expect(
      try check().refusal(of: "yellow commuter")
        == .soundsLike(phrase: "yellow commuter", existing: "hello computer", owner: "the wake phrase"))
    let more = try check().adding([("Pay", ["payday"])])
    #expect(try more.refusal(of: "pay day") == .soundsLike(phrase: "pay day", existing: "payday", owner: "Pay"))
  }

  @Test("A word without a pronunciation is named; without speech input, it is accepted")
  func unknownWord() throws {
    #expect(try check().refusal(of: "wake Мария now") == .unknownWord("мария", phrase: "wake Мария now"))
    #expect(try !check().isSpeakable("wake Мария now"))
    #expect(try InvocationPhraseCheck(existing: existing).refusal(of: "wake Мария now") == nil)
    #expect(try !InvocationPhraseCheck().isSpeakable("good morning"))
  }

  @Test("A word with a guessed pronunciation is accepted, and compared by that pronunciation")
  func guessedWord() throws {
    #expect(try check().refusal(of: "wake Xochitl now") == nil)
    #expect(try check().isSpeakable("wake Xochitl now"))
    let refusal = try check().refusal(of: "read from Xochytl")
    #expect(refusal == .soundsLike(phrase: "read from Xochytl", existing: "read from xochitl", owner: "Message"))
  }

  @Test(
    "An answer to a question is rejected as a phrase",
    arguments: [
      "cancel", "never mind", "Never mind!", "stop", "forget it", "yes", "yes please", "no", "no thanks", "the first one",
      "first", "the second", "second one", "number three", "the last one", "the tenth please",
    ])
  func answers(phrase: String) throws {
    #expect(try check().refusal(of: phrase) == .sameSentence(phrase: phrase, owner: "an answer to a question"))
  }

  @Test("A phrase that contains an answer is accepted", arguments: ["never mind the gap", "the first coffee", "stop the music"])
  func notAnswers(phrase: String) throws {
    #expect(try check().refusal(of: phrase) == nil)
  }

  @Test("A count of one uses the singular")
  func singular() {
    #expect(InvocationPhraseRefusal.tooFewPhones(phrase: "a", count: 1).description.contains("has 1 sound,"))
    #expect(InvocationPhraseRefusal.tooFewPhones(phrase: "go", count: 2).description.contains("has 2 sounds,"))
    #expect(InvocationPhraseRefusal.tooManyWords(phrase: "x", count: 1).description.contains("has 1 word;"))
  }

  @Test("A phrase needs words, not too many of them, and enough sounds")
  func length() throws {
    for phrase in ["", "  ", "🏖 …"] {
      #expect(try check().refusal(of: phrase) == .noWords(phrase: phrase.trimmingCharacters(in: .whitespaces)))
      #expect(try !check().isSpeakable(phrase))
    }
    #expect(try check().refusal(of: "go") == .tooFewPhones(phrase: "go", count: 2))
    #expect(try check().refusal(of: "one two three four five six seven eight nine ten") == nil)
    #expect(
      try check().refusal(of: "one two three four five six seven eight nine ten eleven")
        == .tooManyWords(phrase: "one two three four five six seven eight nine ten eleven", count: 11))
    let huge = try #require(try check().refusal(of: String(repeating: "very ", count: 100_000)))
    #expect(huge.description.count < 300)
    #expect(try check().refusal(of: String(repeating: "x", count: 100_000)) != nil)
  }
}
