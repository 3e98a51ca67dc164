/// Something that keeps a source from hearing, or from hearing well, for a moment or for long.
public enum CaptureCondition: String, Hashable, Sendable, Codable, CaseIterable {
  /// The device is not there: unplugged, or not plugged in yet (`ENODEV`, `ENOENT`, `ENXIO`).
  case missing
  /// Another program holds the device (`EBUSY`).
  case busy
  /// The device may not be opened, which is so for a moment when it was just plugged in (`EACCES`, `EPERM`).
  case denied
  /// The device fails with another error (`EIO` and the like).
  case failing
  /// The device is open and delivers nothing.
  case stalled
  /// The device's buffer was full before it was read (`EPIPE`).
  case overrun
  /// The system slept (`ESTRPIPE`).
  case suspended
  /// The device hands over less at a time than was agreed; nothing is lost.
  case shortReads
  /// The device gives another rate than 16 kHz, and its audio is converted.
  case otherRate
  /// No sample differs from the one before: zeros, as of a muted microphone, or a constant.
  case silent
  /// Many samples are at full scale.
  case clipping
  /// The samples are off centre.
  case offset

  /// Whether nothing at all is heard while it lasts.
  public var isDeaf: Bool {
    switch self {
    case .missing, .busy, .denied, .failing, .stalled, .silent: true
    case .overrun, .suspended, .shortReads, .otherRate, .clipping, .offset: false
    }
  }

  /// Whether the device delivers nothing while it lasts.
  public var isOutage: Bool { isDeaf && self != .silent }

  /// What it is, for a log.
  public var summary: String {
    switch self {
    case .missing: "the device is not there"
    case .busy: "another program holds the device"
    case .denied: "the device may not be opened"
    case .failing: "the device fails"
    case .stalled: "the device delivers nothing"
    case .overrun: "audio was not read in time, and some is missing"
    case .suspended: "the system slept"
    case .shortReads: "the device hands over less at a time than was agreed"
    case .otherRate: "the device does not record at 16 kHz, and its audio is converted"
    case .silent: "the microphone is muted, or switched off"
    case .clipping: "the microphone is turned up too far, and clips"
    case .offset: "the audio is off centre"
    }
  }
}

/// A condition from its first sign to its last, with all that came in between.
///
/// What comes and goes is one episode until enough audio was heard without it.
public struct CaptureEpisode: Equatable, Sendable {
  /// What is wrong.
  public let condition: CaptureCondition
  /// How it showed first: ALSA's words, or a measurement.
  public let detail: String
  /// Position in the audio where it began, in samples.
  public let start: Int
  /// Position where audio without it was heard again, in samples; the same as `start` when it has only begun.
  public internal(set) var end: Int
  /// How often it came.
  public internal(set) var occurrences = 1

  /// How long it lasted, in seconds.
  public var seconds: Double { Double(end - start) / Double(AudioFrame.sampleRate) }
}

/// The beginning or the end of a condition.
public enum CaptureEvent: Equatable, Sendable, CustomStringConvertible {
  /// It has begun.
  case began(CaptureEpisode)
  /// It is over, for some seconds already.
  case ended(CaptureEpisode)

  /// The episode.
  public var episode: CaptureEpisode {
    switch self {
    case .began(let episode), .ended(let episode): episode
    }
  }

  /// One line for a log.
  public var description: String {
    switch self {
    case .began(let episode): return "\(episode.condition.summary) (\(episode.detail))"
    case .ended(let episode):
      let tenths = Int((episode.seconds * 10).rounded())
      let times = episode.occurrences == 1 ? "" : ", \(episode.occurrences) times"
      return "over: \(episode.condition.summary); it lasted \(tenths / 10).\(tenths % 10) s\(times)"
    }
  }
}
