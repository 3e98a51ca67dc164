import Foundation
import Testing
import VocativeTestSupport

@Suite("vocative assistants", .serialized)
struct AssistantsCommandTests {
  private let program: VocativeProgram
  private let speaker = SimulatedLoudspeaker()

  init() throws {
    program = try VocativeProgram()
  }

  private func run(_ arguments: String...) async throws -> VocativeProgram.Outcome {
    try await program.run(arguments, environment: DaemonProcess.environment(for: program))
  }

  private func install(_ name: String, _ text: String) throws {
    try program.folder.write(text, to: "config/vocative/assistants/\(name).intents.yaml")
  }

  private static func intents(_ phrase: String) -> String {
    "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [\(phrase)]\n    response: Told.\n"
  }

  private func daemon(_ arguments: String...) async throws -> (DaemonProcess, SimulatedMicrophone) {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    microphone.faults = [.overrun(at: Int.max)]
    let daemon = try await DaemonProcess(
      arguments, device: try microphone.device, speaker: try speaker.device, for: program)
    return (daemon, microphone)
  }

  /// The states of the assistants of the daemon, by name.
  private func states() async throws -> [String: String] {
    let outcome = try await run("assistants", "list", "--json")
    return outcome.objects.reduce(into: [:]) { $0[$1["name"] as? String ?? ""] = $1["state"] as? String }
  }

  @Test("Without a daemon, the own assistants are listed, disabled and enabled, and the commands follow")
  func local() async throws {
    try install("garden", Self.intents("water the roses"))
    let list = try await run("assistants")
    #expect(
      list.output
        == "money (built-in): ready\nnotes (built-in): ready\nmessages (built-in): ready\nclock (built-in): ready\n"
        + "garden (file): ready\n")
    #expect(list.error.isEmpty)
    let asked = try await run("ask", "--json", "water the roses", "safe to spend")
    #expect(asked.objects.compactMap { $0["assistant"] as? String } == ["garden", "garden", "money", "money"])
    #expect(try await run("assistants", "disable", "garden").output.contains("garden (file): disabled"))
    #expect(try await run("ask", "water the roses").status == 1)
    #expect(try await run("ask", "--assistant", "garden,money", "water the roses", "safe to spend").status == 0)
    #expect(try await run("assistants", "enable", "garden").output.contains("garden (file): ready"))
    let unknown = try await run("assistants", "enable", "cellar")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("no assistant is called \"cellar\""), "\(unknown.error)")
  }

  @Test("The answer to a question for the assistant is listed and forgotten")
  func choices() async throws {
    try install("garden", Self.intents("list my goals"))
    #expect(try await run("ask", "list my goals", "garden").status == 0)
    let choices = try await run("assistants", "choices")
    #expect(choices.output == "\"list my goals\": garden, not money\n")
    #expect(try await run("assistants", "forget", "list my goals").status == 0)
    #expect(try await run("assistants", "choices", "--json").output.isEmpty)
    #expect(try await run("assistants", "forget", "list my goals").status == 1)
  }

  @Test("Money's recordings are understood as before with all assistants enabled")
  func recordings() async throws {
    let recordings = Recording.all.filter { if case .understood = $0.expectation { true } else { false } }
    try #require(recordings.count >= 20)
    let outcome = try await program.run(
      ["replay", "--json"] + recordings.map(\.path), environment: DaemonProcess.environment(for: program))
    let understood = outcome.objects.filter { $0["event"] as? String == "understood" }
    #expect(understood.allSatisfy { $0["assistant"] as? String == "money" })
    let intents = understood.map { $0["intent"] as? String ?? "" }
    let expected = recordings.map { recording in
      if case .understood(let intent, _) = recording.expectation { intent } else { "" }
    }
    #expect(intents == expected, "\(outcome.error)")
  }

  @Test("A running daemon follows its folder, enables and disables without the microphone, and leaves the others alone")
  func daemonFollows() async throws {
    let (daemon, microphone) = try await daemon()
    #expect(try await run("trigger", "water the roses").status == 1)
    try install("garden", Self.intents("water the roses"))
    #expect(await eventually { try await states()["garden"] == "ready" }, "\(daemon.messages)")
    #expect(try await run("trigger", "water the roses").status == 0)

    let disabled = try await run("assistants", "disable", "garden")
    #expect(disabled.error.contains("the assistants of the daemon at"), "\(disabled.error)")
    #expect(try await states()["garden"] == "stopped")
    #expect(try await run("trigger", "water the roses").status == 1)
    #expect(try await run("assistants", "enable", "garden").status == 0)
    #expect(try await run("trigger", "water the roses").status == 0)

    try install("garden", "wake: [hey assistant]\nintentz: {}\n")
    #expect(await eventually { try await states()["garden"] == "failed" }, "\(daemon.messages)")
    #expect(daemon.messages.contains("garden.intents.yaml:2: "), "\(daemon.messages)")
    #expect(try await run("trigger", "safe to spend").status == 0)
    #expect(microphone.openings == 1)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }

  private func eventually(_ condition: () async throws -> Bool) async -> Bool {
    for _ in 0..<200 {
      if (try? await condition()) == true { return true }
    }
    return false
  }
}
