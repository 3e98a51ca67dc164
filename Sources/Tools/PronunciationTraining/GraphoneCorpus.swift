import GraphemeToPhoneme

/// A dictionary as sequences of graphones.
struct GraphoneCorpus {
  /// The graphones, in the order of their letters and phones.
  let graphones: [Graphone]
  /// The pronunciations as symbols, with the start and end of the word.
  let sequences: [[UInt16]]

  /// The minimum number of uses of a graphone; rarer ones are errors in the dictionary, or letters that are spelled out.
  static let minUses = 3

  init(_ dictionary: TrainingDictionary, iterations: Int = 12) {
    var aligner = GraphoneAligner(phoneCount: dictionary.phones.count)
    aligner.train(on: dictionary.words, iterations: iterations)
    let aligned = dictionary.words.flatMap { word in word.pronunciations.compactMap { aligner.alignment(of: word.letters, $0) } }
    var uses: [Graphone: Int] = [:]
    for graphone in aligned.joined() { uses[graphone, default: 0] += 1 }
    graphones = uses.filter { $0.value >= Self.minUses }.keys.sorted {
      $0.letter != $1.letter ? $0.letter < $1.letter : $0.phones.lexicographicallyPrecedes($1.phones)
    }
    let symbols = Dictionary(uniqueKeysWithValues: zip(graphones, GraphoneSymbol.firstGraphone...))
    sequences = aligned.compactMap { word in
      let known = word.compactMap { symbols[$0] }
      return known.count == word.count ? [GraphoneSymbol.start] + known + [GraphoneSymbol.end] : nil
    }
  }
}
