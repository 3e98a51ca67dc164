import Foundation
import Testing
import VocativeTestSupport

@Suite(
  "vocatived with external Wyoming services", .tags(.long),
  .enabled(if: ReferenceWyomingService.isInstalled, Comment(rawValue: ReferenceWyomingService.reason)),
  .timeLimit(.minutes(10)))
struct ExternalServiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a daemon with settings in a file, whose microphone repeats samples.
  private func daemon(hearing samples: [Int16], on loudspeaker: SimulatedLoudspeaker, settings: String) throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: samples)
    microphone.speed = 1
    microphone.repeats = true
    return try DaemonProcess([
      "--config", folder.write(settings, to: "vocatived.yaml"), "--device", microphone.device, "--output-device",
      loudspeaker.device, "--log-level", "debug",
    ])
  }

  @Test("Commands are transcribed by the service of asr-uri, and answers are spoken by the service of tts-uri")
  func transcriptionAndSpeech() async throws {
    let service = try await ReferenceWyomingService("say Coffee expense.")
    let loudspeaker = SimulatedLoudspeaker()
    let pause = [Int16](repeating: 0, count: 32_000)
    let daemon = try daemon(
      hearing: pause + RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + pause, on: loudspeaker,
      settings: "asr-uri: \(service.uri)\ntts-uri: \(service.uri)\n")
    // The recording contains another command.
    #expect(await eventually { daemon.log.contains(#""event":"understood","intent":"ExpenseLeft""#) }, "\(daemon.log)")
    #expect(await eventually { (try? loudspeaker.samples.count) ?? 0 >= 11_025 })
    // The service speaks each text as a tone.
    let spoken = Array(try loudspeaker.samples.prefix(11_025))
    #expect(abs(SyntheticAudio.frequency(of: spoken, rate: 22_050) - 440) < 2)
    #expect(!daemon.log.contains("local fallback"))
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }

  @Test("Wake phrases are detected by the service of wake-uri")
  func wakePhrases() async throws {
    let service = try await ReferenceWyomingService("wake hey_assistant_v0.1 1.5")
    let silence = [Int16](repeating: 0, count: 16_000)
    let daemon = try daemon(hearing: silence, on: SimulatedLoudspeaker(), settings: "wake-uri: \(service.uri)\n")
    let spotted = #""event":"spotted","phrase":"hey assistant","score":0"#
    #expect(await eventually { daemon.log.contains(spotted) }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }
}
