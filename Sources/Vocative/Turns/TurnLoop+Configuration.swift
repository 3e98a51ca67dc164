public import VocativeDetection
public import VocativeResponse
public import VocativeUnderstanding

extension TurnLoop {
  /// The settings of a turn loop.
  public struct Configuration: Sendable {
    /// The settings of speech and keyphrase detection.
    public var detection = Detector.Configuration()
    /// The settings of command decoding and acceptance.
    public var recognition = CommandRecognizer.Configuration()
    /// The maximum wait for a command after the wake phrase or a question, in seconds.
    public var commandTimeout = 6.0
    /// The maximum length of a command in seconds.
    public var longestCommand = 10.0
    /// The time in seconds after a wake phrase during which the same phrase is not a new call.
    ///
    /// One second is longer than the pause before a repeated call and than a room's echo. A person who is not heard waits longer
    /// before the next attempt.
    public var refractoryTime = 1.0
    /// The time in seconds for which the room echoes after speaking.
    public var echoTail = 0.3
    /// The maximum duration of speaking.
    public var speechLimit = Duration.seconds(60)
    /// The maximum wait for a fallback's answer.
    ///
    /// This is an upper bound: a fallback over a network has shorter limits of its own.
    public var fallbackLimit = Duration.seconds(60)
    /// The stop words for interrupting an answer; nil to not listen while speaking.
    public var bargeIn: BargeIn?
    /// The tone that asks for a command if a pause follows the wake phrase; nil for none.
    public var earcon: Earcon?

    /// Creates the default settings.
    public init() {}
  }
}
