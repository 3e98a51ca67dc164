package import Vocative

/// A source that tells whenever a frame of it has gone through whatever reads it.
package struct WatchedSource: AudioSource {
  let source: any AudioSource
  let isDone: @Sendable () -> Void

  /// - Parameter isDone: Called when the reader is done with a frame.
  package init(source: any AudioSource, isDone: @escaping @Sendable () -> Void) {
    self.source = source
    self.isDone = isDone
  }

  package var label: String { source.label }
  package var isLive: Bool { source.isLive }
  package var statistics: CaptureStatistics { source.statistics }

  package func frames() -> AudioFrames { source.frames().onFrameDone(isDone) }
}
