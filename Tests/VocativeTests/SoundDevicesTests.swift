import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Sound devices")
struct SoundDevicesTests {
  @Test("Cards that the user may not open are distinguished from missing ones", arguments: [true, false])
  func denied(isReadable: Bool) throws {
    try SoundSystem.prepare()
    let folder = try TemporaryFolder()
    try folder.write("", to: "controlC0")
    let devices = SoundDevices.present(in: folder.path) { _ in isReadable }
    // A computer with a sound card that works gets no advice.
    guard !devices.canRecord else { return }
    let advice = try #require(devices.lines.last)
    #expect(advice.contains("sudo usermod -aG audio $USER") == !isReadable)
    #expect(advice.contains("Plug in a microphone") == isReadable)
  }
}
