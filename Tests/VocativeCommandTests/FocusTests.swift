import Foundation
import Testing
import VocativeTestSupport

@Suite("The focus of the daemon", .tags(.long), .serialized)
struct FocusTests {
  @Test("The log follows one feature, and another one after a reload")
  func focus() async throws {
    let program = try VocativeProgram()
    let environment = DaemonProcess.environment(for: program)
    var microphone = try SimulatedMicrophone(
      playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let file = try program.folder.write("focus: notes.Reading\n", to: "focus.yaml")
    let daemon = try await DaemonProcess(
      ["--config", file], device: try microphone.device, speaker: try SimulatedLoudspeaker().device,
      for: program)
    for text in ["how many notes do i have", "what time is it"] {
      #expect(try await program.run("trigger", text, environment: environment).status == 0)
    }
    #expect(
      daemon.messages.contains("notes.Reading.CountNotes: begins: Count notes"),
      "\(daemon.messages)")
    #expect(!daemon.messages.contains("TellTime"), "\(daemon.messages)")
    #expect(!daemon.messages.contains("info: "), "\(daemon.messages)")
    try program.folder.write("focus: clock\n", to: "focus.yaml")
    #expect(try await program.run("reload", environment: environment).status == 0)
    for text in ["list my notes", "what time is it"] {
      #expect(try await program.run("trigger", text, environment: environment).status == 0)
    }
    #expect(daemon.messages.contains("clock.Telling.TellTime: begins: "), "\(daemon.messages)")
    #expect(!daemon.messages.contains("ListNotes"), "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }
}
