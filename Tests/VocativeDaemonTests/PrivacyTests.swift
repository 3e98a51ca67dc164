import BrokerTestSupport
import Foundation
import Testing
import VocativeTestSupport

@Suite("Privacy of vocatived", .tags(.long), .serialized)
struct PrivacyTests {
  /// Returns a daemon that has answered a spoken request.
  private func answered(_ arguments: [String] = []) async throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: RawRecording.samples(of: "money/slt-breath-vacation-goal.wav"))
    microphone.speed = 2
    let loudspeaker = SimulatedLoudspeaker()
    let daemon = try DaemonProcess(["--device", microphone.device, "--output-device", loudspeaker.device] + arguments)
    #expect(await eventually { (try? loudspeaker.samples.isEmpty) == false }, "\(daemon.log)")
    return daemon
  }

  @Test("The daemon opens no network socket by default")
  func noNetwork() async throws {
    let daemon = try await answered()
    #expect(daemon.networkSockets == [])
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)

    let measured = try await answered(["--metrics-address", "127.0.0.1:0"])
    #expect(!measured.networkSockets.isEmpty, "the measurement finds an open socket")
    measured.signal(SIGTERM)
    #expect(await measured.end() == 0)
  }

  @Test("The page is served at the address of page-host, and at no other one")
  func pageHost() async throws {
    let port = try FreePort.find()
    let daemon = try await answered(["--page-port", "\(port)", "--page-host", "127.0.0.9"])
    #expect(await eventually { daemon.log.contains("the page is at http://127.0.0.9:\(port)/") }, "\(daemon.log)")
    let sockets = daemon.networkSockets
    // The kernel prints the bytes of an address in their order in memory.
    #expect(sockets.count == 1 && sockets[0].contains(" 0900007F:"), "\(sockets)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("After the daemon ends, no file contains audio or words that it heard")
  func nothingKept() async throws {
    let daemon = try await answered()
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
    let enumerator = try #require(FileManager.default.enumerator(atPath: daemon.folder.path))
    var names: [String] = []
    for case let name as String in enumerator {
      guard let bytes = FileManager.default.contents(atPath: daemon.folder.path + "/" + name) else { continue }
      names.append(name)
      #expect(bytes.range(of: Data("hey assistant".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("vacation goal".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("RIFF".utf8)) == nil, "\(name)")
    }
    #expect(names.contains { $0.hasPrefix("data/") }, "what the assistant knows is kept: \(names)")
  }
}
