import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Sound devices")
struct SoundDevicesTests {
  @Test("The device without sound, which ALSA always has, is not offered")
  func noNull() throws {
    try SoundSystem.prepare()
    let devices = SoundDevices.present()
    #expect(!devices.pcms.contains { $0.name == "null" } && !devices.lines.contains { $0.contains("null") }, "\(devices.lines)")
  }

  /// Whether no sound card works here; otherwise there is no advice.
  private static var needsAdvice: Bool {
    get throws {
      try SoundSystem.prepare()
      return !SoundDevices.present().canRecord
    }
  }

  @Test(
    "Cards that the user may not open are distinguished from missing ones",
    .enabled(if: try needsAdvice, "a sound card of this computer works"), arguments: [true, false])
  func denied(isReadable: Bool) throws {
    try SoundSystem.prepare()
    let folder = try TemporaryFolder()
    try folder.write("", to: "controlC0")
    let devices = SoundDevices.present(in: folder.path) { _ in isReadable }
    let advice = try #require(devices.lines.last)
    #expect(advice.contains("sudo usermod -aG audio $USER") == !isReadable)
    #expect(advice.contains("Plug in a microphone") == isReadable)
  }
}
