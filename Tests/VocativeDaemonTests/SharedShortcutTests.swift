import BrokerTestSupport
import Foundation
import Testing
import VocativeTestSupport

@Suite(
  "Daemons on one broker", .tags(.long), .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)),
  .timeLimit(.minutes(15)))
struct SharedShortcutTests {
  /// Runs `vocative` with the folders of a daemon, and returns its output.
  private func vocative(_ arguments: String..., of daemon: DaemonProcess) async throws -> String {
    let process = Process()
    let output = try daemon.folder.write("", to: "vocative")
    process.executableURL = URL(fileURLWithPath: TestProgram.path("vocative"))
    process.arguments = arguments + ["--assistant", "money", "--local"]
    process.environment = DaemonProcess.environment(in: daemon.folder)
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    await withCheckedContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume() }
    }
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  @Test("A shortcut that a command adds on one daemon appears on the other until it is deleted, and not on one without sharing")
  func shortcut() async throws {
    let broker = try await MosquittoBroker()
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    let loudspeaker = SimulatedLoudspeaker()
    let daemons = try ["kitchen", "hall"].map { room in
      try DaemonProcess([
        "--assistant", "money", "--device", microphone.device, "--output-device", loudspeaker.device, "--mqtt-uri",
        "mqtt://127.0.0.1:\(broker.port)", "--room", room, "--log-level", "info",
      ])
    }
    let alone = try DaemonProcess([
      "--assistant", "money", "--device", microphone.device, "--output-device", loudspeaker.device, "--mqtt-uri",
      "mqtt://127.0.0.1:\(broker.port)", "--room", "attic", "--room-sharing", "false", "--log-level", "info",
    ])
    for daemon in daemons + [alone] {
      #expect(await eventually { daemon.log.contains("connected to the broker") }, "\(daemon.log)")
    }
    #expect(try await vocative("shortcuts", "add", "beach time", "safe to spend", of: alone).contains("added"))
    let added = try await vocative("shortcuts", "add", "summer dreams", "safe to spend", of: daemons[0])
    #expect(added.contains("added"), "\(added)")
    #expect(
      try await eventually { try await vocative("shortcuts", of: daemons[1]).contains("summer dreams") }, "\(daemons[1].log)")
    let own = try await vocative("shortcuts", of: alone)
    #expect(own.contains("beach time") && !own.contains("summer dreams"), "\(own)")
    let deleted = try await vocative("shortcuts", "delete", "summer dreams", of: daemons[1])
    #expect(deleted.contains("deleted"), "\(deleted)")
    #expect(
      try await eventually { try await !vocative("shortcuts", of: daemons[0]).contains("summer dreams") }, "\(daemons[0].log)")
    for daemon in daemons { #expect(try await !vocative("shortcuts", of: daemon).contains("beach time")) }
    for daemon in daemons + [alone] {
      #expect(!daemon.log.contains("summer dreams"), "\(daemon.log)")
      daemon.signal(SIGTERM)
      #expect(await daemon.end() == 0)
    }
  }
}
