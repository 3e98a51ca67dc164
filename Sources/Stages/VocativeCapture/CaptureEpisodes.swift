/// Groups occurrences of conditions into episodes: an episode ends after enough audio without its condition.
///
/// Time is measured in captured audio, so no episode ends while no audio arrives.
struct CaptureEpisodes: Sendable {
  private struct Entry {
    var episode: CaptureEpisode
    /// The number of captured samples when the condition last occurred.
    var lastSeen: Int
  }

  private var entries: [CaptureCondition: Entry] = [:]
  private var heardSamples = 0
  private let quietSamples: Int

  /// Creates a tracker whose episodes end after this many samples without their condition.
  init(quietSamples: Int) {
    self.quietSamples = quietSamples
  }

  /// The conditions with an active episode.
  var conditions: Set<CaptureCondition> { Set(entries.keys) }

  /// Records a condition; returns the start of an episode if it is new.
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

  /// Records that an active condition persists.
  mutating func persists(_ condition: CaptureCondition, at sampleTime: Int) {
    entries[condition]?.episode.end = sampleTime
    entries[condition]?.lastSeen = heardSamples
  }

  /// Records captured audio; returns the episodes that have ended.
  mutating func heard(_ sampleCount: Int, at sampleTime: Int) -> [CaptureEvent] {
    guard !entries.isEmpty else { return [] }
    for (condition, entry) in entries where entry.lastSeen == heardSamples { entries[condition]?.episode.end = sampleTime }
    heardSamples += sampleCount
    let over = entries.values.filter { heardSamples - $0.lastSeen >= quietSamples }.map(\.episode)
    for episode in over { entries[episode.condition] = nil }
    return over.sorted { ($0.start, $0.condition.rawValue) < ($1.start, $1.condition.rawValue) }.map { .ended($0) }
  }
}
