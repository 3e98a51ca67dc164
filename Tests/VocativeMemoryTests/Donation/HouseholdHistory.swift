import Foundation
import VocativeIntents
import VocativeTestSupport

/// Eight weeks of a synthetic household: habits with noisy times, one that changes half-way, and random actions.
struct HouseholdHistory {
  static let weeks = 8

  /// A use of a shortcut; uses are in chronological order.
  struct Use {
    let shortcut: Shortcut
    let date: Date
  }

  let uses: [Use]

  /// Creates the history for a seed.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var uses: [Use] = []
    // A Monday.
    let start = UTC.date(2026, 3, 2, 0)
    for day in 0..<Self.weeks * 7 {
      let midnight = start + Double(day) * 86_400
      let weekday = day % 7
      let isWorkday = weekday < 5
      func use(_ name: String, at hour: Double, give deviation: Double, chance: Double) {
        guard Double.random(in: 0..<1, using: &generator) < chance else { return }
        let time = generator.normal(mean: hour, deviation: deviation)
        uses.append(Use(shortcut: Self.shortcut(name), date: midnight + min(max(time, 0), 23.99) * 3600))
      }
      use("safe to spend", at: 7.25, give: 0.4, chance: isWorkday ? 0.9 : 0)
      use("coffee expense", at: 8.7, give: 0.4, chance: isWorkday ? 0.7 : 0)
      use("read the newest message", at: 12.5, give: 0.5, chance: isWorkday && day < 28 ? 0.8 : 0)
      use("vacation goal", at: 12.5, give: 0.5, chance: isWorkday && day >= 28 ? 0.8 : 0)
      use("grocery expense", at: 18, give: 0.7, chance: weekday == 3 ? 0.95 : 0)
      use("happy hour left", at: 18.5, give: 0.7, chance: weekday == 4 ? 0.7 : 0)
      use("list my notes", at: 10, give: 1, chance: weekday == 5 ? 0.8 : 0)
      use("read the shopping list", at: 21.5, give: 0.8, chance: 0.5)
      use("rent expense", at: 9, give: 1, chance: UTC.calendar.component(.day, from: midnight) == 1 ? 1 : 0)
      for name in Self.whims {
        guard Double.random(in: 0..<1, using: &generator) < 0.1 else { continue }
        let hour = Double.random(in: 7..<23, using: &generator)
        uses.append(Use(shortcut: Self.shortcut(name), date: midnight + hour * 3600))
      }
    }
    self.uses = uses.sorted { $0.date < $1.date }
  }

  /// About one per day, at any time.
  private static let whims = [
    "safe to spend", "coffee expense", "grocery expense", "ring goal", "computer goal", "emergency fund", "count my notes",
    "read from Hannah", "list my notes", "happy hour left",
  ]

  private static func shortcut(_ name: String) -> Shortcut { Shortcut(intent: "Ask", values: ["for": name], title: name) }
}
