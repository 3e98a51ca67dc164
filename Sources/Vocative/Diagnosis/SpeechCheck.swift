import ALSA
import AudioSamples
import VocativeResponse

/// Checks that a speech engine speaks and that a playback device opens.
struct SpeechCheck {
  let device: String

  func findings() async -> [Finding] {
    [await engine(), playback()]
  }

  private func engine() async -> Finding {
    do {
      let engine = try SpeechEngine.installed()
      let seconds = try await engine.test()
      guard seconds > 0 else {
        return .fault(
          "speech engine", "\(engine.program) runs but produces no sound",
          remedy: "sudo apt-get install --reinstall \(engine.package)"
        )
      }
      return .fine("speech engine", "\(engine.program) speaks")
    } catch {
      return .fault("speech engine", "\(error)", remedy: "sudo apt-get install \(SpeechEngine.flite.package)")
    }
  }

  private func playback() -> Finding {
    let check = "playback \"\(device)\""
    do {
      let pcm = try PlaybackPCM(device: device, rate: SpeechAudio.sampleRate)
      return .fine(check, "\(pcm.device) opens")
    } catch {
      return .fault(
        check, "\(error)",
        remedy: "vocative devices    (then choose one with --output-device; without one, answers are only printed)")
    }
  }
}
