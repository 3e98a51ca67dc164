import Foundation

/// Guesses a word's pronunciation from its spelling.
///
/// A beam search over the graphones of the letters; the probabilities of paths with the same phones are added (Bisani and Ney,
/// 2008, section 2.4).
public struct GraphemeToPhonemeConverter: Sendable {
  /// The model of the spelling.
  public let model: PronunciationModel
  /// The number of partial pronunciations that the search keeps.
  public var beam = 48

  /// The maximum number of letters of a word; the time of a guess grows with their square.
  public static let maxLetters = 100

  /// Creates a converter with a model.
  public init(model: PronunciationModel) {
    self.model = model
  }

  private struct Hypothesis {
    var phones: [UInt8]
    var context: GraphoneContext
    var logProbability: Float
  }

  private struct Place: Hashable {
    let phones: [UInt8]
    let length: Int
    let node: Int32
  }

  /// Returns the most likely pronunciations, best first.
  ///
  /// They are empty if the word has more than `maxLetters` letters, or characters other than `a` to `z` and apostrophes.
  public func guesses(for word: String, limit: Int = 3) -> [PronunciationGuess] {
    let letters = Array(word.utf8)
    guard letters.count <= Self.maxLetters else { return [] }
    let choices = letters.map { letter in
      model.graphones.indices.filter { model.graphones[$0].letter == letter }
    }
    guard !letters.isEmpty, choices.allSatisfy({ !$0.isEmpty }) else { return [] }
    let ends = model.data.withUnsafeBytes { search(choices, in: $0) }
    // Paths that differ only in how the letters are split are one guess.
    var sums: [[UInt8]: Float] = [:]
    for end in ends where !end.phones.isEmpty { Self.add(end.logProbability, to: &sums[end.phones, default: -.infinity]) }
    let total = sums.values.sorted().reduce(into: -Float.infinity) { Self.add($1, to: &$0) }
    let ordered = sums.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key) }
    return ordered.prefix(limit).map { phones, sum in
      PronunciationGuess(phones: phones.map { model.phones[Int($0)] }, confidence: Double(exp(sum - total)))
    }
  }

  private func search(_ choices: [[Int]], in bytes: UnsafeRawBufferPointer) -> [Hypothesis] {
    let start = model.extend(.empty, by: GraphoneSymbol.start, in: bytes).1
    var kept = [Hypothesis(phones: [], context: start, logProbability: 0)]
    for graphones in choices {
      var places: [Place: Int] = [:]
      var found: [Hypothesis] = []
      for hypothesis in kept {
        for graphone in graphones {
          let symbol = GraphoneSymbol.firstGraphone + UInt16(graphone)
          let (logProbability, context) = model.extend(hypothesis.context, by: symbol, in: bytes)
          let sum = hypothesis.logProbability + logProbability
          let phones = hypothesis.phones + model.graphones[graphone].phones
          let longest = context.longest
          let place = Place(phones: phones, length: longest.length, node: longest.node)
          if let known = places[place] {
            Self.add(sum, to: &found[known].logProbability)
          } else {
            places[place] = found.count
            found.append(Hypothesis(phones: phones, context: context, logProbability: sum))
          }
        }
      }
      kept = Array(found.sorted { $0.logProbability > $1.logProbability }.prefix(beam))
    }
    return kept.map { hypothesis in
      var ended = hypothesis
      ended.logProbability += model.extend(hypothesis.context, by: GraphoneSymbol.end, in: bytes).0
      return ended
    }
  }

  /// Adds two probabilities that are given as logarithms.
  private static func add(_ addend: Float, to sum: inout Float) {
    let (low, high) = (min(addend, sum), max(addend, sum))
    sum = high == -.infinity ? high : high + log1p(exp(low - high))
  }
}
