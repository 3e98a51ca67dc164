import Foundation
import Testing
import VocativeTestSupport

@Suite("Reloading vocatived", .tags(.long), .serialized)
struct ReloadTests {
  private static func intents(_ phrase: String) -> String {
    "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [\(phrase)]\n    response: Told.\n"
  }

  /// Starts a daemon with a quiet device that counts how often it is opened.
  private static func start(in folder: TemporaryFolder, _ configuration: String) async throws -> (
    DaemonProcess, SimulatedMicrophone
  ) {
    // A microphone that delivers only zeros would become the status after five seconds.
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 16_000).map { $0 / 1000 })
    (microphone.speed, microphone.repeats) = (1, true)
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

  @Test("SIGHUP during a reload that takes long is another reload, which reads what has changed since")
  func hangupDuringReload() async throws {
    let folder = try TemporaryFolder()
    let intents = try folder.write(Self.intents("vacation goal"), to: "first.yaml")
    let (daemon, _) = try await Self.start(in: folder, "intents: \(intents)\n")
    let list = "lists:\n  roses: { values-from: { command: [sh, -c, \"touch begun; sleep 3; echo red\"], every: 1h } }\n"
    try folder.write(Self.intents("\"water the {roses}\"") + list, to: "first.yaml")
    #expect(await eventually { FileManager.default.fileExists(atPath: folder.path + "/begun") }, "\(daemon.log)")
    daemon.signal(SIGHUP)
    #expect(await eventually { daemon.log.contains("reloaded because of SIGHUP") }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  /// Returns the settings that import the home of a server.
  private static func imports(_ port: Int, in folder: TemporaryFolder) throws -> String {
    let token = try folder.write("abc\n", to: "token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    return """
      home-assistant-import: true
      home-assistant-uri: http://127.0.0.1:\(port)
      home-assistant-token-file: \(token)

      """
  }

  @Test(
    "The home of Home Assistant can be chosen before it has been read, and is served once its file exists",
    arguments: ["home", "clock, home"])
  func chosenHome(names: String) async throws {
    let folder = try TemporaryFolder()
    let (daemon, microphone) = try await Self.start(
      in: folder, "assistant: \(names)\n" + Self.imports(try LocalPort().number, in: folder))
    #expect(daemon.log.contains("the assistant \"home\" is served as soon as Home Assistant has been read"), "\(daemon.log)")
    try folder.write(Self.intents("water the roses"), to: "data/vocative/assistants/home.intents.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as"), "\(daemon.log)")
    #expect(await eventually { daemon.log.contains("reloaded because a file has changed") }, "\(daemon.log)")
    let reply = try await RawClient.exchange(
      Array("{\"command\":\"trigger\",\"text\":\"water the roses\"}\n".utf8), with: folder.path + "/run/vocative/control"
    ).joined()
    #expect(reply.contains("\"ok\":true") && reply.contains("Told."), "\(reply)")
    #expect(microphone.openings == 1)
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("A reload follows the home of another Home Assistant, and refuses the settings that a start refuses")
  func otherHomeAssistant() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try LocalPort(), try LocalPort())
    let (daemon, _) = try await Self.start(in: folder, "assistant: money\n" + Self.imports(first.number, in: folder))
    #expect(await first.hasVisitor(), "\(daemon.log)")
    try folder.write("assistant: money\n" + Self.imports(second.number, in: folder), to: "vocatived.yaml")
    #expect(await second.hasVisitor(), "\(daemon.log)")
    try folder.write("assistant: money\nhome-assistant-import: true\n", to: "vocatived.yaml")
    #expect(
      await daemon.tells(
        "STATUS=Reload failed; keeping the current configuration: \(folder.path)/vocatived.yaml:2: \"home-assistant-import\": Home "
          + "Assistant cannot be used: set \"home-assistant-uri\""), "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("However many faults a file has, the message to the service manager is one that systemd does not ignore")
  func manyFaults() async throws {
    let folder = try TemporaryFolder()
    let (daemon, _) = try await Self.start(in: folder, "assistant: money\n")
    try folder.write((0..<100).map { "unknown-setting-\($0): x\n" }.joined(), to: "vocatived.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=Reload failed; keeping the current"), "\(daemon.log)")
    #expect(daemon.told.utf8.count <= 4096)
    #expect(daemon.told.hasSuffix("…"), "\(daemon.told)")
    #expect(daemon.log.contains("unknown key \"unknown-setting-99\""), "the log has all of them")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test(
    "Commands run as the user of handler-user, as another one after a reload, and an unknown one is refused with its line",
    .enabled(if: OtherAccount.isAvailable, Comment(rawValue: OtherAccount.reason)))
  func handlerUser() async throws {
    let folder = try TemporaryFolder()
    folder.admitOtherAccounts()
    let intents = try folder.write(
      "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [tell me]\n    handler: { command: [id, -un] }\n", to: "fourth.yaml"
    )
    func answer() async throws -> String {
      try await RawClient.exchange(
        Array("{\"command\":\"trigger\",\"text\":\"tell me\"}\n".utf8), with: folder.path + "/run/vocative/control"
      ).joined()
    }
    let (daemon, _) = try await Self.start(in: folder, "intents: \(intents)\nhandler-user: nobody\n")
    #expect(await eventually { daemon.log.contains("listening for control requests") }, "\(daemon.log)")
    #expect(try await answer().contains("\"dialog\":\"nobody\""))
    let file = try folder.write("intents: \(intents)\nhandler-user: daemon\n", to: "vocatived.yaml")
    #expect(await daemon.tells("READY=1\nSTATUS=listening as"), "\(daemon.log)")
    #expect(try await answer().contains("\"dialog\":\"daemon\""))
    try folder.write("intents: \(intents)\nhandler-user: no-such-user\n", to: "vocatived.yaml")
    #expect(
      await daemon.tells(
        "STATUS=Reload failed; keeping the current configuration: \(file):2: \"handler-user\": handlers cannot run as "
          + "\"no-such-user\""), "\(daemon.log)")
    #expect(try await answer().contains("\"dialog\":\"daemon\""), "the former user stays")
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
