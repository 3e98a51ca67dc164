import Foundation

/// Why a repetition is asked for again.
public enum RepetitionFault: Equatable, Sendable, CustomStringConvertible {
  /// Nobody spoke.
  case nothingHeard
  /// The loudest moments are cut off.
  case clipped(samples: Int)
  /// It is too quiet to be heard well; root mean square in dBFS.
  case tooQuiet(level: Double)
  /// It is hardly louder than the room; dB above it.
  case drowned(ratio: Double)
  /// It is shorter than any phrase; seconds.
  case tooShort(seconds: Double)
  /// It is longer than the phrase: something else was said too; seconds.
  case tooLong(seconds: Double)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .nothingHeard: "nothing was heard; speak towards the microphone"
    case .clipped(let samples):
      "it clips (\(samples) samples at full scale); step back, or turn the microphone down with: alsamixer -V capture"
    case .tooQuiet(let level):
      String(format: "it is too quiet (%.0f dBFS); come nearer, or turn the microphone up with: alsamixer -V capture", level)
    case .drowned(let ratio):
      String(format: "it is only %.0f dB louder than the room; come nearer, or wait until the noise is over", ratio)
    case .tooShort(let seconds): String(format: "that was a noise of %.1f s and no phrase", seconds)
    case .tooLong(let seconds): String(format: "that was %.1f s; say the phrase alone, with silence before and after it", seconds)
    }
  }
}
