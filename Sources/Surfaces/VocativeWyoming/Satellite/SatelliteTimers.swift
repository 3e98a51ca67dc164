import Vocative
import WyomingProtocol

/// The timers that Home Assistant runs for a satellite, and their announcements.
struct SatelliteTimers {
  /// The timers in the order in which they were set.
  private var known: [(id: String, name: String?)] = []

  /// The maximum number of known timers; beyond it, the oldest lose their names.
  static let maxKept = 100
  /// The maximum number of spoken characters of a name.
  private static let maxNameCharacters = 60

  mutating func start(_ timer: WyomingEvent.TimerStarted) {
    known.removeAll { $0.id == timer.id }
    known.append((timer.id, Self.name(of: timer)))
    if known.count > Self.maxKept { known.removeFirst() }
  }

  mutating func cancel(_ timer: WyomingEvent.TimerCancelled) { known.removeAll { $0.id == timer.id } }

  /// The announcement.
  mutating func finish(_ timer: WyomingEvent.TimerFinished) -> String {
    let name = known.first { $0.id == timer.id }?.name
    known.removeAll { $0.id == timer.id }
    return name.map { "Your \($0) timer is done." } ?? "Your timer is done."
  }

  /// The timer's name, else its duration; nil if neither is known.
  private static func name(of timer: WyomingEvent.TimerStarted) -> String? {
    if let name = timer.name, name.isSpeakable {
      return String(name.prefix(maxNameCharacters))
    }
    let parts = [(timer.startHours, "hour"), (timer.startMinutes, "minute"), (timer.startSeconds, "second")]
    let said = parts.compactMap { count, unit in count.flatMap { $0 > 0 ? "\($0) \(unit)" : nil } }
    return said.isEmpty ? nil : said.joined(separator: " ")
  }
}
