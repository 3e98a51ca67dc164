import Vocative

/// A source that tells whenever a frame of it has gone through whatever reads it.
struct WatchedSource: AudioSource {
  let source: any AudioSource
  let isDone: @Sendable () -> Void

  var label: String { source.label }
  var isLive: Bool { source.isLive }
  var statistics: CaptureStatistics { source.statistics }

  func frames() -> AudioFrames { source.frames().telling(isDone) }
}
