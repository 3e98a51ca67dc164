public import Foundation
public import VocativeIntents

/// Ranks the shortcuts that a person is likely to want at a time, based on past use.
///
/// Each use votes for its shortcut. The vote is higher the likelier the use is to be repeated now:
///
///     vote = weight · 2^(−age / halfLife) · (smoothing + exp(κ · (cos(2π · Δ / 24 h) − 1)) · dayMatch)
///
/// The exponential is a von Mises bell over the hours of the clock, on which 23:50 is close to 0:10; κ = (24 h / (2π · spread))².
/// The day match is highest on the same weekday, and lower if both days are workdays or both are not. Smoothing is the remaining vote
/// of a use at any other time, so that a frequent action is still suggested at times without habits.
public struct ShortcutPredictor: Sendable {
  /// The age in days at which a use counts half.
  public static let halfLife = 14.0
  /// The standard deviation of the bell, in hours.
  ///
  /// A smaller value predicts the synthetic household of the tests slightly better, but the noise in its times is synthetic as
  /// well.
  public static let spread = 1.25
  /// The remaining share of the vote of a use at another time, from 0 to 1.
  public static let smoothing = 0.01

  /// The weight of a use by day: on the same weekday, on another day of the same kind, and on a day of the other kind.
  static let dayMatch = (same: 1.0, kind: 0.5, other: 0.1)

  private struct Key: Hashable {
    let assistant: String?
    let intent: String
    let values: [String: String]
  }

  private struct Use {
    let key: Int
    let date: Date
    /// The start of the day.
    let day: Date
    let moment: DayMoment
    let weight: Double
  }

  private let calendar: Calendar
  private var keys: [Key: Int] = [:]
  private var shortcuts: [Shortcut] = []
  private var uses: [Use] = []

  /// Creates a predictor without history.
  ///
  /// - Parameter calendar: The calendar that determines the start of the person's days.
  public init(calendar: Calendar = .localGregorian) {
    self.calendar = calendar
  }

  /// Learns from a donation.
  ///
  /// The most recent donation determines the shortcut's title.
  public mutating func learn(_ donation: Donation) {
    learn(donation.shortcut, at: donation.date, weight: donation.weight)
  }

  /// Learns from a use of a shortcut.
  public mutating func learn(_ shortcut: Shortcut, at date: Date, weight: Double = 1) {
    // The title of an activity is a part of its identifier, and changes if its subject is renamed.
    let values = ContinueActivity.activity(of: shortcut)?.subject.map { ["activity": $0] } ?? shortcut.values
    let key = Key(assistant: shortcut.assistant, intent: shortcut.intent, values: values)
    let index = keys[key] ?? shortcuts.count
    if index == shortcuts.count {
      keys[key] = index
      shortcuts.append(shortcut)
    } else {
      shortcuts[index] = shortcut
    }
    uses.append(
      Use(
        key: index, date: date, day: calendar.startOfDay(for: date), moment: DayMoment(date, calendar: calendar), weight: weight))
  }

  /// Returns the likely shortcuts at a time, likeliest first and each only once.
  public func predictions(at date: Date, limit: Int) -> [Prediction] {
    let now = DayMoment(date, calendar: calendar)
    var votes = [Double](repeating: 0, count: shortcuts.count)
    var lastUses = [Date](repeating: .distantPast, count: shortcuts.count)
    let dates = dates(at: date)
    for (use, used) in zip(uses, dates) {
      votes[use.key] += Self.recency(of: used, at: date) * use.weight * (Self.smoothing + Self.match(use.moment, now))
      lastUses[use.key] = max(lastUses[use.key], used)
    }
    let total = votes.reduce(0, +)
    guard total > 0, limit > 0 else { return [] }
    let order = votes.indices.sorted { (votes[$0], lastUses[$0], $1) > (votes[$1], lastUses[$1], $0) }
    return order.prefix(limit).map { index in
      Prediction(shortcut: shortcuts[index], share: votes[index] / total, reason: reason(for: index, dates, at: date, now: now))
    }
  }

  /// Returns the times of the uses.
  ///
  /// A use that is far ahead was learned by a clock that was corrected since. It is as old as the next use, instead of new for years.
  private func dates(at now: Date) -> [Date] {
    var next = now
    let reversed = uses.reversed().map { use in
      if use.date.timeIntervalSince(now) <= Self.maxLead { next = use.date }
      return next
    }
    return reversed.reversed()
  }

  /// The time in seconds by which a clock is set back without a doubt about the times before.
  private static let maxLead = 86_400.0

  /// The weight of a use by age; a use in the future, as after a clock correction, has full weight.
  private static func recency(of use: Date, at date: Date) -> Double {
    exp2(-max(0, date.timeIntervalSince(use)) / (halfLife * 86_400))
  }

  private static let concentration = { () -> Double in
    let root = 24 / (2 * Double.pi * spread)
    return root * root
  }()

  private static func match(_ use: DayMoment, _ now: DayMoment) -> Double {
    let bell = exp(concentration * (cos(2 * .pi * (use.hour - now.hour) / 24) - 1))
    let day = use.weekday == now.weekday ? dayMatch.same : use.isWorkday == now.isWorkday ? dayMatch.kind : dayMatch.other
    return bell * day
  }

  /// The reason for a prediction: the habit at this time, or else the frequency or recency of use.
  private func reason(for key: Int, _ dates: [Date], at date: Date, now: DayMoment) -> String {
    var (all, part, kind, sameDay) = (0.0, 0.0, 0.0, 0.0)
    var count = 0
    var days: Set<Date> = []
    for (use, used) in zip(uses, dates) where use.key == key {
      guard use.weight >= 1 else { continue }
      let weight = Self.recency(of: used, at: date)
      count += 1
      days.insert(use.day)
      all += weight
      guard use.moment.partOfDay == now.partOfDay else { continue }
      part += weight
      if use.moment.isWorkday == now.isWorkday { kind += weight }
      if use.moment.weekday == now.weekday { sameDay += weight }
    }
    // Three days make a habit if most uses follow it; five days of seven are workdays by chance.
    let isHabit = days.count >= 3
    let most = 0.6 * all
    if isHabit, sameDay >= most { return "usually on \(now.weekdayName) \(now.partOfDay.plural)" }
    if isHabit, kind >= most, kind >= 0.9 * part {
      return "usually on \(now.isWorkday ? "weekday" : "weekend") \(now.partOfDay.plural)"
    }
    if isHabit, part >= most { return "usually \(now.partOfDay.phrase)" }
    if count >= 3 { return "used often" }
    return count == 0 ? "related to what you use" : "used recently"
  }
}
