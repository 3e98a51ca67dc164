import Foundation
import SystemPackage
import Testing
import VocativeTestSupport

@Suite("The data of Messages on the command line", .tags(.long), .serialized)
struct MessagesDataTests {
  private let program: VocativeProgram

  init() throws { program = try VocativeProgram() }

  @Test("Without data, an assistant that is named uses sample data, and reports that it is not stored; own data takes its place")
  func sampleData() async throws {
    let turns = ["send a message to alex", "the first one", "see you at eight", "yes"]
    for _ in 1...2 {
      let asked = try await program.run(["ask", "--assistant", "messages"] + turns)
      #expect(asked.status == 0 && asked.output.contains("Sent to Alex Carter."), "\(asked)")
      #expect(asked.error.contains("vocative: messages: there is no data yet, so sample data is used"), "\(asked.error)")
    }
    #expect(try await program.run("contacts", "list", "--local").output.isEmpty)
    #expect(try await program.run("ask", "what did mom say").status == 1)
    let sample = try await program.run("ask", "--sample", "what did mom say")
    #expect(sample.status == 0 && !sample.error.contains("sample data"), "\(sample)")
    let added = try await program.run(
      "contacts", "add", "--local", "Grace Lee", "--relationship", "dentist", "--email", "g@example.org")
    #expect(added.status == 0 && added.output == "Grace Lee (grace-lee): dentist, g@example.org\n", "\(added)")
    #expect(try await program.run("ask", "--assistant", "messages", "what did mom say").status == 1)
    #expect(try await program.run("ask", "--assistant", "messages", "what did my dentist say").status == 0)
    let listed = try await program.run("contacts", "--local", "--json")
    #expect(listed.objects.first?["id"] as? String == "grace-lee", "\(listed)")
    #expect(try await program.run("contacts", "remove", "--local", "mom").status == 1)
    #expect(try await program.run("contacts", "remove", "--local", "grace lee").output == "removed\n")
    #expect(try await program.run("contacts", "add", "--local", "💛").status == 65)
  }

  @Test("Messages are received from standard input, and kept; a line that is refused does not affect the others")
  func receiving() async throws {
    let input = """
      {"id":"1","from":"ada@example.org","name":"Ada Byron","text":"Hello"}

      {"id":"1","from":"ada@example.org","text":"Hello"}
      {"text":"secret"}
      {"from":"ada@example.org","text":"\(String(repeating: #"\""#, count: 5500))"}
      {"id":"2","from":"ada@example.org","name":"Ada Byron","text":"Hello again"}
      """
    let received = try await program.run("messages", "receive", "--local", input: Data(input.utf8))
    #expect(received.output == "received\nknown\nreceived\n" && received.status == 65, "\(received)")
    #expect(received.error.contains("line 5: the message needs"), "\(received.error)")
    #expect(received.error.contains("line 4: \"from\" is missing") && !received.error.contains("secret"), "\(received.error)")
    let read = try await program.run("ask", "--assistant", "messages", "read my newest message")
    #expect(read.output.contains("Ada Byron"), "\(read)")
  }

  private func startDaemon() async throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    return try await DaemonProcess(
      [], device: try microphone.device, speaker: try SimulatedLoudspeaker().device, for: program)
  }

  /// The changes of the environment for a program that finds the daemon, and has folders of its own.
  private var ownEnvironment: [String: String] {
    var environment: [String: String] = [:]
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
      environment[variable] = "\(program.folder.path)/own/\(variable)"
    }
    return environment
  }

  private func run(_ arguments: String..., input: Data? = nil) async throws -> VocativeProgram.Outcome {
    try await program.run(arguments, environment: ownEnvironment, input: input)
  }

  @Test("Messages for a daemon that ends meanwhile are refused with status 69, and are not stored elsewhere")
  func endedDaemon() async throws {
    let daemon = try await startDaemon()
    #expect(try await run("contacts", "add", "Hannah Walker", "--email", "hannah@example.org").status == 0)
    let input = try FileDescriptor.pipe()
    _ = fcntl(input.writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
    let environment = ownEnvironment
    async let receiving = program.run(["messages", "receive"], environment: environment, standardInput: input.readEnd)
    try input.writeEnd.writeAll(Data((#"{"from":"hannah@example.org","text":"On my way."}"# + "\n").utf8))
    let isReceived = try await eventually(asking: {
      try await run("trigger", "what did hannah say").output.contains("On my way.")
    })
    #expect(isReceived)
    #expect(await daemon.end() == 0, "\(daemon.messages)")
    try input.writeEnd.writeAll(Data((#"{"from":"hannah@example.org","text":"I am late."}"# + "\n").utf8))
    try input.writeEnd.close()
    let received = try await receiving
    #expect(received.output == "received\n" && received.status == 69, "\(received)")
    #expect(received.error.split(separator: "\n").count { $0.contains("using the running daemon") } == 1, "\(received.error)")
    #expect(received.error.contains("line 2: "), "\(received.error)")
    #expect(!FileManager.default.fileExists(atPath: "\(program.folder.path)/own/XDG_DATA_HOME/vocative/messages.sqlite"))
  }

  @Test("The daemon owns its contacts and messages, and answers with those that were added a moment ago")
  func daemon() async throws {
    let daemon = try await startDaemon()
    #expect(try await run("contacts").output.isEmpty, "a new service has no sample data")
    let added = try await run("contacts", "add", "Hannah Walker", "--email", "hannah@example.org")
    #expect(added.status == 0 && added.error.contains("using the running daemon"), "\(added)")
    let json = Data(#"{"from":"hannah@example.org","text":"On my way."}"#.utf8)
    #expect(try await run("messages", "receive", input: json).output == "received\n")
    #expect(try await run("trigger", "what did hannah say").output.contains("On my way."))
    #expect(try await run("contacts", "--local").output.isEmpty)
    #expect(try await run("contacts", "remove", "hannah walker").output == "removed\n")
    #expect(try await run("contacts", "remove", "hannah walker").status == 1)
    #expect(!daemon.messages.contains("Hannah") && !daemon.messages.contains("On my way"), "\(daemon.messages)")
    #expect(await daemon.end() == 0, "\(daemon.messages)")
  }
}
