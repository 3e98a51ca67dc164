import AudioSamples
import Synchronization

/// A cache of decoded recordings, up to two hours of audio.
///
/// A benchmark uses each recording in many conditions, and the file is the same in all of them.
public final class RecordingCache: Sendable {
  private struct State {
    var samples: [String: [Int16]] = [:]
    var count = 0
  }

  private let state = Mutex(State())
  private let maxCount: Int

  /// Creates an empty cache.
  ///
  /// - Parameter maxSeconds: The maximum amount of audio, in seconds; a second takes 32 kB.
  public init(maxSeconds: Double = 7200) {
    maxCount = SpeechAudio.samples(in: maxSeconds)
  }

  /// Returns the samples of a file, from the cache or freshly read.
  func samples(of path: String, reading: (String) async throws -> [Int16]) async throws -> [Int16] {
    if let samples = state.withLock({ $0.samples[path] }) { return samples }
    let samples = try await reading(path)
    state.withLock { state in
      guard state.samples[path] == nil, state.count + samples.count <= maxCount else { return }
      state.samples[path] = samples
      state.count += samples.count
    }
    return samples
  }
}
