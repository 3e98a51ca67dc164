import Vocative

/// A source that reports when its reader has processed a frame.
package struct WatchedSource: AudioSource {
  let source: any AudioSource
  let isDone: @Sendable () -> Void

  /// - Parameter isDone: Called when the reader has processed a frame.
  package init(source: any AudioSource, isDone: @escaping @Sendable () -> Void) {
    self.source = source
    self.isDone = isDone
  }

  package var label: String { source.label }
  package var isLive: Bool { source.isLive }
  package var statistics: CaptureStatistics { source.statistics }

  package func frames() -> AudioFrames { source.frames().onFrameDone(isDone) }
}
