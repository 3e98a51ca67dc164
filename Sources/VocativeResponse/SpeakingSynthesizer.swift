import ALSA
import Foundation
import SoundFile
import Synchronization

/// Speaks through a speech engine and an ALSA playback device, or into WAV files.
public struct SpeakingSynthesizer: Synthesizer {
  /// Where speech goes.
  public enum Output: Equatable, Sendable {
    /// An ALSA PCM name such as `default`.
    case device(String)
    /// A WAV file, which holds the last thing that was said.
    case file(String)
  }

  /// What turns text into speech.
  public let engine: SpeechEngine
  /// Where speech goes.
  public let output: Output

  /// A synthesizer that speaks with `engine` into `output`.
  public init(engine: SpeechEngine, output: Output) {
    self.engine = engine
    self.output = output
  }

  /// Speaks a text and returns when it has been heard.
  public func speak(_ text: String) async throws(SpeechError) {
    let speech = try await engine.synthesize(text)
    switch output {
    case .device(let device):
      try await play(speech, on: device)
    case .file(let path):
      do throws(SoundFileError) {
        try SoundFileWriter.write(speech.samples, rate: speech.rate, to: path)
      } catch {
        throw SpeechError(code: .playbackFailed, reason: error.description)
      }
    }
  }

  /// Playback blocks until the device has played everything, so it has a thread of its own.
  private func play(_ speech: SpeechEngine.Speech, on device: String) async throws(SpeechError) {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, ALSAError>, Never>) in
        Thread.detachNewThread {
          continuation.resume(returning: Self.playBlocking(speech, on: device, isCancelled: { cancellation.isCancelled }))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    guard case .failure(let error) = result else { return }
    throw SpeechError(
      code: .playbackFailed,
      reason: "the answer could not be played: \(error). Run \"vocative devices\" and name a device with --output-device")
  }

  private static func playBlocking(
    _ speech: SpeechEngine.Speech, on device: String, isCancelled: () -> Bool
  ) -> Result<Void, ALSAError> {
    do throws(ALSAError) {
      let pcm = try PlaybackPCM(device: device, rate: speech.rate)
      return .success(try pcm.play(speech.samples, isCancelled: isCancelled))
    } catch {
      return .failure(error)
    }
  }

  private final class Cancellation: Sendable {
    private let state = Mutex(false)
    var isCancelled: Bool { state.withLock { $0 } }
    func cancel() { state.withLock { $0 = true } }
  }
}
