import Synchronization

/// Counts of the audio that a source captured and lost, and its current conditions.
public final class CaptureStatistics: Sendable {
  /// The counts at one moment.
  public struct Counts: Equatable, Sendable {
    /// Frames passed on.
    public var frames = 0
    /// Frames dropped because the later stages were too slow.
    public var droppedFrames = 0
    /// Samples that were never recorded because the device was gone or its buffer full, measured by the clock.
    public var lostSamples = 0
    /// The number of times a lost device was opened again.
    public var reopenings = 0
    /// The number of occurrences of each condition, including those within an episode.
    public var occurrences: [CaptureCondition: Int] = [:]

    /// The number of times the device's buffer filled up before it was read.
    public var overruns: Int { occurrences[.overrun, default: 0] }
    /// The number of times the system was suspended.
    public var suspensions: Int { occurrences[.suspended, default: 0] }
  }

  private struct State {
    var counts = Counts()
    var conditions: Set<CaptureCondition> = []
  }

  private let state = Mutex(State())

  /// Creates counts that start at zero.
  public init() {}

  /// The current counts.
  public var counts: Counts { state.withLock { $0.counts } }

  /// The current conditions; a condition ends some seconds after its last sign.
  public var conditions: Set<CaptureCondition> { state.withLock { $0.conditions } }

  /// The number of times the device has stopped delivering audio.
  public var outages: Int {
    state.withLock { state in state.counts.occurrences.reduce(0) { $1.key.isOutage ? $0 + $1.value : $0 } }
  }

  func update(_ change: (inout Counts) -> Void) {
    state.withLock { change(&$0.counts) }
  }

  func setConditions(_ conditions: Set<CaptureCondition>) {
    state.withLock { $0.conditions = conditions }
  }
}
