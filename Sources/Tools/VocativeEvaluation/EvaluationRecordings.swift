public import Logging
import VocativeCapture

/// Reads the recordings of an evaluation and adds the noise of a condition.
public struct EvaluationRecordings: Sendable {
  private let mixer: NoiseMixer?
  private let cache: RecordingCache
  private let logger: Logger

  /// Creates a reader with an optional recording of noise.
  ///
  /// - Parameter cache: Keeps decoded recordings for other conditions.
  /// - Throws: `CaptureError` if the noise cannot be read.
  public init(noise: String?, cache: RecordingCache = RecordingCache(), logger: Logger) async throws {
    self.logger = logger
    self.cache = cache
    if let noise { mixer = NoiseMixer(noise: try await Self.samples(of: noise, logger: logger)) } else { mixer = nil }
  }

  /// Returns a recording at a signal-to-noise ratio in dB; the excerpt of the noise depends only on the recording's index.
  ///
  /// - Throws: `EvaluationManifestError` naming the line whose recording cannot be read.
  public func audio(of entry: EvaluationManifest.Entry, index: Int, ratio: Double?) async throws -> EvaluationAudio {
    let speech: [Int16]
    do {
      speech = try await cache.samples(of: entry.audio) { try await Self.samples(of: $0, logger: logger) }
    } catch let error as CaptureError {
      throw entry.error(error.description)
    }
    guard let ratio, let mixer else { return EvaluationAudio(speech) }
    return EvaluationAudio(speech, mixer: mixer, ratio: ratio, seed: UInt64(index))
  }

  private static func samples(of path: String, logger: Logger) async throws -> [Int16] {
    try await AudioFileSource(path: path, logger: logger).samples()
  }
}
