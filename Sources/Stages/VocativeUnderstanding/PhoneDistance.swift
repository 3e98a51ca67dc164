public import PocketSphinx

/// The difference in sound between phrases: the weighted edit distance of their phones, over the best pair of pronunciations.
///
/// Common words at the start and the end are left out, so that `how much is left for coffee` is as far from `… for rent` as
/// `coffee` is from `rent`. The cost of the remainder is divided by its longer side, of at least `minPartLength` phones: a short
/// word is easily lost in fast speech.
public struct PhoneDistance: Sendable {
  /// The distance up to which two phrases are too easily confused.
  ///
  /// The value was chosen by trying pairs with the CMU dictionary. Too similar are `safe to spend` and `save to spend` at 0.04,
  /// `lights on` and `light on` at 0.17, `bedroom light` and `bathroom light` at 0.22, `open the door` and `open door` at 0.27.
  /// Close but accepted are `going home` and `coming home` at 0.31, `vacation goal` and `education goal` at 0.33. From 0.4 on,
  /// phrases are clearly different.
  public static let soundsAlike = 0.3
  /// The minimum number of phones that a distance is divided by.
  public static let minPartLength = 6

  private let lexicon: Lexicon

  /// Creates a measure for phrases of the lexicon's words.
  public init(lexicon: Lexicon) {
    self.lexicon = lexicon
  }

  /// Returns the distance between two phrases, from 0 for the same phones to about 1 for completely different ones; nil if a word
  /// has no pronunciation.
  public func between(_ left: [String], _ right: [String]) -> Double? {
    let (left, right) = Self.withoutCommonEnds(left, right)
    guard let left = PhoneLattice(left, lexicon: lexicon), let right = PhoneLattice(right, lexicon: lexicon) else { return nil }
    let longest = max(left.defaultLength, right.defaultLength)
    return longest == 0 ? 0 : left.editCost(to: right) / Double(max(longest, Self.minPartLength))
  }

  private static func withoutCommonEnds(_ left: [String], _ right: [String]) -> ([String], [String]) {
    var (left, right) = (left[...], right[...])
    while let first = left.first, first == right.first {
      left.removeFirst()
      right.removeFirst()
    }
    while let last = left.last, last == right.last {
      left.removeLast()
      right.removeLast()
    }
    return (Array(left), Array(right))
  }
}

/// All pronunciations of some words, as states from the first to the last with a phone on each arc.
private struct PhoneLattice {
  /// The arcs into each state, all from earlier states.
  private var arcs: [[(from: Int, phone: String)]] = [[]]
  /// The total number of phones of the first pronunciations.
  private(set) var defaultLength = 0

  init?(_ words: [String], lexicon: Lexicon) {
    var start = 0
    for word in words {
      guard let pronunciations = lexicon.pronunciations[word], let first = pronunciations.first else { return nil }
      defaultLength += first.count
      var ends: [(from: Int, phone: String)] = []
      for phones in pronunciations {
        var state = start
        guard let last = phones.last else { continue }
        for phone in phones.dropLast() {
          arcs.append([(state, phone)])
          state = arcs.count - 1
        }
        ends.append((state, last))
      }
      arcs.append(ends)
      start = arcs.count - 1
    }
  }

  /// Returns the minimum cost of turning a pronunciation of one into a pronunciation of the other.
  func editCost(to other: PhoneLattice) -> Double {
    var costs = [[Double]](repeating: [Double](repeating: .infinity, count: other.arcs.count), count: arcs.count)
    for state in arcs.indices {
      for otherState in other.arcs.indices {
        var best = state == 0 && otherState == 0 ? 0 : Double.infinity
        for arc in arcs[state] {
          best = min(best, costs[arc.from][otherState] + PhoneCost.omission(of: arc.phone))
          for otherArc in other.arcs[otherState] {
            best = min(best, costs[arc.from][otherArc.from] + PhoneCost.substitution(arc.phone, otherArc.phone))
          }
        }
        for otherArc in other.arcs[otherState] {
          best = min(best, costs[state][otherArc.from] + PhoneCost.omission(of: otherArc.phone))
        }
        costs[state][otherState] = best
      }
    }
    return costs[arcs.count - 1][other.arcs.count - 1]
  }
}

/// The cost of mistaking one ARPAbet phone for another: less if only the voice, the place or the height differs.
private enum PhoneCost {
  private static let vowels: Set<String> = [
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
  ]
  /// Adjacent vowels.
  private static let neighbours: Set<Set<String>> = [
    ["IY", "IH"], ["IH", "EH"], ["EH", "AE"], ["EY", "EH"], ["EY", "IY"], ["IH", "AH"], ["EH", "AH"], ["AE", "AH"], ["AA", "AH"],
    ["AA", "AO"], ["AO", "OW"], ["AH", "UH"], ["UH", "UW"], ["OW", "UH"], ["AH", "ER"], ["AY", "AA"], ["AW", "AA"], ["OY", "AO"],
  ]
  /// Phones that only differ in voice.
  private static let voicing: Set<Set<String>> = [
    ["P", "B"], ["T", "D"], ["K", "G"], ["CH", "JH"], ["F", "V"], ["TH", "DH"], ["S", "Z"], ["SH", "ZH"],
  ]
  /// Consonants with the same manner of articulation.
  private static let manners: [Set<String>] = [
    ["P", "B", "T", "D", "K", "G"], ["F", "V", "TH", "DH", "S", "Z", "SH", "ZH", "HH"], ["CH", "JH", "SH", "ZH"],
    ["M", "N", "NG"], ["L", "R"], ["W", "Y"], ["L", "W"], ["R", "W"],
  ]
  /// A consonant and its glide vowel.
  private static let glides: Set<Set<String>> = [["R", "ER"], ["Y", "IY"], ["W", "UW"]]
  /// Phones that are dropped in fast speech.
  private static let weak: Set<String> = ["AH", "IH", "HH", "T", "D"]

  static func omission(of phone: String) -> Double { weak.contains(phone) ? 0.6 : 1 }

  static func substitution(_ left: String, _ right: String) -> Double {
    if left == right { return 0 }
    let pair: Set = [left, right]
    if voicing.contains(pair) { return 0.25 }
    if neighbours.contains(pair) { return 0.3 }
    if glides.contains(pair) || manners.contains(where: pair.isSubset) { return 0.5 }
    return vowels.isSuperset(of: pair) ? 0.6 : 1
  }
}
