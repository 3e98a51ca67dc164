import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeTestSupport

@Suite("Predicting shortcuts")
struct ShortcutPredictorTests {
  private func shortcut(_ name: String) -> Shortcut { Shortcut(intent: name, values: [:], title: name) }

  /// Returns a predictor that learned from uses in May 2026, which begins on a Friday.
  private func predictor(_ uses: [(name: String, days: [Int], hour: Int)]) -> ShortcutPredictor {
    var predictor = ShortcutPredictor(calendar: UTC.calendar)
    for use in uses { for day in use.days { predictor.learn(shortcut(use.name), at: UTC.date(2026, 5, day, use.hour)) } }
    return predictor
  }

  @Test("Without a history, there are no predictions")
  func nothing() {
    #expect(predictor([]).predictions(at: UTC.date(2026, 5, 1), limit: 3).isEmpty)
    #expect(predictor([("A", [1], 7)]).predictions(at: UTC.date(2026, 5, 2), limit: 0).isEmpty)
  }

  @Test("The time of day determines the prediction, including around midnight")
  func timeOfDay() {
    let predictor = predictor([("Morning", [4, 5, 6, 7], 7), ("Evening", [4, 5, 6, 7], 21), ("Midnight", [4, 5, 6], 0)])
    func first(_ hour: Int, _ minute: Int = 0) -> String? {
      predictor.predictions(at: UTC.date(2026, 5, 11, hour, minute), limit: 1).first?.shortcut.intent
    }
    #expect(first(7, 40) == "Morning")
    #expect(first(20) == "Evening")
    #expect(first(23, 50) == "Midnight")
  }

  @Test("A weekend habit is predicted at weekends, and a Thursday habit on Thursdays")
  func weekday() {
    let predictor = predictor([("Work", [4, 5, 6, 8, 11, 12], 9), ("Weekend", [2, 3, 9, 10], 9), ("Groceries", [7, 14], 9)])
    func first(_ day: Int) -> Prediction? { predictor.predictions(at: UTC.date(2026, 5, day, 9), limit: 1).first }
    #expect(first(16)?.shortcut.intent == "Weekend")
    #expect(first(16)?.reason == "usually on weekend mornings")
    #expect(first(18)?.shortcut.intent == "Work")
    #expect(first(18)?.reason == "usually on weekday mornings")
  }

  @Test("The reason for a habit of one weekday names that day")
  func reasons() {
    let predictor = predictor([("Groceries", [7, 14, 21], 18), ("Anything", [1, 6, 9, 12, 17, 20], 14), ("Late", [24], 13)])
    let thursday = predictor.predictions(at: UTC.date(2026, 5, 28, 18), limit: 1)
    #expect(thursday.map(\.shortcut.intent) == ["Groceries"])
    #expect(thursday.map(\.reason) == ["usually on Thursday evenings"])
    let afternoon = predictor.predictions(at: UTC.date(2026, 5, 28, 14), limit: 3)
    #expect(afternoon.first?.reason == "usually in the afternoon")
    #expect(afternoon.first { $0.shortcut.intent == "Late" }?.reason == "used recently")
    let night = predictor.predictions(at: UTC.date(2026, 5, 28, 2), limit: 3)
    #expect(night.first { $0.shortcut.intent == "Anything" }?.reason == "used often")
  }

  @Test("Several uses on one day are not a habit")
  func oneDay() {
    let once = predictor([("Groceries", [7, 7, 7], 18)])
    #expect(once.predictions(at: UTC.date(2026, 5, 7, 19), limit: 1).map(\.reason) == ["used often"])
    let weekly = predictor([("Groceries", [7, 14, 21], 18)])
    #expect(weekly.predictions(at: UTC.date(2026, 5, 21, 19), limit: 1).map(\.reason) == ["usually on Thursday evenings"])
  }

  @Test("At a time without habits, the most frequent shortcut comes first")
  func frequency() {
    let predictor = predictor([("Often", [4, 5, 6, 7], 8), ("Seldom", [8], 8)])
    #expect(predictor.predictions(at: UTC.date(2026, 5, 9, 23), limit: 2).map(\.shortcut.intent) == ["Often", "Seldom"])
  }

  @Test("A new habit replaces an old one at the same time")
  func decay() {
    var predictor = ShortcutPredictor(calendar: UTC.calendar)
    for day in 0..<20 { predictor.learn(shortcut("Old"), at: UTC.date(2026, 1, 1, 12) + Double(day) * 86_400) }
    for day in 80..<90 { predictor.learn(shortcut("New"), at: UTC.date(2026, 1, 1, 12) + Double(day) * 86_400) }
    let predictions = predictor.predictions(at: UTC.date(2026, 4, 2, 12), limit: 2)
    #expect(predictions.map(\.shortcut.intent) == ["New", "Old"])
    #expect(abs(predictions.map(\.share).reduce(0, +) - 1) < 1e-9)
  }

  @Test("Requests learned while the clock was years ahead do not stay new for years after the clock is corrected")
  func clockAhead() {
    var predictor = ShortcutPredictor(calendar: UTC.calendar)
    // Both are used on Mondays, Tuesdays and so on.
    for day in [6, 7, 8] { predictor.learn(shortcut("Ahead"), at: UTC.date(2030, 5, day, 7)) }
    for day in [4, 5, 6, 7] { predictor.learn(shortcut("Now"), at: UTC.date(2026, 5, day, 7)) }
    let predictions = predictor.predictions(at: UTC.date(2026, 6, 29, 7), limit: 2)
    #expect(predictions.map(\.shortcut.intent) == ["Now", "Ahead"])
  }

  @Test("A shortcut has its latest title, and counts once under all its titles")
  func titles() {
    var predictor = ShortcutPredictor(calendar: UTC.calendar)
    for title in ["Vacation", "🏖 Vacation"] {
      predictor.learn(Shortcut(intent: "Goal", values: ["goal": "1"], title: title), at: UTC.date(2026, 5, 1))
    }
    #expect(predictor.predictions(at: UTC.date(2026, 5, 2), limit: 5).map(\.shortcut.title) == ["🏖 Vacation"])
  }

  @Test("The predictor beats ranking by frequency and by recency on every seed")
  func household() {
    var (ours, frequent, recent) = (PredictionEvaluation(), PredictionEvaluation(), PredictionEvaluation())
    for seed in UInt64(101)...110 {
      let history = HouseholdHistory(seed: seed)
      var (one, two, three) = (PredictionEvaluation(), PredictionEvaluation(), PredictionEvaluation())
      one.follow(history, with: PredictionEvaluation.Predicted())
      two.follow(history, with: PredictionEvaluation.MostFrequent())
      three.follow(history, with: PredictionEvaluation.MostRecent())
      for other in [two, three] {
        #expect(one.hitAtOne > other.hitAtOne + 0.15, "seed \(seed)")
        #expect(one.hitAtThree > other.hitAtThree + 0.1, "seed \(seed)")
        #expect(one.meanReciprocalRank > other.meanReciprocalRank + 0.1, "seed \(seed)")
      }
      ours.follow(history, with: PredictionEvaluation.Predicted())
      frequent.follow(history, with: PredictionEvaluation.MostFrequent())
      recent.follow(history, with: PredictionEvaluation.MostRecent())
    }
    print(
      "prediction, 10 households of 8 weeks:\n  predictor      \(ours)\n  most frequent  \(frequent)\n  most recent    \(recent)")
  }
}
