import ALSA
import Foundation
import ProgramOutput
import SoundFile
import Synchronization

/// Speaks through a speech engine to an ALSA playback device or a WAV file.
public struct SpeakingSynthesizer: Synthesizer {
  /// The destination of speech.
  public enum Output: Equatable, Sendable {
    /// An ALSA PCM name such as `default`.
    case device(String)
    /// A WAV file, which has the most recent speech.
    case file(String)
  }

  private let source: any SpeechSource
  /// The destination of speech.
  public let output: Output
  private let style: @Sendable () -> SpeechStyle
  /// Called when synthesized speech is about to be heard.
  package var willPlay: @Sendable () -> Void = {}

  /// Creates a synthesizer that speaks with `engine` to `output`.
  ///
  /// - Parameter style: Returns the volume, the speed and the voice of the next sentence.
  public init(engine: SpeechEngine, output: Output, style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() }) {
    self.init(source: engine, output: output, style: style)
  }

  /// Creates a synthesizer that speaks the output of `source` to `output`.
  package init(
    source: any SpeechSource, output: Output, style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() }
  ) {
    self.source = source
    self.output = output
    self.style = style
  }

  /// Speaks a text and returns when it has been heard.
  public func speak(_ text: String) async throws(SpeechError) {
    try await play(try await source.synthesize(text, in: style()))
  }

  /// Plays a tone and returns when it has been heard; a file output ignores tones.
  public func play(_ earcon: Earcon) async throws(SpeechError) {
    guard case .device = output else { return }
    try await write(SpeechEngine.Speech(samples: earcon.samples, rate: Earcon.rate))
  }

  /// Plays finished speech and returns when it has been heard.
  public func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {
    willPlay()
    try await write(speech)
  }

  private func write(_ speech: SpeechEngine.Speech) async throws(SpeechError) {
    let speech = speech.at(volume: style().volume)
    switch output {
    case .device(let device):
      try await play(speech, on: device)
    case .file(let path):
      do {
        try OutputFile(path).write(try Self.wav(speech))
      } catch {
        throw SpeechError(code: .playbackFailed, reason: "the spoken answer could not be written: \(error)")
      }
    }
  }

  /// Returns speech as a WAV file; made in a temporary file, because libsndfile seeks and a pipe cannot.
  private static func wav(_ speech: SpeechEngine.Speech) throws -> Data {
    let folder = ScratchFolder.path + "vocative-speech-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/speech.wav"
    try SoundFileWriter.write(speech.samples, rate: speech.rate, to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Plays speech on a separate thread, because playback blocks until the device has played everything.
  ///
  /// A driver that hangs blocks only that thread; a caller that cancels does not wait for it.
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
      code: .playbackFailed, reason: "the answer could not be played: \(error)",
      remedy: "Run \"vocative devices\" and choose a device with --output-device")
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

  /// A playback that can be awaited until it ends or, if it is cancelled, for a limited time after that.
  private final class Playback: Sendable {
    private struct State {
      var isCancelled = false
      var waiting: CheckedContinuation<Result<Void, ALSAError>, Never>?
    }

    private let state = Mutex(State())
    /// Seconds to wait for a cancelled playback, so that the next one does not find the device busy.
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
