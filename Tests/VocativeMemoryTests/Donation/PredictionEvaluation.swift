import Foundation
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

/// Measures how well a ranking predicts a history: it ranks the known shortcuts before each use, then learns from the use.
struct PredictionEvaluation: CustomStringConvertible {
  private(set) var uses = 0
  private(set) var first = 0
  private(set) var firstThree = 0
  private(set) var reciprocalRanks = 0.0

  /// The share of uses that were ranked first.
  var hitAtOne: Double { Double(first) / Double(uses) }
  /// The share of uses that were among the first three.
  var hitAtThree: Double { Double(firstThree) / Double(uses) }
  /// The mean of 1 ÷ rank; a shortcut that is not ranked counts as 0.
  var meanReciprocalRank: Double { reciprocalRanks / Double(uses) }

  var description: String {
    "hit@1 \(percent(hitAtOne))  hit@3 \(percent(hitAtThree))  MRR \(percent(meanReciprocalRank))  (\(uses) uses)"
  }

  private func percent(_ value: Double) -> String { String(Int((value * 1000).rounded())).inserted(".", beforeLast: 1) + " %" }

  mutating func count(_ actual: Shortcut, in ranking: [Shortcut]) {
    uses += 1
    guard let index = ranking.firstIndex(where: { $0.doesTheSame(as: actual) }) else { return }
    if index == 0 { first += 1 }
    if index < 3 { firstThree += 1 }
    reciprocalRanks += 1 / Double(index + 1)
  }

  /// A ranking that learns from each use.
  protocol Ranking {
    mutating func learn(_ shortcut: Shortcut, at date: Date)
    func ranking(at date: Date) -> [Shortcut]
  }

  /// Evaluates the ranking on a history.
  mutating func follow(_ history: HouseholdHistory, with ranking: some Ranking) {
    var ranking = ranking
    for use in history.uses {
      count(use.shortcut, in: ranking.ranking(at: use.date))
      ranking.learn(use.shortcut, at: use.date)
    }
  }

  /// The ranking of `ShortcutPredictor`.
  struct Predicted: Ranking {
    var predictor = ShortcutPredictor(calendar: UTC.calendar)
    mutating func learn(_ shortcut: Shortcut, at date: Date) { predictor.learn(shortcut, at: date) }
    func ranking(at date: Date) -> [Shortcut] { predictor.predictions(at: date, limit: 20).map(\.shortcut) }
  }

  /// Ranks by frequency.
  struct MostFrequent: Ranking {
    var counts: [Shortcut: Int] = [:]
    mutating func learn(_ shortcut: Shortcut, at date: Date) { counts[shortcut, default: 0] += 1 }
    func ranking(at date: Date) -> [Shortcut] {
      counts.sorted { ($1.value, $0.key.title) < ($0.value, $1.key.title) }.map(\.key)
    }
  }

  /// Ranks by recency.
  struct MostRecent: Ranking {
    var shortcuts: [Shortcut] = []
    mutating func learn(_ shortcut: Shortcut, at date: Date) {
      shortcuts.removeAll { $0 == shortcut }
      shortcuts.insert(shortcut, at: 0)
    }
    func ranking(at date: Date) -> [Shortcut] { shortcuts }
  }
}

extension String {
  fileprivate func inserted(_ text: String, beforeLast count: Int) -> String {
    let padded = String(repeating: "0", count: max(0, count + 1 - self.count)) + self
    return String(padded.dropLast(count)) + text + padded.suffix(count)
  }
}
