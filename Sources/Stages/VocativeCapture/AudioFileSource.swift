import Foundation
public import Logging
import SoundFile

/// A sound file as a source: WAV, FLAC, Ogg and whatever else libsndfile reads, at any rate and channel count.
public struct AudioFileSource: AudioSource {
  /// How fast the file is played into the pipeline.
  public enum Pace: Sendable {
    /// As fast as the stages after it take the frames.
    case asFastAsPossible
    /// Each frame when a microphone would have delivered it; `wait` blocks until that time since the start has come.
    case realTime(wait: @Sendable (_ sinceStart: Duration) -> Void)

    /// Real time by the system's monotonic clock, counted from now.
    public static var realTime: Pace {
      let clock = ContinuousClock()
      let start = clock.now
      return .realTime { due in
        let remaining = due - (clock.now - start)
        if remaining > .zero { Thread.sleep(forTimeInterval: remaining / .seconds(1)) }
      }
    }
  }

  /// The file as it was named.
  public let label: String
  /// A paced file is live; an unpaced one waits for whoever reads it.
  public let isLive: Bool
  /// What was read so far.
  public let statistics = CaptureStatistics()
  private let pace: Pace
  private let logger: Logger

  /// A source that reads the file at `path`; a file that cannot be read fails when its frames are asked for.
  public init(path: String, pace: Pace = .asFastAsPossible, logger: Logger) {
    label = path
    self.pace = pace
    self.logger = logger
    if case .realTime = pace { isLive = true } else { isLive = false }
  }

  /// Opens the file and gives its frames.
  public func frames() -> AudioFrames {
    AudioFrames(capacity: 64, overflow: .wait, statistics: statistics) { [self] sink throws(CaptureError) in
      let reader = try open()
      if reader.rate < AudioFrame.sampleRate {
        logger.warning("\(label): \(reader.rate) Hz holds only part of what speech recognition listens to; expect mistakes")
      }
      var assembler = try makeAssembler(for: reader)
      var cancellation = ChannelCancellation(channels: reader.channels)
      while true {
        let block = try read(reader)
        cancellation.take(block)
        for frame in try assembler.frames(from: block, isLast: block.isEmpty) {
          if case .realTime(let wait) = pace {
            wait(.seconds(Double(frame.endSampleTime) / Double(AudioFrame.sampleRate)))
          }
          guard sink.send(frame) else { return }
        }
        guard block.isEmpty else { continue }
        guard !cancellation.isCancelled else { throw fault("\(reader.channels) channels \(Self.cancellationFault)") }
        return
      }
    }
  }

  private static let cancellationFault =
    "cancel each other out, as where one has the opposite phase: their mean, which is listened to, is silent; keep one of them, with: "
    + "sox in.wav out.wav remix 1"

  private func makeAssembler(for reader: borrowing SoundFileReader) throws(CaptureError) -> FrameAssembler {
    do throws(CaptureError) {
      return try FrameAssembler(rate: reader.rate, channels: reader.channels)
    } catch {
      guard case .conversion = error else { throw error }
      throw fault("its header names a rate of \(reader.rate) Hz, which cannot be converted to \(AudioFrame.sampleRate) Hz")
    }
  }

  private func fault(_ reason: String) -> CaptureError {
    .file(SoundFileError(code: .damaged, path: label, reason: reason))
  }

  private func open() throws(CaptureError) -> SoundFileReader {
    do throws(SoundFileError) { return try SoundFileReader(path: label) } catch { throw .file(error) }
  }

  private func read(_ reader: borrowing SoundFileReader) throws(CaptureError) -> [Float] {
    do throws(SoundFileError) { return try reader.read(frames: 4096) } catch { throw .file(error) }
  }
}
