import ALSA
import Foundation
import ProgramOutput
import SoundFile

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
  private let playbacks: DevicePlaybacks
  /// Called when synthesized speech is about to be heard.
  package var willPlay: @Sendable () -> Void = {}

  /// Creates a synthesizer that speaks with `engine` to `output`.
  ///
  /// - Parameter style: Returns the volume, the speed and the voice of the next sentence.
  public init(engine: SpeechEngine, output: Output, style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() }) {
    self.init(source: engine, output: output, style: style)
  }

  /// Creates a synthesizer that speaks the output of `source` to `output`.
  ///
  /// - Parameter clock: The clock of the time limit of a device that blocks; it stops while the system sleeps.
  package init(
    source: any SpeechSource, output: Output, style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() },
    clock: any Clock<Duration> = SuspendingClock()
  ) {
    self.source = source
    self.output = output
    self.style = style
    playbacks = DevicePlaybacks(clock: clock)
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

  private func play(_ speech: SpeechEngine.Speech, on device: String) async throws(SpeechError) {
    do throws(ALSAError) {
      try await playbacks.play(speech, on: device)
    } catch {
      throw SpeechError(
        code: .playbackFailed, reason: "the answer could not be played: \(error)",
        remedy: "Run \"vocative devices\" and choose a device with --output-device")
    }
  }
}
