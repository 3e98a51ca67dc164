import Logging
import Vocative
import VocativeWyoming

extension DaemonConfiguration {
  /// The control of the daemon's speech.
  ///
  /// - Throws: `SpeechError` without a speech engine, `SettingError` for a voice that the engine does not have.
  func speechControl(logger: Logger) throws -> SpeechControl {
    let engine = try SpeechEngine.installed()
    var abilities = SpeechControl.Abilities(of: engine)
    if self.speechService != nil {
      abilities = SpeechControl.Abilities(voices: [self.speechVoice].compactMap(\.self), hasSpeed: false)
    } else if let voice = self.speechVoice {
      do { try engine.require(voice) } catch { throw located(error, at: [Settings.all.speechVoice]) }
    }
    let style = SpeechStyle(volume: self.speechVolume, speed: self.speechSpeed, voice: self.speechVoice)
    return SpeechControl(configured: style, abilities: abilities, file: .user, logger: logger)
  }

  /// The synthesizer for answers.
  func synthesizer(_ control: SpeechControl, logger: Logger) throws -> SpeakingSynthesizer {
    let (engine, output) = (try SpeechEngine.installed(), SpeakingSynthesizer.Output.device(self.outputDevice))
    let style: @Sendable () -> SpeechStyle = { control.style }
    guard let speechService = self.speechService else {
      return SpeakingSynthesizer(engine: engine, output: output, style: style)
    }
    return SpeakingSynthesizer(service: speechService, fallback: engine, output: output, style: style, logger: logger)
  }
}
