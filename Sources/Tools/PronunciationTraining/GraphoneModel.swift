import Foundation
import GraphemeToPhoneme

/// A back-off n-gram model of graphones: probabilities of the kept n-grams and weights of their contexts.
///
/// Smoothed by interpolated Kneser-Ney with three discounts for each level (Chen and Goodman, 1998), pruned by relative entropy
/// (Stolcke, 1998).
struct GraphoneModel {
  let tree: NGramTree
  /// For each node, the probability of its last symbol after the others.
  private(set) var probability: [Double]
  /// For each node, the back-off weight after it.
  private(set) var backoff: [Double]
  /// Whether a node is part of the model.
  private(set) var isKept: [Bool]

  init(_ tree: NGramTree) {
    self.tree = tree
    probability = [Double](repeating: 0, count: tree.count.count)
    backoff = [Double](repeating: 1, count: tree.count.count)
    isKept = [Bool](repeating: true, count: tree.count.count)
    smooth()
  }

  // MARK: Smoothing

  private mutating func smooth() {
    let counts = continuationCounts()
    let vocabulary = Double(tree.levels[1].count - 1)
    for level in 1...tree.order {
      let discounts = Self.discounts(of: tree.levels[level].map { counts[$0] })
      var totals: [Int: Int] = [:]
      var held: [Int: Double] = [:]
      for node in tree.levels[level] where counts[node] > 0 {
        totals[tree.parent[node], default: 0] += counts[node]
        held[tree.parent[node], default: 0] += discounts[min(counts[node], 3)]
      }
      for node in tree.levels[level] where counts[node] > 0 {
        let context = tree.parent[node]
        let (total, held) = (Double(totals[context] ?? 1), held[context] ?? 0)
        let lower = level == 1 ? 1 / vocabulary : probability[tree.suffix[node]]
        probability[node] = (Double(counts[node]) - discounts[min(counts[node], 3)] + held * lower) / total
        backoff[context] = held / total
      }
    }
  }

  /// Returns how many different symbols precede each n-gram; n-grams that no symbol can precede, and the longest ones, keep their
  /// count.
  private func continuationCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: tree.count.count)
    for node in tree.count.indices where tree.level[node] > 1 { counts[tree.suffix[node]] += 1 }
    var startsWord = [Bool](repeating: false, count: tree.count.count)
    for level in 1...tree.order {
      for node in tree.levels[level] {
        startsWord[node] = level == 1 ? tree.symbol[node] == GraphoneSymbol.start : startsWord[tree.parent[node]]
        if startsWord[node] || level == tree.order { counts[node] = tree.count[node] }
        // The start symbol never follows anything.
        if level == 1, startsWord[node] { counts[node] = 0 }
      }
    }
    return counts
  }

  /// Returns the discounts for counts of 1, 2, and 3 or more (Chen and Goodman, equation 26).
  private static func discounts(of counts: [Int]) -> [Double] {
    var frequency = [Double](repeating: 0, count: 5)
    for count in counts where count > 0 && count < 5 { frequency[count] += 1 }
    guard frequency.dropFirst().allSatisfy({ $0 > 0 }) else { return [0, 0.5, 0.75, 0.9] }
    let ratio = frequency[1] / (frequency[1] + 2 * frequency[2])
    let discounts = (1...3).map { (count: Int) -> Double in
      let next = Double(count + 1) * ratio * frequency[count + 1] / frequency[count]
      return max(0.05, Double(count) - next)
    }
    return [0] + discounts
  }

  // MARK: Pruning

  /// Removes the n-grams whose removal changes the model's relative entropy by less than `threshold`.
  mutating func prune(threshold: Double) {
    let total = Double(tree.levels[1].reduce(0) { $0 + (tree.symbol[$1] == GraphoneSymbol.start ? 0 : tree.count[$1]) })
    var keptChildren = [Int](repeating: 0, count: tree.count.count)
    for level in stride(from: tree.order, to: 1, by: -1) {
      var (mass, lowerMass): ([Int: Double], [Int: Double]) = ([:], [:])
      for node in tree.levels[level] {
        mass[tree.parent[node], default: 0] += probability[node]
        lowerMass[tree.parent[node], default: 0] += probability[tree.suffix[node]]
      }
      for node in tree.levels[level] {
        let context = tree.parent[node]
        let (sum, lowerSum) = (mass[context] ?? 0, lowerMass[context] ?? 0)
        let (own, lower) = (probability[node], probability[tree.suffix[node]])
        let old = Self.weight(1 - sum, 1 - lowerSum)
        let new = Self.weight(1 - sum + own, 1 - lowerSum + lower)
        let loss = own * (log(lower) + log(new) - log(own)) + (log(new) - log(old)) * max(1 - sum, 1e-12)
        isKept[node] = keptChildren[node] > 0 || -Double(tree.count[context]) / total * loss >= threshold
        if isKept[node] { keptChildren[context] += 1 }
      }
    }
    normalize()
  }

  /// Sets the back-off weights so that shorter contexts share the remaining probability.
  private mutating func normalize() {
    for level in 1..<tree.order {
      var (mass, lowerMass): ([Int: Double], [Int: Double]) = ([:], [:])
      for node in tree.levels[level + 1] where isKept[node] {
        let context = tree.parent[node]
        mass[context, default: 0] += probability[node]
        lowerMass[context, default: 0] += self[tree.symbol[node], after: tree.suffix[context]]
      }
      for context in tree.levels[level] where isKept[context] {
        backoff[context] = mass[context].map { Self.weight(1 - $0, 1 - (lowerMass[context] ?? 0)) } ?? 1
      }
    }
  }

  /// The probability of a symbol after a node's n-gram.
  private subscript(symbol: UInt16, after node: Int) -> Double {
    if isKept[node], let child = tree.child(symbol, of: node), isKept[child] { return probability[child] }
    return node == NGramTree.root ? 0 : (isKept[node] ? backoff[node] : 1) * self[symbol, after: tree.suffix[node]]
  }

  private static func weight(_ left: Double, _ lowerLeft: Double) -> Double { max(left, 1e-6) / max(lowerLeft, 1e-6) }
}
