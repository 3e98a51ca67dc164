import AudioSamples

/// A condition that prevents a source from capturing audio, or from capturing it well.
public enum CaptureCondition: String, Hashable, Sendable, Codable, CaseIterable {
  /// The device is missing: it is unplugged or not plugged in yet (`ENODEV`, `ENOENT`, `ENXIO`).
  case missing
  /// Another program is using the device (`EBUSY`).
  case busy
  /// Access to the device is denied, which also happens briefly after it is plugged in (`EACCES`, `EPERM`).
  case denied
  /// The device fails with another error, such as `EIO`.
  case failing
  /// The device is open but delivers no audio.
  case stalled
  /// The device's buffer filled up before it was read (`EPIPE`).
  case overrun
  /// The queue for the later stages is full, because they are too slow.
  case dropped
  /// The system slept (`ESTRPIPE`).
  case suspended
  /// The device delivers smaller blocks than negotiated; no audio is lost.
  case shortReads
  /// The device records at a rate other than 16 kHz, and the audio is converted.
  case otherRate
  /// All samples are equal: zeros, as from a muted microphone, or another constant.
  case silent
  /// Many samples are at full scale.
  case clipping
  /// The audio has a DC offset.
  case offset

  /// Whether no audio is captured during the condition.
  public var isDeaf: Bool {
    switch self {
    case .missing, .busy, .denied, .failing, .stalled, .silent: true
    case .overrun, .dropped, .suspended, .shortReads, .otherRate, .clipping, .offset: false
    }
  }

  /// Whether the device delivers no audio during the condition.
  public var isOutage: Bool { isDeaf && self != .silent }

  /// A short description for a log.
  public var summary: String {
    switch self {
    case .missing: "the device is missing"
    case .busy: "another program is using the device"
    case .denied: "access to the device is denied"
    case .failing: "the device reports an error"
    case .stalled: "the device delivers no audio"
    case .overrun: "audio was not read in time, and some was lost"
    case .dropped: "audio was not processed in time, and some was lost"
    case .suspended: "the system was suspended"
    case .shortReads: "the device delivers smaller blocks than negotiated"
    case .otherRate: "the device does not record at 16 kHz, so its audio is converted"
    case .silent: "the microphone is muted or switched off"
    case .clipping: "the microphone's gain is too high, and the audio clips"
    case .offset: "the audio has a DC offset"
    }
  }
}

/// One occurrence of a condition, from its first sign to its last.
///
/// A condition that comes and goes is one episode until enough audio without it has been captured.
public struct CaptureEpisode: Equatable, Sendable {
  /// The condition.
  public let condition: CaptureCondition
  /// Its first sign: ALSA's message, or a measurement.
  public let detail: String
  /// The position in the audio at which it began, in samples.
  public let start: Int
  /// The position at which audio without it was captured again, in samples; equal to `start` if it has only begun.
  public internal(set) var end: Int
  /// The number of times it occurred.
  public internal(set) var occurrences = 1

  /// Creates an episode that has occurred once.
  package init(condition: CaptureCondition, detail: String, start: Int, end: Int) {
    (self.condition, self.detail, self.start, self.end) = (condition, detail, start, end)
  }

  /// The duration, in seconds.
  public var seconds: Double { SpeechAudio.seconds(of: end - start) }
}

/// The start or the end of an episode.
public enum CaptureEvent: Equatable, Sendable, CustomStringConvertible {
  /// The episode has begun.
  case began(CaptureEpisode)
  /// The episode has ended; some seconds have passed since its last sign.
  case ended(CaptureEpisode)

  /// The episode of the event.
  public var episode: CaptureEpisode {
    switch self {
    case .began(let episode), .ended(let episode): episode
    }
  }

  /// A one-line description for a log.
  public var description: String {
    switch self {
    case .began(let episode): return "\(episode.condition.summary) (\(episode.detail))"
    case .ended(let episode):
      let tenths = Int((episode.seconds * 10).rounded())
      let times = episode.occurrences == 1 ? "" : ", \(episode.occurrences) times"
      return "resolved: \(episode.condition.summary); it lasted \(tenths / 10).\(tenths % 10) s\(times)"
    }
  }
}
