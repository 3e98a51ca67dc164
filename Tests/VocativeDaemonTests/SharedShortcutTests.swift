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
    process.executableURL = URL(fileURLWithPath: DaemonProcess.path).deletingLastPathComponent().appendingPathComponent(
      "vocative")
    process.arguments = arguments + ["--assistant", "money"]
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("VOCATIVE") }.merging([
      "XDG_DATA_HOME": daemon.folder.path + "/data", "XDG_STATE_HOME": daemon.folder.path + "/state",
      "XDG_CONFIG_HOME": daemon.folder.path + "/config",
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    await withCheckedContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume() }
    }
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  @Test("A shortcut that a command adds on one daemon appears on the other until it is deleted")
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
    for daemon in daemons { #expect(await eventually { daemon.log.contains("connected to the broker") }, "\(daemon.log)") }
    let added = try await vocative("shortcuts", "add", "summer dreams", "safe to spend", of: daemons[0])
    #expect(added.contains("added"), "\(added)")
    #expect(
      try await eventually { try await vocative("shortcuts", of: daemons[1]).contains("summer dreams") }, "\(daemons[1].log)")
    let deleted = try await vocative("shortcuts", "delete", "summer dreams", of: daemons[1])
    #expect(deleted.contains("deleted"), "\(deleted)")
    #expect(
      try await eventually { try await !vocative("shortcuts", of: daemons[0]).contains("summer dreams") }, "\(daemons[0].log)")
    for daemon in daemons {
      #expect(!daemon.log.contains("summer dreams"), "\(daemon.log)")
      daemon.signal(SIGTERM)
      #expect(await daemon.end() == 0)
    }
  }
}
