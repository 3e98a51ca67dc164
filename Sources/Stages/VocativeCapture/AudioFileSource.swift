import AudioSamples
import Foundation
public import Logging
import SoundFile

/// A sound file as an audio source: WAV, FLAC, Ogg and the other formats of libsndfile, at any rate and channel count.
public struct AudioFileSource: AudioSource {
  /// The speed at which the file is fed into the pipeline.
  public enum Pace: Sendable {
    /// As fast as the later stages accept frames.
    case asFastAsPossible
    /// At the speed of a microphone; `wait` blocks until the given time since the start.
    case realTime(wait: @Sendable (_ sinceStart: Duration) -> Void)

    /// Real time by the system's monotonic clock, starting now.
    public static var realTime: Pace {
      let clock = ContinuousClock()
      let start = clock.now
      return .realTime { due in
        let remaining = due - (clock.now - start)
        if remaining > .zero { Thread.sleep(forTimeInterval: remaining / .seconds(1)) }
      }
    }
  }

  /// The path as given by the user.
  public let label: String
  /// Whether the source is live: true for a paced file; an unpaced one waits for its reader.
  public let isLive: Bool
  /// Counts of the frames read so far.
  public let statistics = CaptureStatistics()
  private let pace: Pace
  private let logger: Logger

  /// Creates a source for the file at `path`; an unreadable file fails when its frames are read.
  public init(path: String, pace: Pace = .asFastAsPossible, logger: Logger) {
    label = path
    self.pace = pace
    self.logger = logger
    if case .realTime = pace { isLive = true } else { isLive = false }
  }

  /// Opens the file and returns its frames.
  public func frames() -> AudioFrames {
    AudioFrames(capacity: 64, overflow: .wait, statistics: statistics) { [self] sink throws(CaptureError) in
      let reader = try open()
      var assembler = try makeAssembler(for: reader)
      if reader.rate < AudioFrame.sampleRate {
        logger.warning(
          "\(label): a rate of \(reader.rate) Hz lacks part of the speech band, so recognition will be less accurate")
      }
      var cancellation = ChannelCancellation(channels: reader.channels)
      while true {
        let block = try read(reader)
        cancellation.process(block)
        for frame in try assembler.frames(from: block, isLast: block.isEmpty) {
          if case .realTime(let wait) = pace {
            wait(.seconds(SpeechAudio.seconds(of: frame.endSampleTime)))
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
    "cancel each other out, for example because one is inverted, so their mean is silent; keep one channel with: "
    + "sox in.wav out.wav remix 1"

  private func makeAssembler(for reader: borrowing SoundFileReader) throws(CaptureError) -> FrameAssembler {
    do throws(CaptureError) {
      return try FrameAssembler(rate: reader.rate, channels: reader.channels)
    } catch {
      guard case .conversion = error else { throw error }
      throw fault(
        "its sample rate of \(reader.rate) Hz cannot be converted to \(AudioFrame.sampleRate) Hz; the header may be damaged. "
          + "Record the file again, or choose another one")
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
