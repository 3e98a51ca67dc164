import Foundation

/// Notices that the channels of a recording cancel each other out: their mean, which is what is listened to, is all but silent.
struct ChannelCancellation {
  private let channels: Int
  /// Sums of squares, full scale at ±1.
  private var (inChannels, inMean) = (0.0, 0.0)
  private var frames = 0

  /// Decibels below full scale that channels must have before their mean counts as too quiet.
  private static let minLevel = -60.0
  /// Decibels that the mean may be below the channels; of independent noise in two channels it is 3 dB.
  private static let maxLoss = 40.0

  init(channels: Int) { self.channels = channels }

  /// Takes interleaved frames.
  mutating func take(_ interleaved: [Float]) {
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

  /// Whether that is so for all that was taken.
  var isCancelled: Bool {
    guard frames > 0 else { return false }
    let audible = Self.power(Self.minLevel) * Double(frames)
    return inChannels > audible && inMean < inChannels * Self.power(-Self.maxLoss)
  }

  private static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }
}
