import SampleRate
import SpeexDSP

/// A channel on which a capture device records what the loudspeaker plays, as devices with a loopback do.
///
/// Only such a channel goes by the microphone's own clock. When generic hardware plays what a program has handed over is not known
/// closely enough to take it out.
public struct EchoReference: Equatable, Sendable {
  /// The channel, counted from 0.
  public var channel: Int
  /// How many channels the device is opened with.
  public var channels: Int

  /// A channel of so many.
  public init(channel: Int, of channels: Int) {
    self.channel = channel
    self.channels = channels
  }

  /// A channel of so many as people write it, such as `1/2`; nil if the text says something else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let channel = parts[0], let channels = parts[1], channels > 1, (0..<channels).contains(channel) else {
      return nil
    }
    self.init(channel: channel, of: channels)
  }
}

/// Takes the echo out of frames, with the reference at the device's own rate.
struct EchoRemoval: ~Copyable {
  private let canceller = EchoCanceller(rate: AudioFrame.sampleRate, frameSamples: AudioFrame.sampleCount)
  private var converter: SampleRateConverter?
  private var played: [Int16] = []

  init(rate: Int) throws(SampleRateError) {
    converter = rate == AudioFrame.sampleRate ? nil : try SampleRateConverter(from: rate, to: AudioFrame.sampleRate)
  }

  /// Takes what was played, full scale at ±1, while what is cleaned next was heard.
  mutating func append(_ reference: [Float], isLast: Bool) throws(SampleRateError) {
    let converted = try converter?.convert(reference, isLast: isLast) ?? reference
    played += converted.samples
  }

  /// The next samples of what was heard, without the echo.
  mutating func clean(_ heard: [Int16]) -> [Int16] {
    defer { played.removeFirst(min(heard.count, played.count)) }
    return canceller.cancel(Array(played.prefix(heard.count)), from: heard)
  }
}
