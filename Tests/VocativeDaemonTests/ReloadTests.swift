import Foundation
import Testing
import VocativeTestSupport

@Suite("Reloading vocatived", .tags(.long), .serialized)
struct ReloadTests {
  private static func intents(_ phrase: String) -> String {
    "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [\(phrase)]\n    response: Told.\n"
  }

  /// Starts a daemon with a silent device that counts how often it is opened.
  private static func start(in folder: TemporaryFolder, _ configuration: String) async throws -> (
    DaemonProcess, SimulatedMicrophone
  ) {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    microphone.faults = [.overrun(at: Int.max)]
    let file = try folder.write(configuration, to: "vocatived.yaml")
    let daemon = try DaemonProcess(
      ["--config", file, "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device], in: folder)
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    return (daemon, microphone)
  }

  @Test(
    "A changed intents file is applied while the microphone stays open, and an invalid one is reported once")
  func intentsFile() async throws {
    let folder = try TemporaryFolder()
    let intents = try folder.write(Self.intents("vacation goal"), to: "first.yaml")
    let (daemon, microphone) = try await Self.start(in: folder, "intents: \(intents)\n")
    try folder.write(Self.intents("coffee expense"), to: "first.yaml")
    #expect(await daemon.tells("RELOADING=1"), "\(daemon.log)")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as \"first\""), "\(daemon.log)")

    try folder.write("wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [\"{nothing} goal\"]\n", to: "first.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=Reload failed; keeping the current configuration: \(intents):"), "\(daemon.log)")
    try folder.write(Self.intents("vacation goal"), to: "first.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as \"first\""), "\(daemon.log)")

    #expect(daemon.log.components(separatedBy: "error: Reload failed").count == 2, "\(daemon.log)")
    #expect(microphone.openings == 1)
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("SIGHUP and a changed file apply the configuration, and an invalid one is not applied")
  func configuration() async throws {
    let folder = try TemporaryFolder()
    let intents = try folder.write(Self.intents("vacation goal"), to: "second.yaml")
    let (daemon, microphone) = try await Self.start(in: folder, "assistant: money\n")
    daemon.signal(SIGHUP)
    #expect(await daemon.tells("RELOADING=1"), "\(daemon.log)")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as \"money\""), "\(daemon.log)")

    try folder.write("intent: \(intents)\n", to: "vocatived.yaml")
    #expect(await daemon.tells("unknown key \"intent\"; did you mean \"intents\"?"), "\(daemon.log)")
    try folder.write("intents: \(intents)\nmodel: /elsewhere\n", to: "vocatived.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as \"second\""), "\(daemon.log)")
    #expect(daemon.log.contains("the new \"model\" takes effect at the next start"), "\(daemon.log)")

    // The daemon also watches an intents file that was configured after the start.
    try folder.write("nonsense\n", to: "second.yaml")
    #expect(await daemon.tells("Reload failed; keeping the current configuration: \(intents):"), "\(daemon.log)")

    #expect(!daemon.log.contains("vocatived: debug: "), "\(daemon.log)")
    try folder.write("log-level: debug\n", to: "vocatived.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as all enabled assistants"), "\(daemon.log)")
    daemon.signal(SIGHUP)
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    #expect(daemon.log.contains("vocatived: debug: "), "\(daemon.log)")
    #expect(microphone.openings == 1)
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("An intents file with phrases that cannot be spoken is not applied")
  func unspeakable() async throws {
    let folder = try TemporaryFolder()
    let intents = try folder.write(Self.intents("vacation goal"), to: "third.yaml")
    let (daemon, _) = try await Self.start(in: folder, "intents: \(intents)\n")
    try folder.write(Self.intents("\"vacation 北京\""), to: "third.yaml")
    #expect(await daemon.tells("STATUS=Reload failed; keeping the current configuration: \(intents):4: the word"))
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }
}
