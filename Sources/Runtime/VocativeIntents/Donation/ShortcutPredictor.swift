public import Foundation

/// Ranks the shortcuts a person is likely to want at a time, by what they did before.
///
/// Each use votes for its shortcut, and the more the likelier it is to be repeated now:
///
///     vote = weight · 2^(−age / halfLife) · (smoothing + exp(κ · (cos(2π · Δ / 24 h) − 1)) · dayMatch)
///
/// The exponential is von Mises' bell over the hours of the clock, where 23:50 is close to 0:10; κ = (24 h / (2π · spread))². The
/// day matches best when it is the same weekday, and less when both are workdays or both are not. Smoothing is what remains for a
/// use at any other time, so that what is done often is not forgotten where nothing is done usually.
public struct ShortcutPredictor: Sendable {
  /// The days after which a use counts half.
  public static let halfLife = 14.0
  /// The standard deviation of the bell, in hours.
  ///
  /// A narrower one foresees the made-up household of the tests better still, but the noise in its times is made up as well.
  public static let spread = 1.25
  /// What remains of a vote from another time.
  public static let smoothing = 0.01

  /// How much a use counts on a day: on the same weekday, on another of the same kind, and on one of the other kind.
  static let dayMatch = (same: 1.0, kind: 0.5, other: 0.1)

  private struct Key: Hashable {
    let intent: String
    let values: [String: String]
  }

  private struct Use {
    let key: Int
    let date: Date
    let moment: DayMoment
    let weight: Double
  }

  private let calendar: Calendar
  private var keys: [Key: Int] = [:]
  private var shortcuts: [Shortcut] = []
  private var uses: [Use] = []

  /// A predictor that knows of nothing yet.
  ///
  /// - Parameter calendar: Where days begin for the person.
  public init(calendar: Calendar = .localGregorian) {
    self.calendar = calendar
  }

  /// Learns of a use.
  ///
  /// A shortcut is called as in the last that was learnt.
  public mutating func learn(_ donation: Donation) {
    learn(donation.shortcut, at: donation.date, weight: donation.weight)
  }

  /// Learns of a use of a shortcut.
  public mutating func learn(_ shortcut: Shortcut, at date: Date, weight: Double = 1) {
    let key = Key(intent: shortcut.intent, values: shortcut.values)
    let index = keys[key] ?? shortcuts.count
    if index == shortcuts.count {
      keys[key] = index
      shortcuts.append(shortcut)
    } else {
      shortcuts[index] = shortcut
    }
    uses.append(Use(key: index, date: date, moment: DayMoment(date, calendar: calendar), weight: weight))
  }

  /// What is likely to be wanted at a time, the likeliest first; each shortcut once.
  public func predictions(at date: Date, limit: Int) -> [Prediction] {
    let now = DayMoment(date, calendar: calendar)
    var votes = [Double](repeating: 0, count: shortcuts.count)
    var lastUses = [Date](repeating: .distantPast, count: shortcuts.count)
    for use in uses {
      votes[use.key] += Self.recency(of: use.date, at: date) * use.weight * (Self.smoothing + Self.match(use.moment, now))
      lastUses[use.key] = max(lastUses[use.key], use.date)
    }
    let total = votes.reduce(0, +)
    guard total > 0, limit > 0 else { return [] }
    let order = votes.indices.sorted { (votes[$0], lastUses[$0], $1) > (votes[$1], lastUses[$1], $0) }
    return order.prefix(limit).map { index in
      Prediction(shortcut: shortcuts[index], share: votes[index] / total, reason: reason(for: index, at: date, now: now))
    }
  }

  /// How much a use counts still; one in the future, as after a clock was put right, counts in full.
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

  /// Why a shortcut is likely: its habit, where this is a time of the habit, else how often or how lately it was used.
  private func reason(for key: Int, at date: Date, now: DayMoment) -> String {
    var (all, part, kind, sameDay) = (0.0, 0.0, 0.0, 0.0)
    var count = 0
    for use in uses where use.key == key {
      guard use.weight >= 1 else { continue }
      let weight = Self.recency(of: use.date, at: date)
      count += 1
      all += weight
      guard use.moment.partOfDay == now.partOfDay else { continue }
      part += weight
      if use.moment.isWorkday == now.isWorkday { kind += weight }
      if use.moment.weekday == now.weekday { sameDay += weight }
    }
    // Three times make a habit, and it is one when most uses follow it; five days of seven are workdays by chance already.
    let most = 0.6 * all
    if count >= 3, sameDay >= most { return "usually on \(now.weekdayName) \(now.partOfDay.plural)" }
    if count >= 3, kind >= most, kind >= 0.9 * part {
      return "usually on \(now.isWorkday ? "weekday" : "weekend") \(now.partOfDay.plural)"
    }
    if count >= 3, part >= most { return "usually \(now.partOfDay.phrase)" }
    if count >= 3 { return "used often" }
    return count == 0 ? "goes with what you use" : "used lately"
  }
}
