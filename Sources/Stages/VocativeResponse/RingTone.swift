import AudioSamples
import Foundation

/// The tone of a timer or an alarm: three short beeps, which grow louder in the first rounds.
///
/// The beeps have two high partials, where music and voices have little energy and small loudspeakers are loudest.
public struct RingTone: Equatable, Sendable {
  /// The number of the round, from 0.
  public let round: Int

  /// The duration of a beep and of the gap after it, in seconds.
  private static let beep = 0.16
  private static let gap = 0.09
  private static let beeps = 3
  private static let fade = 0.008
  /// The frequencies of the partials in Hz, with their shares of the amplitude.
  private static let partials = [(frequency: 1046.5, share: 0.6), (frequency: 3139.5, share: 0.4)]
  /// The peak amplitudes of the first rounds; the last one applies to all further rounds.
  private static let amplitudes = [0.25, 0.5, 0.95]

  /// Creates the tone of a round.
  public init(round: Int = 0) { self.round = max(round, 0) }

  /// The peak amplitude, as a share of full scale.
  private var amplitude: Double { Self.amplitudes[min(round, Self.amplitudes.count - 1)] }

  /// The tone as mono samples.
  public var speech: SpeechEngine.Speech {
    let rate = SpeechAudio.sampleRate
    let (beep, gap) = (Int(Self.beep * Double(rate)), Int(Self.gap * Double(rate)))
    let sound = (0..<beep).map { index -> Int16 in
      let time = Double(index) / Double(rate)
      let edge = min(Double(min(index, beep - 1 - index)) / (Self.fade * Double(rate)), 1)
      let wave = Self.partials.reduce(0) { $0 + $1.share * sin(2 * .pi * $1.frequency * time) }
      return Int16(32_767 * amplitude * edge * wave)
    }
    let silence = [Int16](repeating: 0, count: gap)
    return SpeechEngine.Speech(samples: (0..<Self.beeps).flatMap { _ in sound + silence }, rate: rate, followsVolume: false)
  }
}
