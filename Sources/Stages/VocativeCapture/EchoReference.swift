import SampleRate
import SpeexDSP

/// A channel on which a capture device records the loudspeaker's signal, as devices with a loopback do.
///
/// Only such a channel shares the microphone's clock. On generic hardware, the playback time of a sample is not known precisely
/// enough for echo cancellation.
public struct EchoReference: Equatable, Sendable {
  /// The channel, counted from 0.
  public var channel: Int
  /// The number of channels to open the device with.
  public var channels: Int

  /// More channels than any sound card has.
  private static let maxChannels = 32

  /// Creates a reference to a channel.
  public init(channel: Int, of channels: Int) {
    self.channel = channel
    self.channels = channels
  }

  /// Parses a channel and a count of 2 to 32 channels, such as `1/2`; returns nil for any other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let channel = parts[0], let channels = parts[1], (2...Self.maxChannels).contains(channels),
      (0..<channels).contains(channel)
    else { return nil }
    self.init(channel: channel, of: channels)
  }
}

/// Removes the echo from frames; the reference has the device's own rate.
struct EchoRemoval: ~Copyable {
  private let canceller = EchoCanceller(rate: AudioFrame.sampleRate, frameSamples: AudioFrame.sampleCount)
  private var converter: SampleRateConverter?
  private var played: [Int16] = []

  init(rate: Int) throws(SampleRateError) {
    converter = rate == AudioFrame.sampleRate ? nil : try SampleRateConverter(from: rate, to: AudioFrame.sampleRate)
  }

  /// Adds the loudspeaker's signal, full scale at ±1, for the microphone samples that are cleaned next.
  mutating func append(_ reference: [Float], isLast: Bool) throws(SampleRateError) {
    let converted = try converter?.convert(reference, isLast: isLast) ?? reference
    played += converted.samples
  }

  /// Returns the next microphone samples without the echo.
  mutating func clean(_ heard: [Int16]) -> [Int16] {
    defer { played.removeFirst(min(heard.count, played.count)) }
    return canceller.cancel(Array(played.prefix(heard.count)), from: heard)
  }
}
