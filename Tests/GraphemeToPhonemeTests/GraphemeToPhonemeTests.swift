import Foundation
import GraphemeToPhoneme
import Testing

@Suite("Guessing pronunciations from letters")
struct GraphemeToPhonemeTests {
  private let converter: GraphemeToPhonemeConverter

  init() throws {
    converter = GraphemeToPhonemeConverter(model: try .english())
  }

  @Test(
    "New words made of English parts get their usual pronunciation",
    arguments: [
      ("smartplug", "S M AA R T P L AH G"), ("xylotron", "Z AY L AH T R AA N"), ("priya", "P R IY AH"),
      ("vocative", "V AA K AH T IH V"),
    ])
  func newWords(word: String, phones: String) {
    #expect(converter.guesses(for: word).first?.phones.joined(separator: " ") == phones)
  }

  @Test(
    "Guesses are sorted, unique, and have confidences that add up to at most one",
    arguments: [
      "xochitl", "saoirse", "nguyen", "siobhan", "joaquin", "o'malleyish", "q", "strengthsy", "aaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
  func order(word: String) throws {
    let guesses = converter.guesses(for: word, limit: 5)
    #expect(!guesses.isEmpty)
    #expect(Set(guesses.map(\.phones)).count == guesses.count)
    #expect(guesses.map(\.confidence) == guesses.map(\.confidence).sorted(by: >))
    #expect(guesses.map(\.confidence).reduce(0, +) < 1.0001)
    #expect(
      guesses.allSatisfy { $0.confidence > 0 && Set(converter.model.phones).isSuperset(of: $0.phones) && !$0.phones.isEmpty })
    #expect(converter.guesses(for: word, limit: 1) == Array(guesses.prefix(1)))
    #expect(converter.guesses(for: word, limit: 5) == guesses, "the same word is always guessed the same")
  }

  @Test("An unusual word has less confidence than an ordinary one")
  func confidence() throws {
    let ordinary = try #require(converter.guesses(for: "smartplug").first?.confidence)
    let strange = try #require(converter.guesses(for: "xochitl").first?.confidence)
    #expect(ordinary > 0.7)
    #expect(strange < 0.3)
  }

  @Test("Characters outside the English alphabet have no guess", arguments: ["", "привет", "ça", "x2", "two words", "Upper"])
  func otherLetters(word: String) {
    #expect(converter.guesses(for: word).isEmpty)
  }

  @Test("A word that is longer than any word of a language has no guess, which would take minutes")
  func longWord() {
    let longest = String(repeating: "ba", count: GraphemeToPhonemeConverter.maxLetters / 2)
    #expect(!converter.guesses(for: longest).isEmpty)
    #expect(converter.guesses(for: longest + "b").isEmpty)
  }

  @Test("Data that is not a model is rejected, and so is a model with a truncated header")
  func damagedModels() throws {
    #expect(throws: PronunciationModelError.self) { try PronunciationModel(Data()) }
    #expect(throws: PronunciationModelError.self) { try PronunciationModel(Data(repeating: 7, count: 5000)) }
    let whole = converter.model.data
    for count in [3, 5, 9, 30, 200, 1500, 4000, whole.count / 2, whole.count - 2] {
      #expect(throws: PronunciationModelError.self) { try PronunciationModel(Data(whole.prefix(count))) }
    }
    // The data may be a slice of other data.
    let slice = (Data([1, 2, 3]) + whole).dropFirst(3)
    let model = try PronunciationModel(slice)
    #expect(GraphemeToPhonemeConverter(model: model).guesses(for: "smartplug") == converter.guesses(for: "smartplug"))
  }
}
