import ALSA
import Foundation
import ProgramOutput
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

  private let source: any SpeechSource
  /// Where speech goes.
  public let output: Output

  /// A synthesizer that speaks with `engine` into `output`.
  public init(engine: SpeechEngine, output: Output) {
    self.init(source: engine, output: output)
  }

  /// A synthesizer that speaks what `source` makes into `output`.
  package init(source: any SpeechSource, output: Output) {
    self.source = source
    self.output = output
  }

  /// Speaks a text and returns when it has been heard.
  public func speak(_ text: String) async throws(SpeechError) {
    try await play(try await source.synthesize(text))
  }

  /// Sounds a tone and returns when it has been heard; a file keeps what was said instead.
  public func play(_ earcon: Earcon) async throws(SpeechError) {
    guard case .device = output else { return }
    try await play(SpeechEngine.Speech(samples: earcon.samples, rate: Earcon.rate))
  }

  /// Plays speech that somebody else has made and returns when it has been heard.
  public func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {
    switch output {
    case .device(let device):
      try await play(speech, on: device)
    case .file(let path):
      do {
        try OutputFile(path).write(try Self.wav(speech))
      } catch {
        throw SpeechError(code: .playbackFailed, reason: "the answer could not be written: \(error)")
      }
    }
  }

  /// Speech as a WAV file has it; made in a file of its own, since libsndfile goes back in what it writes, and a pipe cannot.
  private static func wav(_ speech: SpeechEngine.Speech) throws -> Data {
    let folder = NSTemporaryDirectory() + "vocative-speech-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/speech.wav"
    try SoundFileWriter.write(speech.samples, rate: speech.rate, to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Playback blocks until the device has played everything, so it has a thread of its own.
  ///
  /// A driver that hangs keeps that thread and nothing else: whoever has stopped listening to the answer does not wait for it.
  private func play(_ speech: SpeechEngine.Speech, on device: String) async throws(SpeechError) {
    let playback = Playback()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, ALSAError>, Never>) in
        playback.begin(continuation)
        Thread.detachNewThread {
          playback.end(with: Self.playBlocking(speech, on: device, isCancelled: { playback.isCancelled }))
        }
      }
    } onCancel: {
      playback.cancel()
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

  /// A playback that is waited for, until it ends or is cancelled and then has had the time to end.
  private final class Playback: Sendable {
    private struct State {
      var isCancelled = false
      var waiting: CheckedContinuation<Result<Void, ALSAError>, Never>?
    }

    private let state = Mutex(State())
    /// Seconds for which a cancelled playback is still waited for, so that the next one does not find the device busy.
    private static let patience = 1.0

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func begin(_ continuation: CheckedContinuation<Result<Void, ALSAError>, Never>) {
      state.withLock { $0.waiting = continuation }
    }

    func end(with result: Result<Void, ALSAError>) {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(returning: result)
    }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { self.end(with: .success(())) }
    }
  }
}
