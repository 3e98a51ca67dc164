/// Where audio comes from: a microphone, a file, a pipe.
///
/// Every source gives the same kind of frames, so nothing after it knows which it was.
public protocol AudioSource: Sendable {
  /// The device, file or stream, for messages.
  var label: String { get }
  /// Whether time passes while nobody reads: what is not read in time is lost.
  var isLive: Bool { get }
  /// What was captured and what was lost so far.
  var statistics: CaptureStatistics { get }
  /// Starts the source and gives its frames in order of time, without gaps unless `statistics` counts them.
  ///
  /// The source stops, and lets go of its device or file, when the iteration ends or its task is cancelled.
  func frames() -> AudioFrames
}
