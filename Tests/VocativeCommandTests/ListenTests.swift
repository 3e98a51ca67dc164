import Foundation
import Testing
import VocativeTestSupport

@Suite("Listening", .tags(.lone))
struct ListenTests {
  @Test("A request at an ALSA device is answered, and the counts show that no audio was lost")
  func listen() async throws {
    let program = try VocativeProgram()
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    var microphone = try SimulatedMicrophone(playing: request)
    // Real-time speed, because an unoptimized build on a slow machine has to keep up.
    microphone.speed = 1
    let device = try microphone.device
    let outcome = try await program.run("listen", "--device", device, "--duration", "5")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.hasPrefix("listening to"))
    #expect(outcome.output.contains("understood \"vacation goal\" as GoalProgress"))
    #expect(outcome.output.contains("0 overruns, 0 dropped"))
    #expect(!outcome.output.contains("\u{1B}"), "the output has no terminal codes without a terminal")
  }
}
