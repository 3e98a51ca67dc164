import BrokerTestSupport
import Curl
import Foundation
import Glibc
import Testing
import VocativeTestSupport

@Suite("Requests over HTTP")
struct CurlTests {
  @Test("A certificate that no authority has signed is refused with a message about the certificate")
  func certificate() async throws {
    let folder = try TemporaryFolder()
    let (certificate, key) = (folder.path + "/certificate.pem", folder.path + "/key.pem")
    try await Tool.run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-days", "1", "-keyout", key, "-out", certificate)
    let port = try FreePort.find()
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [
      "openssl", "s_server", "-quiet", "-www", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key,
    ]
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    // The server does not end at SIGTERM.
    defer { if server.isRunning { kill(server.processIdentifier, SIGKILL) } }
    try #require(await eventually { FreePort.isTaken(port) })
    let error = await #expect(throws: CurlError.self) {
      try await CurlRequest(url: "https://localhost:\(port)/", maxResponseSize: 1 << 20).response()
    }
    #expect(error?.code == .security)
    #expect(error?.reason.contains("certificate") == true, "\(error?.reason ?? "")")
  }

  @Test(
    "An address that is not an HTTP address is refused", arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "nothing", ""])
  func otherAddress(url: String) async throws {
    await #expect(throws: CurlError.self) { try await CurlRequest(url: url, maxResponseSize: 1 << 20).response() }
  }

  @Test("A request of a cancelled task is not sent")
  func cancelled() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await CurlRequest(url: "http://127.0.0.1:1/", maxResponseSize: 1).response()
    }
    let error = await #expect(throws: CurlError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test(
    "A connected socket exchanges bytes with a server over TLS, and ends with the connection",
    .enabled(if: MosquittoBroker.isInstalled))
  func connectedSocket() async throws {
    let broker = try await MosquittoBroker(.encrypted)
    var request = CurlRequest(url: "https://localhost:\(broker.port)/", maxResponseSize: 0)
    request.certificateAuthority = broker.authority
    let socket = FileHandle(fileDescriptor: try await request.connectedSocket(), closeOnDealloc: true)
    // The first packets of MQTT 3.1.1: CONNECT without a name, and CONNACK.
    try socket.write(contentsOf: [0x10, 12, 0, 4] + "MQTT".utf8 + [4, 2, 0, 60, 0, 0])
    #expect(await eventually { Self.read(socket) == [0x20, 2, 0, 0] })
    await broker.kill()
    #expect(await eventually { Self.read(socket) == [] })
  }

  @Test("A server that nothing can connect to is an error of the connection")
  func noServer() async throws {
    let port = try FreePort.find()
    let error = await #expect(throws: CurlError.self) {
      try await CurlRequest(url: "http://127.0.0.1:\(port)/", maxResponseSize: 0).connectedSocket()
    }
    #expect(error?.code == .connection)
  }

  /// Returns the available bytes of a socket that does not block: none at its end, and nil if there is nothing yet.
  private static func read(_ socket: FileHandle) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = Glibc.read(socket.fileDescriptor, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }
}
