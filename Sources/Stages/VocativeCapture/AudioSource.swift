/// A source of audio: a microphone, a file or a pipe.
///
/// Every source produces the same kind of frames, so later stages do not depend on the kind of source.
public protocol AudioSource: Sendable {
  /// The name of the device, file or stream, for messages.
  var label: String { get }
  /// Whether audio that is not read in time is lost.
  var isLive: Bool { get }
  /// Counts of captured and lost audio.
  var statistics: CaptureStatistics { get }
  /// Starts the source and returns its frames in time order; `statistics` counts any gaps.
  ///
  /// The source stops and releases its device or file when the iteration ends or its task is cancelled.
  func frames() -> AudioFrames
}
