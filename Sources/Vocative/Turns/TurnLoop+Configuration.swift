public import VocativeDetection
public import VocativeResponse
public import VocativeUnderstanding

extension TurnLoop {
  /// Times and settings.
  public struct Configuration: Sendable {
    /// How speech and keyphrases are found.
    public var detection = Detector.Configuration()
    /// How commands are decoded and when they are believed.
    public var recognition = CommandRecognizer.Configuration()
    /// Seconds a command may be waited for after the wake phrase or a question.
    public var commandTimeout = 6.0
    /// Seconds one command may last.
    public var longestCommand = 10.0
    /// Seconds after a wake phrase in which the same one is no new call.
    ///
    /// One second is longer than the breath between two calls of somebody who repeats himself, and than a room echoes; who was not
    /// heard waits longer before he tries again.
    public var refractoryTime = 1.0
    /// Seconds after speaking during which the room still echoes.
    public var echoTail = 0.3
    /// How long speaking may take.
    public var speechLimit = Duration.seconds(60)
    /// How long somebody else may take to answer what was not understood.
    ///
    /// The last word on it: who answers over a network has shorter limits of his own.
    public var fallbackLimit = Duration.seconds(60)
    /// The words that end an answer while it is spoken; nil not to listen while speaking.
    public var bargeIn: BargeIn?
    /// The tone that says, when a pause follows the wake phrase, that a command is waited for; nil for none.
    public var earcon: Earcon?

    /// The settings used when nothing else is said.
    public init() {}
  }
}
