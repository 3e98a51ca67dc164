import WyomingProtocol

/// The timers that Home Assistant runs for a satellite, and what is said when one has run down.
struct SatelliteTimers {
  /// In the order in which they were set.
  private var known: [(id: String, name: String?)] = []

  /// Timers that are known by name; of more, the oldest have none.
  static let mostKept = 100
  /// Characters of a name that are said.
  private static let longestName = 60

  mutating func start(_ timer: WyomingEvent.TimerStarted) {
    known.removeAll { $0.id == timer.id }
    known.append((timer.id, Self.name(of: timer)))
    if known.count > Self.mostKept { known.removeFirst() }
  }

  mutating func cancel(_ timer: WyomingEvent.TimerCancelled) { known.removeAll { $0.id == timer.id } }

  /// What is to be said.
  mutating func finish(_ timer: WyomingEvent.TimerFinished) -> String {
    let name = known.first { $0.id == timer.id }?.name
    known.removeAll { $0.id == timer.id }
    return name.map { "Your \($0) timer is done." } ?? "Your timer is done."
  }

  /// What the timer was called, else the time that was said; nil when neither is known.
  private static func name(of timer: WyomingEvent.TimerStarted) -> String? {
    if let name = timer.name, name.contains(where: { $0.isLetter || $0.isNumber }) { return String(name.prefix(longestName)) }
    let parts = [(timer.startHours, "hour"), (timer.startMinutes, "minute"), (timer.startSeconds, "second")]
    let said = parts.compactMap { count, unit in count.flatMap { $0 > 0 ? "\($0) \(unit)" : nil } }
    return said.isEmpty ? nil : said.joined(separator: " ")
  }
}
