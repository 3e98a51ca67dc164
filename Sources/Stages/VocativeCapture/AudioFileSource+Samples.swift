import AudioSamples
import SoundFile

extension AudioFileSource {
  /// The maximum duration, in seconds, of a recording that is loaded completely; six hours take 0.7 GB.
  public static let maxSeconds = 6.0 * 3600

  /// Returns every sample of the recording, at 16 kHz and mono.
  ///
  /// - Parameter seconds: The maximum duration.
  /// - Throws: `CaptureError` if the recording cannot be read or is longer.
  public func samples(atMost seconds: Double = maxSeconds) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await frame in frames() {
      samples += frame.samples
      guard SpeechAudio.seconds(of: samples.count) <= seconds else {
        let reason = "the recording is longer than \(seconds / 3600) hours; split it into shorter files"
        throw CaptureError.file(SoundFileError(code: .tooLarge, path: label, reason: reason))
      }
    }
    return samples
  }
}
