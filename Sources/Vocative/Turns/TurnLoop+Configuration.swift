public import VocativeDetection
public import VocativeResponse
public import VocativeUnderstanding

extension TurnLoop {
  /// The stages of the pipeline around an assistant.
  ///
  /// Not `Sendable`, because a recognizer is not: make the stages for one loop.
  public struct Stages {
    /// The recognition data.
    public var model: RecognitionModel
    /// Speaks the answers.
    public var synthesizer: any Synthesizer
    /// The recognizer for commands; nil for PocketSphinx with the model.
    public var recognizer: (any UtteranceRecognizer)?
    /// A service that finds the wake phrases while it answers; nil for the loop's own detector.
    public var wakeWords: (any WakeWordService)?
    /// The fallback for utterances that are not understood; nil for none.
    public var fallback: (any UtteranceFallback)?
    /// Decides which of several loops that hear the same person answers; nil if there is only one.
    public var arbiter: (any TurnArbiter)?

    /// Creates stages without external services.
    public init(model: RecognitionModel, synthesizer: any Synthesizer) {
      self.model = model
      self.synthesizer = synthesizer
    }
  }

  /// The settings of a turn loop.
  public struct Configuration: Sendable {
    /// The settings of speech and keyphrase detection.
    public var detection = Detector.Configuration()
    /// The settings of command decoding and acceptance.
    public var recognition = CommandRecognizer.Configuration()
    /// The patience at the end of a sentence, which lengthens or shortens the pauses of `detection`.
    public var patience = Patience.usual
    /// The file with tuned thresholds, which is watched while the loop listens; nil for predicted thresholds.
    public var calibration: SpottingCalibrationFile?
    /// The file with the mute state, which is kept up to date; nil to start unmuted.
    public var mute: MuteFile?
    /// The maximum wait for a command after the wake phrase or a question, in seconds.
    public var commandTimeout = 6.0
    /// The maximum length of a command in seconds.
    public var maxCommandDuration = 10.0
    /// The time in seconds after a wake phrase during which the same phrase is not a new call.
    ///
    /// One second is longer than the pause before a repeated call and than a room's echo. A person who is not heard waits longer
    /// before the next attempt.
    public var refractoryTime = 1.0
    /// The time in seconds for which the room echoes after speaking.
    public var echoTail = 0.3
    /// The maximum duration of speaking.
    ///
    /// The engine and the loudspeaker have limits of their own, so it only ends speech that no listener waits for. A long list, spoken
    /// slowly, takes several minutes.
    public var speechLimit = Duration.seconds(1800)
    /// The maximum wait for a fallback's answer.
    ///
    /// This is an upper bound: a fallback over a network has shorter limits of its own.
    public var fallbackLimit = Duration.seconds(60)
    /// The pause between two rounds of ringing, in which stop words are heard best.
    public var ringingPause = Duration.seconds(2)
    /// The stop words for interrupting an answer; nil to not listen while speaking.
    public var bargeIn: BargeIn?
    /// The tone that asks for a command if a pause follows the wake phrase; nil for none.
    public var earcon: Earcon?

    /// Creates the default settings.
    public init() {}
  }
}
