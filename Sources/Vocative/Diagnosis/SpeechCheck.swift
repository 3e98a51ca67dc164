import ALSA
import VocativeResponse

/// Checks that answers can be spoken: an engine that speaks, and a device to speak on.
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
          "speech engine", "\(engine.program) runs and says nothing", remedy: "sudo apt-get install --reinstall \(engine.package)"
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
      let pcm = try PlaybackPCM(device: device, rate: 16_000)
      return .fine(check, "\(pcm.device) opens")
    } catch {
      return .fault(
        check, "\(error)", remedy: "vocative devices    (then name one with --output-device; without, answers are printed only)")
    }
  }
}
