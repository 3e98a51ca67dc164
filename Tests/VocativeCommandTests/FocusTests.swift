import Foundation
import Testing
import VocativeTestSupport

@Suite("The focus of the log", .tags(.long), .serialized)
struct FocusTests {
  @Test("The log follows one feature, and another one after a reload")
  func focus() async throws {
    let program = try VocativeProgram()
    var microphone = try SimulatedMicrophone(
      playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let file = try program.folder.write("focus: notes.Reading\n", to: "focus.yaml")
    let daemon = try await DaemonProcess(
      ["--config", file], device: try microphone.device, speaker: try SimulatedLoudspeaker().device,
      for: program)
    for text in ["how many notes do i have", "what time is it"] {
      #expect(try await program.run("trigger", text).status == 0)
    }
    #expect(
      daemon.messages.contains("notes.Reading.CountNotes: begins: Count notes"),
      "\(daemon.messages)")
    let understood = daemon.messages.split(separator: "\n").first { $0.contains("\"event\":\"understood\"") }
    #expect(understood?.contains("notes.Reading.CountNotes: {\"assistant\":\"notes\"") == true, "\(daemon.messages)")
    #expect(understood?.contains("\"text\":\"how many notes do i have\"") == true, "\(daemon.messages)")
    #expect(!daemon.messages.contains("TellTime"), "\(daemon.messages)")
    #expect(!daemon.messages.contains("info: "), "\(daemon.messages)")
    try program.folder.write("focus: clock\n", to: "focus.yaml")
    #expect(try await program.run("reload").status == 0)
    for text in ["list my notes", "what time is it"] {
      #expect(try await program.run("trigger", text).status == 0)
    }
    #expect(daemon.messages.contains("clock.Telling.TellTime: begins: "), "\(daemon.messages)")
    #expect(!daemon.messages.contains("ListNotes"), "\(daemon.messages)")
    for text in ["set a timer", "cancel"] { _ = try await program.run("trigger", text) }
    #expect(daemon.messages.contains(#/clock\.Timers\.StartTimer: \{.*"event":"asked"/#), "\(daemon.messages)")
    try program.folder.write("focus: clock.Teling\n", to: "focus.yaml")
    #expect(try await program.run("reload").status == 0)
    #expect(
      daemon.messages.contains("warning: \(file):1: \"focus\": \"clock.Teling\" is not an assistant, feature or intent that"),
      "\(daemon.messages)")
    #expect(daemon.messages.contains("did you mean \"clock.Telling\"?"), "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  @Test("A command warns of a focus that is not about its assistants, as the daemon does")
  func commands() async throws {
    let program = try VocativeProgram()
    let request = ["ask", "--assistant", "clock", "what time is it", "--focus"]
    let wrong = try await program.run(request + ["clock.Teling"])
    #expect(wrong.status == 0)
    #expect(
      wrong.error.contains("vocative: warning: --focus: \"clock.Teling\" is not an assistant, feature or intent that is served"),
      "\(wrong.error)")
    #expect(wrong.error.contains("did you mean \"clock.Telling\"?"), "\(wrong.error)")
    #expect(try await !program.run(request + ["clock.Telling"]).error.contains("warning"))
  }
}
