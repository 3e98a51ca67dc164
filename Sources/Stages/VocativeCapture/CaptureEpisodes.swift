/// Makes episodes of what goes wrong: a fault that comes and goes begins once, and ends when enough audio was heard without it.
///
/// Time is that of the audio that was heard, so that no episode ends while nothing is heard.
struct CaptureEpisodes: Sendable {
  private struct Entry {
    var episode: CaptureEpisode
    /// Samples heard when the condition was last seen.
    var lastSeen: Int
  }

  private var entries: [CaptureCondition: Entry] = [:]
  private var heardSamples = 0
  private let quietSamples: Int

  /// Episodes that end after so many samples without their condition.
  init(quietSamples: Int) {
    self.quietSamples = quietSamples
  }

  /// The conditions whose episodes are not over.
  var conditions: Set<CaptureCondition> { Set(entries.keys) }

  /// Takes a condition that has come; gives the beginning of its episode, if it is the first time.
  mutating func occurred(_ condition: CaptureCondition, at sampleTime: Int, detail: String) -> CaptureEvent? {
    if entries[condition] != nil {
      entries[condition]?.episode.occurrences += 1
      persists(condition, at: sampleTime)
      return nil
    }
    let episode = CaptureEpisode(condition: condition, detail: detail, start: sampleTime, end: sampleTime)
    entries[condition] = Entry(episode: episode, lastSeen: heardSamples)
    return .began(episode)
  }

  /// Takes a condition that has come before and is still there.
  mutating func persists(_ condition: CaptureCondition, at sampleTime: Int) {
    entries[condition]?.episode.end = sampleTime
    entries[condition]?.lastSeen = heardSamples
  }

  /// Takes audio that was heard; gives the ends of the episodes that are over.
  mutating func heard(_ sampleCount: Int, at sampleTime: Int) -> [CaptureEvent] {
    guard !entries.isEmpty else { return [] }
    for (condition, entry) in entries where entry.lastSeen == heardSamples { entries[condition]?.episode.end = sampleTime }
    heardSamples += sampleCount
    let over = entries.values.filter { heardSamples - $0.lastSeen >= quietSamples }.map(\.episode)
    for episode in over { entries[episode.condition] = nil }
    return over.sorted { ($0.start, $0.condition.rawValue) < ($1.start, $1.condition.rawValue) }.map { .ended($0) }
  }
}
