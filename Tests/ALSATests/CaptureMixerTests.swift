import ALSA
import Testing
import VocativeTestSupport

@Suite("Mixers", .timeLimit(.minutes(10)))
struct CaptureMixerTests {
  init() throws {
    try SoundSystem.prepare()
  }

  @Test("Inputs that are not selected, and boosts, are not among the controls that silence a card")
  func controls() throws {
    let controls = try CaptureControl.all(of: "mixer")
    #expect(controls.map(\.name) == ["Capture", "Digital"])
    #expect(controls.map(\.isOn) == [true, false])
    #expect(controls.map(\.volume) == [0, 0.5])
  }

  @Test("A card without a mixer is an error with its name")
  func missing() {
    let error = #expect(throws: ALSAError.self) { _ = try CaptureControl.all(of: "nowhere") }
    #expect(error?.device == "nowhere")
  }
}
