import Foundation
import Testing
import VocativeTestSupport

@Suite("The page command")
struct PageProgramTests {
  /// A program that runs until the test ends, and its standard output.
  private final class Running {
    let process = Process()
    private let output = Pipe()

    init(_ arguments: [String], for program: VocativeProgram) throws {
      process.executableURL = URL(fileURLWithPath: VocativeProgram.path)
      process.arguments = arguments
      process.environment = program.environment
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Returns the first line of the output.
    func firstLine() async -> String {
      let reading = output.fileHandleForReading
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var line = Data()
          while let byte = try? reading.read(upToCount: 1), !byte.isEmpty, byte.first != 0x0A { line += byte }
          continuation.resume(returning: String(decoding: line, as: UTF8.self))
        }
      }
    }
  }

  @Test(
    "An address that this computer does not have is an error with the remedy, and nothing else is logged",
    arguments: [
      ("no-such-host.invalid", "can't serve the page: the host \"no-such-host.invalid\" is unknown"),
      ("203.0.113.1", "can't serve the page at http://203.0.113.1:8730/: Cannot assign requested address"),
    ])
  func foreignHost(host: String, reason: String) async throws {
    let program = try VocativeProgram()
    let ended = try await program.run("page", "--host", host, "--device", "no-such-device")
    #expect(ended.status == 69, "\(ended)")
    #expect(ended.error.contains("\(reason); use an address of this computer, such as 127.0.0.1"), "\(ended.error)")
    #expect(!ended.error.contains("cancelled"), "\(ended.error)")
  }

  @Test("Without a microphone, the page is served, shows the fault, and accepts typed requests")
  func noMicrophone() async throws {
    let program = try VocativeProgram()
    let page = try Running(["page", "--port", "0", "--device", "no-such-device"], for: program)
    let line = await page.firstLine()
    let match = try #require(line.firstMatch(of: #/http://(127\.0\.0\.1:(\d+))/\?token=([0-9a-f]{32});/#), "\(line)")
    let (authority, port) = (String(match.1), try #require(UInt16(match.2)))
    let head = "HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n"
    #expect(try await RawClient.exchange("GET / \(head)\r\n", withPort: port).hasPrefix("HTTP/1.1 401 "))
    let admitted = head + "Authorization: Bearer \(match.3)\r\n"
    func get() async throws -> String { try await RawClient.exchange("GET / \(admitted)\r\n", withPort: port) }
    // The first request may arrive before the device has been tried.
    var text = ""
    while !text.contains("no microphone"), page.process.isRunning { text = try await get() }
    #expect(text.contains("Ask in writing"))
    let form = "text=vacation%20goal"
    let answer = try await RawClient.exchange(
      "POST /requests \(admitted)Origin: http://\(authority)\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)", withPort: port)
    #expect(answer.hasPrefix("HTTP/1.1 303 "), "\(answer)")
    #expect(try await get().contains("saved"))
    #expect(page.process.isRunning)
  }

  @Test("With JSON, the page prints its link")
  func link() async throws {
    let program = try VocativeProgram()
    let page = try Running(["page", "--json", "--port", "0", "--device", "no-such-device"], for: program)
    let line = await page.firstLine()
    let served = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String], "\(line)")
    #expect(served["uri"]?.wholeMatch(of: #/http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}/#) != nil, "\(line)")
  }

  @Test("A timer rings, and the page stops it")
  func ringing() async throws {
    let program = try VocativeProgram()
    let page = try Running(["page", "--port", "0", "--device", "no-such-device"], for: program)
    let line = await page.firstLine()
    let match = try #require(line.firstMatch(of: #/http://(127\.0\.0\.1:(\d+))/\?token=([0-9a-f]{32});/#), "\(line)")
    let port = try #require(UInt16(match.2))
    let head = "HTTP/1.1\r\nHost: \(match.1)\r\nConnection: close\r\nAuthorization: Bearer \(match.3)\r\n"
    func get() async throws -> String { try await RawClient.exchange("GET / \(head)\r\n", withPort: port) }
    func post(_ place: String, _ form: String) async throws -> Bool {
      let fields = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
      return try await RawClient.exchange(
        "POST \(place) \(head)Origin: http://\(match.1)\r\n\(fields)\r\n\(form)", withPort: port
      ).hasPrefix("HTTP/1.1 303 ")
    }
    #expect(try await post("/requests", "text=set%20a%20timer%20for%20one%20second"))
    #expect(try await eventually { try await get().contains("action=\"/ringing/stop\"") })
    #expect(try await post("/ringing/stop", ""))
    #expect(try await eventually { try await !get().contains("action=\"/ringing/stop\"") })
    #expect(page.process.isRunning)
  }
}
