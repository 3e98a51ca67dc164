public import PocketSphinx

/// How differently two phrases sound: the weighted edit distance between their phones, over the best pair of pronunciations.
///
/// Words that both phrases begin or end with are left out, so that `how much is left for coffee` is as far from `… for rent` as
/// `coffee` is from `rent`. What remains is divided by its longer side, of `shortestPart` phones at least: a short word said fast
/// is lost more easily than it is long.
public struct PhoneDistance: Sendable {
  /// Distances up to this are heard as one phrase too easily.
  ///
  /// Found by trying pairs with the CMU dictionary. Alike are `safe to spend` and `save to spend` at 0.04, `lights on` and `light
  /// on` at 0.17, `bedroom light` and `bathroom light` at 0.22, `open the door` and `open door` at 0.27. Close, and let pass, are
  /// `going home` and `coming home` at 0.31, `vacation goal` and `education goal` at 0.33. From 0.4 on nobody mistakes them.
  public static let soundsAlike = 0.3
  /// The fewest phones a distance is divided by.
  public static let shortestPart = 6

  private let lexicon: Lexicon

  /// Distances between phrases of the lexicon's words.
  public init(lexicon: Lexicon) {
    self.lexicon = lexicon
  }

  /// The distance between two phrases, from 0 for the same phones to about 1 for nothing in common; nil when a word has no
  /// pronunciation.
  public func between(_ left: [String], _ right: [String]) -> Double? {
    let (left, right) = Self.withoutCommonEnds(left, right)
    guard let left = PhoneLattice(left, lexicon: lexicon), let right = PhoneLattice(right, lexicon: lexicon) else { return nil }
    let longest = max(left.usualLength, right.usualLength)
    return longest == 0 ? 0 : left.editCost(to: right) / Double(max(longest, Self.shortestPart))
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

/// Every way of saying some words, as states from the first to the last with a phone on each arc.
private struct PhoneLattice {
  /// The arcs that lead to each state, all from states before it.
  private var arcs: [[(from: Int, phone: String)]] = [[]]
  /// Phones of the usual pronunciations together.
  private(set) var usualLength = 0

  init?(_ words: [String], lexicon: Lexicon) {
    var start = 0
    for word in words {
      guard let pronunciations = lexicon.pronunciations[word], let usual = pronunciations.first else { return nil }
      usualLength += usual.count
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

  /// The least cost of turning one way of saying this into one way of saying the other.
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

/// What it costs to mistake one ARPAbet phone for another: less where only the voice, the place or the height differs.
private enum PhoneCost {
  private static let vowels: Set<String> = [
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
  ]
  /// Vowels beside each other in the mouth.
  private static let neighbours: Set<Set<String>> = [
    ["IY", "IH"], ["IH", "EH"], ["EH", "AE"], ["EY", "EH"], ["EY", "IY"], ["IH", "AH"], ["EH", "AH"], ["AE", "AH"], ["AA", "AH"],
    ["AA", "AO"], ["AO", "OW"], ["AH", "UH"], ["UH", "UW"], ["OW", "UH"], ["AH", "ER"], ["AY", "AA"], ["AW", "AA"], ["OY", "AO"],
  ]
  /// Phones that differ in the voice alone.
  private static let voicing: Set<Set<String>> = [
    ["P", "B"], ["T", "D"], ["K", "G"], ["CH", "JH"], ["F", "V"], ["TH", "DH"], ["S", "Z"], ["SH", "ZH"],
  ]
  /// Consonants made in the same manner.
  private static let manners: [Set<String>] = [
    ["P", "B", "T", "D", "K", "G"], ["F", "V", "TH", "DH", "S", "Z", "SH", "ZH", "HH"], ["CH", "JH", "SH", "ZH"],
    ["M", "N", "NG"], ["L", "R"], ["W", "Y"], ["L", "W"], ["R", "W"],
  ]
  /// A consonant and the vowel it glides into.
  private static let glides: Set<Set<String>> = [["R", "ER"], ["Y", "IY"], ["W", "UW"]]
  /// Phones that are swallowed in fast speech.
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
