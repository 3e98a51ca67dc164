import Foundation

/// Detects a recording whose channels cancel each other out, so that their mean is almost silent.
struct ChannelCancellation {
  private let channels: Int
  /// Sums of squares, full scale at ±1.
  private var (inChannels, inMean) = (0.0, 0.0)
  private var frames = 0

  /// The minimum level of the channels, in dBFS, for their mean to be judged.
  private static let minLevel = -60.0
  /// The maximum loss of level in the mean, in dB; independent noise in two channels loses 3 dB.
  private static let maxLoss = 40.0

  init(channels: Int) { self.channels = channels }

  /// Adds interleaved frames.
  mutating func process(_ interleaved: [Float]) {
    guard channels > 1 else { return }
    for start in stride(from: 0, to: interleaved.count / channels * channels, by: channels) {
      var (sum, squares) = (0.0, 0.0)
      for sample in interleaved[start..<start + channels] {
        sum += Double(sample)
        squares += Double(sample) * Double(sample)
      }
      let mean = sum / Double(channels)
      inChannels += squares / Double(channels)
      inMean += mean * mean
      frames += 1
    }
  }

  /// Whether the channels cancel each other out over all frames so far.
  var isCancelled: Bool {
    guard frames > 0 else { return false }
    let audible = Self.power(Self.minLevel) * Double(frames)
    return inChannels > audible && inMean < inChannels * Self.power(-Self.maxLoss)
  }

  private static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }
}
