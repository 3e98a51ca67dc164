public import Logging

/// An ALSA capture device as a source: any PCM name, 16 kHz mono out whatever the card gives.
///
/// The device is opened by its name and held; what it delivers is converted here, because ALSA's own rate conversion is linear. A
/// device that is lost is opened by its name again, and the same frames go on with a jump in their sample time.
public struct MicrophoneSource: AudioSource {
  /// What becomes of the frames while the device cannot be recorded from.
  ///
  /// A device that may not be opened, or offers no known format, is an error at once in any case; except that one that comes back
  /// may be forbidden for a moment, until the system has given it to its group.
  public enum Unavailability: Sendable {
    /// They end with an error, whenever it happens: for a check, which is to say what is wrong.
    case fail
    /// They end with an error until something was heard, so that a misspelt name is noticed; later they wait.
    case failAtStart
    /// They wait until the device is there: for a service, which may start before its microphone is plugged in.
    case wait
  }

  /// Times and limits.
  public struct Configuration: Equatable, Sendable {
    /// How long an open device may deliver nothing before it is opened again.
    public var stallTimeout = Duration.seconds(5)
    /// The time before a lost device is opened again, which doubles with each attempt.
    public var firstRetry = Duration.milliseconds(100)
    /// The longest time between two attempts, and so before a device that is back is heard.
    public var longestRetry = Duration.seconds(1)
    /// How long a device that has come back may be forbidden before that is an error.
    public var accessGrace = Duration.seconds(10)
    /// Seconds of audio without a condition after which it is over, at least two.
    public var quietSeconds = 5
    /// Seconds of audio that are held for a slow reader; what comes on top of them is dropped.
    ///
    /// Ten are longer than any decoding pause, and short enough that an answer is never about the distant past.
    public var queueSeconds = 10
    /// The channel with what the loudspeaker plays, which is taken out of what is heard; nil if the device has none.
    public var echoReference: EchoReference?
    /// What counts as a fault of the audio itself.
    public var signal = SignalMonitor.Configuration()

    /// The settings used when nothing else is said.
    public init() {}
  }

  /// The PCM name.
  public let label: String
  /// A microphone does not wait for its reader.
  public let isLive = true
  /// What was captured and lost so far, and what is wrong now.
  public let statistics = CaptureStatistics()
  let unavailability: Unavailability
  let configuration: Configuration
  let clock: CaptureClock
  let logger: Logger
  let notify: @Sendable (CaptureEvent) -> Void

  /// A source that records from `device`, an ALSA PCM name such as `default` or `plughw:CARD=Device`.
  ///
  /// - Parameters:
  ///   - device: The name; one with a card's number in it finds another card when numbers change.
  ///   - whenUnavailable: What becomes of the frames while the device cannot be recorded from.
  ///   - configuration: Times and limits.
  ///   - clock: Tells how much audio is missing, and waits.
  ///   - logger: Told of each condition when it begins and when it is over.
  ///   - notify: Called with the same, on the capture thread, which it must not hold up.
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

  /// Opens the device and gives its frames until the iteration ends.
  public func frames() -> AudioFrames {
    let capacity = configuration.queueSeconds * AudioFrame.sampleRate / AudioFrame.sampleCount
    return AudioFrames(capacity: capacity, overflow: .drop, statistics: statistics) { [self] sink throws(CaptureError) in
      var capture = MicrophoneCapture(of: self, into: sink)
      try capture.run()
    }
  }
}
