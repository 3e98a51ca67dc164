import Synchronization

/// Counts what a source captured and what it lost.
public final class CaptureStatistics: Sendable {
  /// The counts at one moment.
  public struct Counts: Equatable, Sendable {
    /// Frames handed on.
    public var frames = 0
    /// Times the device's buffer was full before it was read.
    public var overruns = 0
    /// Times the system slept.
    public var suspensions = 0
    /// Frames thrown away because the stages after capture were too slow.
    public var droppedFrames = 0
  }

  private let state = Mutex(Counts())

  /// Counts that start at zero.
  public init() {}

  /// The counts now.
  public var counts: Counts { state.withLock { $0 } }

  func update(_ change: (inout Counts) -> Void) {
    state.withLock { change(&$0) }
  }
}
