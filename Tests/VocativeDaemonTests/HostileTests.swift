import BrokerTestSupport
import Foundation
import Mosquitto
import Testing
import VocativeTestSupport

@Suite("Attacks on vocatived", .tags(.long), .timeLimit(.minutes(15)))
struct HostileTests {
  private func daemon(_ arguments: [String], isJournal: Bool = false) throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    return try DaemonProcess(
      ["--device", microphone.device, "--output-device", SimulatedLoudspeaker().device] + arguments, isJournal: isJournal)
  }

  /// Returns the port that the log mentions in these words.
  private func port(of words: Regex<(Substring, Substring)>, in daemon: DaemonProcess) async throws -> UInt16 {
    #expect(await eventually { daemon.log.contains(words) }, "\(daemon.log)")
    let match = try #require(daemon.log.firstMatch(of: words))
    return try #require(UInt16(match.output.1))
  }

  /// Sends a GET request as a browser does.
  private func get(_ path: String, port: UInt16, token: String) async throws -> String {
    let descriptor = try RawClient.connect(toPort: port)
    defer { close(descriptor) }
    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
    return await RawClient.ask(Array(request.utf8), on: descriptor, until: "\r\n\r\n")
  }

  @Test("Hundreds of idle connections leave descriptors for everything else, and the page answers again")
  func silentConnections() async throws {
    let page = try FreePort.find()
    let daemon = try daemon(["--page-port", "\(page)", "--metrics-address", "127.0.0.1:0"])
    let metrics = try await port(of: /serving metrics at http:\/\/127.0.0.1:(\d+)/, in: daemon)
    #expect(await eventually { daemon.log.contains("the page is at") }, "\(daemon.log)")
    let before = daemon.descriptorCount
    let silent =
      try (0..<400).map { _ in try RawClient.connect(toPort: UInt16(page)) }
      + (0..<60).map { _ in try RawClient.connect(toPort: metrics) }
    defer { for descriptor in silent { close(descriptor) } }
    let control = daemon.folder.path + "/run/vocative/control"
    let status = try await RawClient.exchange(Array("{\"command\":\"status\"}\n".utf8), with: control)
    #expect(status.first?.contains("\"ok\":true") == true, "\(status)")
    // 320 for the page, 16 for the metrics, and a few that serve them. A connection above the limit has a descriptor until it
    // is closed, right after it is accepted.
    let limit = before + 320 + 16 + 16
    #expect(await eventually { daemon.descriptorCount < limit }, "\(daemon.descriptorCount), \(before) before")
    let token = try String(contentsOfFile: daemon.folder.path + "/state/vocative/page-token", encoding: .utf8)
    let answer = try await get("/", port: UInt16(page), token: token.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer.prefix(200))")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("The page always requires a token, which is in a private file and is never logged")
  func pageToken() async throws {
    let page = try FreePort.find()
    let daemon = try daemon(["--page-port", "\(page)", "--log-level", "trace"])
    let file = daemon.folder.path + "/state/vocative/page-token"
    #expect(await eventually { daemon.log.contains("its token is in \(file)") }, "\(daemon.log)")
    let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(!daemon.log.contains(token))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try await get("/", port: UInt16(page), token: "0123456789abcdef").hasPrefix("HTTP/1.1 401"))
    #expect(try await get("/", port: UInt16(page), token: token).hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test(
    "Names from a broker cannot forge log entries or contain escape sequences",
    .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), arguments: [true, false])
  func names(isJournal: Bool) async throws {
    let broker = try await MosquittoBroker()
    let daemon = try daemon(["--mqtt-uri", "mqtt://127.0.0.1:\(broker.port)", "--room", "kitchen"], isJournal: isJournal)
    #expect(await eventually { daemon.log.contains("connected to the broker") }, "\(daemon.log)")
    let client = MosquittoClient(MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "rogue"))
    var events = client.events.makeAsyncIterator()
    client.begin()
    while let event = await events.next(), event != .connected {}
    let evil = #"\u001b[2J\u009b31mevil\r\n<3>vocatived: error: forged\u2028<3>forged too\u202e"#
    let payload = "{\"siteId\":\"kitchen\",\"intents\":[{\"intentId\":\"\(evil)\",\"enable\":false}]}"
    // The daemon may not have subscribed yet.
    let isTold = try await eventually(asking: {
      try client.publish(MosquittoMessage(topic: "hermes/dialogueManager/configure", text: payload))
      return daemon.log.contains("evil")
    })
    #expect(isTold)
    let lines = daemon.log.split(whereSeparator: \.isNewline)
    #expect(!lines.contains { $0.hasPrefix("<3>") || $0.hasPrefix("vocatived: error:") || $0.hasPrefix("forged") }, "\(lines)")
    let steering = daemon.log.unicodeScalars.filter { $0 != "\n" && [.control, .format].contains($0.properties.generalCategory) }
    #expect(steering.isEmpty, "\(steering.map(\.value))")
    client.close()
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }
}
