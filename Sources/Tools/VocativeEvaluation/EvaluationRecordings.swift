public import Logging
import VocativeCapture

/// Reads the recordings of an evaluation, with noise where a condition has some.
public struct EvaluationRecordings: Sendable {
  private let mixer: NoiseMixer?
  private let cache: RecordingCache
  private let logger: Logger

  /// Recordings to which a recording of noise can be added.
  ///
  /// - Parameter cache: Keeps the decoded recordings for another condition.
  /// - Throws: `CaptureError` if the noise cannot be read.
  public init(noise: String?, cache: RecordingCache = RecordingCache(), logger: Logger) async throws {
    self.logger = logger
    self.cache = cache
    if let noise { mixer = NoiseMixer(noise: try await Self.samples(of: noise, logger: logger)) } else { mixer = nil }
  }

  /// A recording at a signal-to-noise ratio in dB; which stretch of noise is added follows from the recording's place.
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
