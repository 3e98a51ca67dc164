import AssistantTestSupport
import Foundation
import NIOCore
import NIOPosix
import Testing
import Vocative
import VocativeControl
import VocativeTestSupport

@Suite("The control socket", .tags(.long))
struct ControlServerTests {
  private func replies(to lines: String, limits: ControlServer.Limits = .init(), isDone: Bool = true) async throws -> [String] {
    let served = try ServedLoop(limits: limits)
    let path = served.path
    return try await served.serving { try await RawClient.exchange(Array(lines.utf8), with: path, isDone: isDone) }
  }

  private func fault(in reply: String?) throws -> ControlFault {
    let reply = try JSONDecoder().decode(ControlReply.self, from: Data((reply ?? "").utf8))
    #expect(!reply.ok)
    return try #require(reply.error)
  }

  @Test("Only its user can open the socket, and the server removes it when it ends")
  func mode() async throws {
    let served = try ServedLoop()
    let path = served.path
    try await served.serving {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(attributes[.type] as? FileAttributeType == .typeSocket)
      let folder = try FileManager.default.attributesOfItem(atPath: (path as NSString).deletingLastPathComponent)
      #expect(folder[.posixPermissions] as? Int == 0o700)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// A loop whose requests may take a tenth of a second.
  private func impatient(_ speaker: HeldSynthesizer) throws -> ServedLoop {
    var limits = ControlServer.Limits()
    limits.request = .milliseconds(100)
    return try ServedLoop(limits: limits, synthesizer: speaker)
  }

  @Test("A request that the client must send again, because the assistant is busy, is not performed later")
  func busy() async throws {
    let speaker = HeldSynthesizer()
    let served = try impatient(speaker)
    let (loop, path) = (served.loop, served.path)
    try await served.serving {
      async let first = loop.trigger("tell me")
      await speaker.begun()
      let request = "{\"command\":\"trigger\",\"text\":\"tell me\"}\n"
      let refused = try await RawClient.exchange(Array(request.utf8), with: path)
      let reply = try JSONDecoder().decode(ControlReply.self, from: Data((refused.first ?? "").utf8))
      #expect(reply.error?.message.contains("try again") == true, "\(refused)")
      speaker.release()
      #expect(try await first.count == 2)
      // This operation would follow the refused one.
      try await loop.say("Done.")
    }
    #expect(speaker.texts == ["I told you.", "Done."])
  }

  @Test("A text that takes longer to say than a request may take is said to its end, and the client must not send it again")
  func longSpeech() async throws {
    let speaker = HeldSynthesizer()
    let served = try impatient(speaker)
    let (loop, path) = (served.loop, served.path)
    try await served.serving {
      let lines = try await RawClient.exchange(Array("{\"command\":\"say\",\"text\":\"Once upon a time.\"}\n".utf8), with: path)
      let reply = try JSONDecoder().decode(ControlReply.self, from: Data((lines.first ?? "").utf8))
      #expect(reply.error?.message.contains("do not send it again") == true, "\(lines)")
      async let next: Void = loop.say("Done.")
      #expect(speaker.texts == ["Once upon a time."])
      speaker.release()
      try await next
    }
    #expect(speaker.texts == ["Once upon a time.", "Done."])
  }

  @Test("The server answers each line with one line, in order, even if the last line has no newline")
  func lines() async throws {
    let replies = try await replies(
      to: """
        {"command":"status"}
        {"command":"mute"}
        {"command":"trigger","text":"tell me"}
        {"command":"unmute"}
        """)
    let decoded = try replies.map { try JSONDecoder().decode(ControlReply.self, from: Data($0.utf8)) }
    #expect(decoded.map(\.ok) == [true, true, true, true])
    #expect(decoded.map { $0.status?.muted } == [false, true, true, false])
    #expect(decoded.map { $0.status?.state } == [.idle, .muted, .muted, .idle])
    let dialogs = decoded[2].events?.compactMap { if case .responded(_, _, let dialog, _) = $0.kind { dialog } else { nil } }
    #expect(dialogs == ["I told you."])
  }

  @Test(
    "An invalid request is answered with the reason, and the next line is still processed",
    arguments: [
      ("sing", "JSON"), ("[]", "JSON"), ("\"status\"", "JSON"), ("{}", "command"), ("{\"command\":7}", "command"),
      ("{\"command\":\"sing\"}", "the commands are: status, mute"), ("{\"command\":\"say\"}", "needs a text"),
      ("{\"command\":\"mute\",\"text\":\"now\"}", "doesn't take a text"), ("{\"command\":\"say\",\"text\":[1]}", "text"),
      ("{\"command\":\"say\",\"text\":\" …\"}", "no words"), ("{\"command\":\"trigger\",\"text\":\"?!\"}", "no words"),
      ("{\"command\":\"status\"", "JSON"), ("\u{0}\u{1}\u{FFFD}", "JSON"), (String(repeating: "[", count: 10_000), "JSON"),
      ("", "JSON"), ("{\"command\":\"shortcuts\",\"action\":\"sing\"}", "the actions are: list, add, edit, delete, suggest"),
      ("{\"command\":\"shortcuts\",\"action\":\"add\"}", "needs \"phrase\""),
      ("{\"command\":\"shortcuts\",\"action\":\"edit\",\"shortcut\":\"a\"}", "needs \"phrase\""),
      ("{\"command\":\"timeline\",\"limit\":0}", "at least 1"),
      ("{\"command\":\"timeline\",\"limit\":\"all\"}", "\"limit\" must be a whole number"),
      ("{\"command\":\"timeline\",\"assistants\":[\"cellar\"]}", "\"cellar\" is not served; those that are: tell"),
      ("{\"command\":\"activities\",\"eligibility\":\"all\"}", "search, prediction, handOff"),
      ("{\"command\":\"pronounce\"}", "needs words"), ("{\"command\":\"pronounce\",\"words\":\"goal\"}", "must be a list"),
      ("{\"command\":\"tune\"}", "needs a calibration"),
      ("{\"command\":\"tune\",\"calibration\":{\"version\":9,\"acoustic_model\":\"\",\"phrases\":[]}}", "\"version\" is 9"),
      (
        "{\"command\":\"tune\",\"calibration\":{\"version\":1,\"acoustic_model\":\"en-us\",\"phrases\":[]}}",
        "uses no tuned thresholds"
      ), ("{\"command\":\"trigger\"}", "cannot wait for a command"),
    ])
  func hostile(line: String, words: String) async throws {
    let replies = try await replies(to: line + "\n{\"command\":\"status\"}\n")
    #expect(replies.count == 2)
    #expect(try fault(in: replies.first).message.contains(words), "\(replies)")
    #expect(replies.last?.contains("\"ok\":true") == true)
  }

  @Test("Bytes that are not text are rejected like any other invalid line")
  func bytes() async throws {
    let served = try ServedLoop()
    let path = served.path
    let replies = try await served.serving {
      try await RawClient.exchange([0xFF, 0xFE, 0x00, 0x0A] + Array("{\"command\":\"status\"}\n".utf8), with: path)
    }
    #expect(replies.count == 2)
    #expect(try fault(in: replies.first).code == "usage")
  }

  @Test("A line that is too long is refused, and the connection is closed")
  func endlessLine() async throws {
    let replies = try await replies(to: String(repeating: "a", count: 1 << 20))
    #expect(replies.count == 1)
    #expect(try fault(in: replies.first).message.contains("16384 bytes"))
  }

  @Test("The number of requests of a connection is limited")
  func manyRequests() async throws {
    var limits = ControlServer.Limits()
    limits.requests = 3
    let replies = try await replies(to: String(repeating: "{\"command\":\"status\"}\n", count: 10), limits: limits)
    #expect(replies.count == 4)
    #expect(try fault(in: replies.last).message.contains("limit of 3 requests"))
  }

  @Test("A client that does not complete its line receives an error and is disconnected")
  func slowLine() async throws {
    var limits = ControlServer.Limits()
    limits.line = .milliseconds(100)
    let replies = try await replies(to: "{\"command\":", limits: limits, isDone: false)
    #expect(replies.count == 1)
    #expect(try fault(in: replies.first).message.contains("no complete request arrived"))
  }

  @Test("Clients beyond the limit are refused until another one disconnects")
  func manyClients() async throws {
    var limits = ControlServer.Limits()
    limits.connections = 2
    // On a busy machine, these clients may be idle for a long time.
    limits.line = .seconds(3600)
    let served = try ServedLoop(limits: limits)
    let path = served.path
    try await served.serving {
      let idle = try [RawClient.connect(to: path), RawClient.connect(to: path)]
      // The server does not accept clients in the order in which they connect.
      for client in idle { try await RawClient.ask("{\"command\":\"status\"}\n", on: client) }
      let refused = try await RawClient.exchange(Array("{\"command\":\"status\"}\n".utf8), with: path)
      #expect(refused.first?.contains("too many clients") == true, "\(refused)")
      idle.forEach { close($0) }
      let isServed = try await eventually {
        (try? await ControlClient(ControlSocket(path: path)).send(.status)) != nil
      }
      #expect(isServed)
    }
  }

  @Test("A client receives each event as it happens, until it disconnects")
  func events() async throws {
    let served = try ServedLoop()
    let (loop, path) = (served.loop, served.path)
    try await served.serving {
      let (events, event) = AsyncStream.makeStream(of: TurnEvent.self)
      let following = Task { try await ControlClient(ControlSocket(path: path)).follow { event.yield($0) } }
      let first = Task { await events.first { if case .responded = $0.kind { true } else { false } } }
      let asking = Task { while !Task.isCancelled { _ = try await loop.trigger("tell me") } }
      #expect(await first.value?.kind == .responded(intent: "Tell", code: .success, dialog: "I told you.", card: nil))
      asking.cancel()
      following.cancel()
      _ = try? await asking.value
      _ = try? await following.value
      let reply = try await ControlClient(ControlSocket(path: path)).send(.status)
      #expect(reply.ok)
    }
  }

  @Test("A failed reload is reported to the client, with its status")
  func reload() async throws {
    let served = try ServedLoop { _ = try IntentsFile.load(path: "/no/such.yaml") }
    let path = served.path
    let fault = try await served.serving {
      await #expect(throws: ControlFault.self) { try await ControlClient(ControlSocket(path: path)).send(.reload) }
    }
    #expect(fault?.message.contains("/no/such.yaml") == true)
    #expect(fault?.exitStatus == .noInput)
  }

  @Test("The server replaces neither a socket in use nor another file at its path")
  func taken() async throws {
    let first = try ServedLoop()
    let second = try ServedLoop(folder: first.folder)
    try await first.serving {
      let error = await #expect(throws: ControlSocketError.self) { try await second.server.run() }
      #expect(error?.reason.contains("another vocatived") == true)
      #expect(error?.exitStatus == .unavailable)
      let reply = try await ControlClient(ControlSocket(path: second.path)).send(.status)
      #expect(reply.ok)
    }
    try first.folder.write("precious", to: "run/control")
    let error = await #expect(throws: ControlSocketError.self) { try await first.server.run() }
    #expect(error?.reason.contains("another file is in its place") == true)
    #expect(error?.exitStatus == .configuration)
    #expect(try String(contentsOfFile: first.path, encoding: .utf8) == "precious")
  }

  @Test("A socket that can't be served at its path is a fault of the configuration, with the folder, the cause and the remedy")
  func unusablePath() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("precious", to: "file")
    for (path, reason) in [
      (folder.path + "/" + String(repeating: "a", count: 100), "its path is too long for a socket; use one of at most"),
      (file + "/control", "its folder \(file) can't be created: Not a directory; use another socket"),
      (file + "/run/control", "its folder \(file)/run can't be created: Not a directory; use another socket"),
    ] {
      let error = await #expect(throws: ControlSocketError.self) { _ = try await ControlSocket(path: path).claim { _ in } }
      #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
      #expect(error?.exitStatus == .configuration)
    }
  }

  @Test("Without a server, the client reports a remedy")
  func noServer() async throws {
    let folder = try TemporaryFolder()
    let error = await #expect(throws: ControlSocketError.self) {
      try await ControlClient(ControlSocket(path: folder.path + "/control")).send(.status)
    }
    #expect(error?.reason.contains("vocatived") == true)
    #expect(error?.exitStatus == .unavailable)
  }

  @Test("A client without an answer reports a timeout", .timeLimit(.minutes(2)))
  func silentDaemon() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/control"
    // The server accepts connections but never reads from them.
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false).bind(unixDomainSocketPath: path).get()
    let error = await #expect(throws: ControlSocketError.self) {
      try await ControlClient(ControlSocket(path: path), limit: .milliseconds(100)).send(.status)
    }
    #expect(error?.reason.contains("did not answer within 0.1 seconds") == true, "\(String(describing: error))")
    try await server.close()
  }
}
