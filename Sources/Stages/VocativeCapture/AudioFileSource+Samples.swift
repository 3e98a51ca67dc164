import SoundFile

extension AudioFileSource {
  /// Seconds a recording may last of which all samples are held at once; six hours take 0.7 GB.
  public static let mostSeconds = 6.0 * 3600

  /// Every sample of the recording, at 16 kHz and mono.
  ///
  /// - Parameter seconds: How long it may last.
  /// - Throws: `CaptureError` if it cannot be read, or lasts longer.
  public func samples(atMost seconds: Double = mostSeconds) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await frame in frames() {
      samples += frame.samples
      guard Double(samples.count) <= seconds * Double(AudioFrame.sampleRate) else {
        let reason = "the recording lasts longer than \(seconds / 3600) hours; cut it into pieces"
        throw CaptureError.file(SoundFileError(code: .tooLarge, path: label, reason: reason))
      }
    }
    return samples
  }
}
