import Foundation
import GraphemeToPhoneme
import PronunciationTraining
import Testing
import VocativeTestSupport

@Suite("Pronunciation training")
struct PronunciationTrainingTests {
  /// Every word of two to four syllables in a language with regular spelling, except for `ci`.
  private static let regular: String = {
    let syllables = [("pa", "P AA"), ("to", "T OW"), ("ki", "K IY"), ("ci", "CH IY"), ("xu", "K S UW"), ("she", "SH EH")]
    var lines: [String] = []
    for first in syllables {
      for second in syllables {
        lines.append("\(first.0)\(second.0) \(first.1) \(second.1)")
        for third in syllables { lines.append("\(first.0)\(second.0)\(third.0) \(first.1) \(second.1) \(third.1)") }
      }
    }
    return lines.joined(separator: "\n")
  }()

  private func dictionary(_ text: String) throws -> TrainingDictionary {
    let folder = try TemporaryFolder()
    return try TrainingDictionary(path: folder.write(text, to: "words.dict"))
  }

  @Test("Training learns a regular spelling, including letters with no phone and with two")
  func regularSpelling() throws {
    let model = try PronunciationModel(PronunciationTrainer().model(of: try dictionary(Self.regular)))
    let converter = GraphemeToPhonemeConverter(model: model)
    for (word, phones) in [("kishecito", "K IY SH EH CH IY T OW"), ("xupaxupa", "K S UW P AA K S UW P AA")] {
      let guess = try #require(converter.guesses(for: word).first)
      #expect(guess.phones.joined(separator: " ") == phones)
      #expect(guess.confidence > 0.9)
    }
  }

  @Test("Equal dictionaries give equal files, whatever the order of their lines")
  func reproducible() throws {
    let model = PronunciationTrainer().model(of: try dictionary(Self.regular))
    let reversed = Self.regular.split(separator: "\n").reversed().joined(separator: "\n")
    #expect(PronunciationTrainer().model(of: try dictionary(reversed)) == model)
    var pruned = PronunciationTrainer()
    pruned.pruning = 1e-3
    #expect(pruned.model(of: try dictionary(Self.regular)).count < model.count)
  }

  @Test("Held-out words are excluded from training with all their pronunciations")
  func heldOut() throws {
    let text = "a AH\na(2) EY\nbe B IY\n'tis T IH Z\nad-hoc AE D HH AA K\n;;; comment\n"
    let dictionary = try dictionary(text)
    #expect(dictionary.words.map { String(decoding: $0.letters, as: UTF8.self) } == ["'tis", "a", "be"])
    #expect(dictionary.words.map(\.pronunciations.count) == [1, 2, 1])
    let (training, heldOut) = dictionary.split(holdingOut: 2)
    #expect(training.words.map(\.letters) == [Array("'tis".utf8), Array("be".utf8)])
    #expect(heldOut.map(\.pronunciations.count) == [2])
  }

  @Test("A missing dictionary and a dictionary without words are rejected by name")
  func noDictionary() throws {
    #expect(throws: TrainingError.self) { try TrainingDictionary(path: "/nonexistent.dict") }
    #expect(throws: TrainingError.self) { try dictionary("42 F AO R\nword\n") }
  }

  @Test("A guess is wrong unless it is one of the pronunciations, and its phones are compared with the nearest one")
  func measurement() {
    func guess(_ phones: String, _ confidence: Double) -> PronunciationGuess {
      PronunciationGuess(phones: phones.split(separator: " ").map(String.init), confidence: confidence)
    }
    var measurement = ConversionMeasurement()
    measurement.add([guess("T UW", 0.95)], pronunciations: [["T", "AH"], ["T", "UW"]])
    measurement.add([guess("K AE T S", 0.55), guess("K AE T", 0.3)], pronunciations: [["K", "AE", "T"]])
    measurement.add([], pronunciations: [["D", "AO", "G"]])
    #expect(measurement.words == 3)
    #expect(measurement.wrongWords == 2)
    #expect(measurement.wrongGuesses == 1)
    #expect(measurement.phones == 8)
    #expect(measurement.wrongPhones == 4)
    #expect(measurement.calibration[9] == .init(words: 1, right: 1))
    #expect(measurement.calibration[5] == .init(words: 1, right: 0))
  }

  @Test("The bundled model reproduces most of its training words")
  func shippedModel() throws {
    let dictionary = try TrainingDictionary(path: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
    let (_, words) = dictionary.split(holdingOut: 1000)
    let measured = ConversionMeasurement(
      of: GraphemeToPhonemeConverter(model: try .english()), on: words, phones: dictionary.phones)
    #expect(measured.words > 100)
    #expect(measured.wordErrorRate < 0.25)
    #expect(measured.phoneErrorRate < 0.06)
  }
}
