import Synchronization

/// Counts what a source captured and what it lost, and knows what is wrong with it now.
public final class CaptureStatistics: Sendable {
  /// The counts at one moment.
  public struct Counts: Equatable, Sendable {
    /// Frames handed on.
    public var frames = 0
    /// Frames thrown away because the stages after capture were too slow.
    public var droppedFrames = 0
    /// Samples that were never recorded, while the device was gone or its buffer full, by the clock.
    public var lostSamples = 0
    /// Times the device was opened again after it was lost.
    public var reopenings = 0
    /// How often each condition came, within episodes too.
    public var occurrences: [CaptureCondition: Int] = [:]

    /// Times the device's buffer was full before it was read.
    public var overruns: Int { occurrences[.overrun, default: 0] }
    /// Times the system slept.
    public var suspensions: Int { occurrences[.suspended, default: 0] }
  }

  private struct State {
    var counts = Counts()
    var conditions: Set<CaptureCondition> = []
  }

  private let state = Mutex(State())

  /// Counts that start at zero.
  public init() {}

  /// The counts now.
  public var counts: Counts { state.withLock { $0.counts } }

  /// What is wrong now; a condition is over some seconds after its last sign.
  public var conditions: Set<CaptureCondition> { state.withLock { $0.conditions } }

  /// How often the device has stopped delivering audio.
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
