public import Logging

/// An ALSA capture device as an audio source: accepts any PCM name and always delivers 16 kHz mono.
///
/// The device is opened by name and kept open. Its audio is converted here, because ALSA's own rate conversion is linear. A lost
/// device is opened by name again, and the frames continue with a jump in their sample time.
public struct MicrophoneSource: AudioSource {
  /// The behaviour of the frames while the device is unavailable.
  ///
  /// A device that denies access fails immediately in every case. The exception is a device that has just come back, which may deny
  /// access until udev has assigned it to its group. A device that cannot record as required counts as unavailable: a name may select
  /// another device for a while, as `default` does while a device is unplugged, and a card number while the computer starts.
  public enum Unavailability: Sendable {
    /// The frames always end with an error; for checks that report the reason.
    case fail
    /// The frames end with an error until audio has been captured, which reveals a misspelt name; after that they wait.
    case failAtStart
    /// The frames wait until the device is available; for a service that may start before its microphone is plugged in.
    case wait
  }

  /// Times and limits.
  public struct Configuration: Equatable, Sendable {
    /// How long an open device may deliver no audio before it is opened again.
    public var stallTimeout = Duration.seconds(5)
    /// The delay before a lost device is opened again; it doubles with each attempt.
    public var firstRetryDelay = Duration.milliseconds(100)
    /// The maximum delay between two attempts, and so the maximum delay after a device has come back.
    public var maxRetryDelay = Duration.seconds(1)
    /// How long a device that has come back may deny access before the capture fails.
    public var accessGrace = Duration.seconds(10)
    /// Seconds of audio without a condition after which its episode ends; at least two.
    public var quietSeconds = 5
    /// Seconds of audio that are held for a slow reader; further audio is dropped.
    ///
    /// Ten seconds are longer than any pause for decoding, and short enough to keep answers current.
    public var queueSeconds = 10
    /// The channel with the loudspeaker's signal, which is removed from the audio; nil if the device has none.
    public var echoReference: EchoReference?
    /// The limits for faults of the audio itself.
    public var signal = SignalMonitor.Configuration()

    /// Creates the default configuration.
    public init() {}
  }

  /// The PCM name.
  public let label: String
  /// Whether the source is live: always true, because a microphone does not wait for its reader.
  public let isLive = true
  /// Counts of captured and lost audio, and the current conditions.
  public let statistics = CaptureStatistics()
  let unavailability: Unavailability
  let configuration: Configuration
  let clock: CaptureClock
  let logger: Logger
  let notify: @Sendable (CaptureEvent) -> Void

  /// Creates a source that records from `device`, an ALSA PCM name such as `default` or `plughw:CARD=Device`.
  ///
  /// - Parameters:
  ///   - device: The PCM name. A name with a card number may select another card when the numbers change.
  ///   - whenUnavailable: The behaviour of the frames while the device is unavailable.
  ///   - configuration: Times and limits.
  ///   - clock: Measures missing audio, and waits.
  ///   - logger: Logs the start and end of each condition.
  ///   - notify: Receives the same events on the capture thread, which it must not block.
  public init(
    device: String, whenUnavailable: Unavailability = .failAtStart, configuration: Configuration = Configuration(),
    clock: CaptureClock = .monotonic, logger: Logger, notify: @escaping @Sendable (CaptureEvent) -> Void = { _ in }
  ) {
    label = device
    unavailability = whenUnavailable
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    self.notify = notify
  }

  /// Opens the device and returns its frames until the iteration ends.
  public func frames() -> AudioFrames {
    let capacity = configuration.queueSeconds * AudioFrame.sampleRate / AudioFrame.sampleCount
    return AudioFrames(capacity: capacity, overflow: .drop, statistics: statistics) { [self] sink throws(CaptureError) in
      var capture = MicrophoneCapture(of: self, into: sink)
      try capture.run()
    }
  }
}
