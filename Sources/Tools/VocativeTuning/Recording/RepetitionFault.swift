import Foundation

/// The reason a repetition is rejected.
public enum RepetitionFault: Equatable, Sendable, CustomStringConvertible {
  /// No speech was detected.
  case nothingHeard
  /// The loudest moments are clipped.
  case clipped(samples: Int)
  /// The speech is too quiet; the level is the root mean square in dBFS.
  case tooQuiet(level: Double)
  /// The speech is hardly louder than the room; the ratio is in dB.
  case drowned(ratio: Double)
  /// The speech is shorter than any phrase; the duration is in seconds.
  case tooShort(seconds: Double)
  /// The speech is longer than the phrase, so it has other speech as well; the duration is in seconds.
  case tooLong(seconds: Double)

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .nothingHeard: "no speech was detected; speak towards the microphone"
    case .clipped(let samples):
      "the recording clips (\(samples) samples at full scale); step back, or turn the microphone down with: alsamixer -V capture"
    case .tooQuiet(let level):
      String(
        format: "the recording is too quiet (%.0f dBFS); come closer, or turn the microphone up with: alsamixer -V capture", level
      )
    case .drowned(let ratio):
      String(format: "the speech is only %.0f dB louder than the room; come closer, or wait until the noise stops", ratio)
    case .tooShort(let seconds): String(format: "the sound lasted only %.1f s, which is too short for a phrase", seconds)
    case .tooLong(let seconds):
      String(format: "the speech lasted %.1f s; say only the phrase, with silence before and after it", seconds)
    }
  }
}
