public import Vocative
public import VocativeTuning

/// The operations of an owner on the page of a program: those of the control socket, as forms.
public struct PageOwner: Sendable {
  /// The devices of the program.
  public struct Devices: Equatable, Sendable {
    /// The device to record from.
    public var input: String
    /// The device to speak on.
    public var output: String

    /// Creates devices.
    public init(input: String, output: String) { (self.input, self.output) = (input, output) }
  }

  /// Uses another device for recording, for playback, or both, from the next start on; nil for no change.
  public typealias DeviceChange = @Sendable (_ input: String?, _ output: String?) async throws -> Void

  let loop: TurnLoop
  let speech: SpeechControl
  let devices: Devices
  let model: RecognitionModel
  /// Tunes wake phrases with the microphone of the loop.
  public var tuning: TuningSession
  /// Lists, enables and disables assistants; nil if the program does not manage them.
  public var assistants: (any AssistantControl)?
  /// Returns the devices of the next start.
  public var chosenDevices: @Sendable () async -> Devices
  /// Uses other devices; nil if they cannot be changed.
  public var changeDevices: DeviceChange?
  /// Restarts the program; nil if it cannot.
  public var restart: (@Sendable () -> Void)?

  /// Creates the operations for a turn loop.
  ///
  /// - Parameters:
  ///   - devices: The devices in use.
  ///   - model: The model whose phones a pronunciation has.
  public init(loop: TurnLoop, speech: SpeechControl, devices: Devices, model: RecognitionModel) {
    (self.loop, self.speech, self.devices, self.model) = (loop, speech, devices, model)
    chosenDevices = { devices }
    tuning = TuningSession(loop: loop, model: model)
  }
}
