import Foundation
import Synchronization
import VocativeTestSupport

/// A program that talks to a satellite as Home Assistant does, with the reference implementation.
final class HomeAssistantPeer: Sendable {
  struct Failure: Error {}

  /// What the satellite has said.
  private final class Record: Sendable {
    let events = Mutex<[WyomingPeer.Event]>([])
  }

  private let process = Process()
  private let input = Pipe()
  private let record = Record()

  /// Connects to a satellite, and waits until the satellite has said who it is.
  init(_ uri: String, _ behaviour: String) async throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: WyomingPeer.python)
    process.arguments = [Repository.path("Tests/VocativeWyomingTests/home_assistant.py"), uri, behaviour]
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let record = record
    // Reading blocks, and must not hold one of the few threads that other tests run on.
    Thread.detachNewThread {
      var pending = Data()
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        pending += data
        while let end = pending.firstIndex(of: 0x0A) {
          let event = try? JSONDecoder().decode(WyomingPeer.Event.self, from: Data(pending[..<end]))
          pending = Data(pending[pending.index(after: end)...])
          if let event { record.events.withLock { $0.append(event) } }
        }
      }
    }
    guard await isTold("info") else { throw Failure() }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Everything the satellite has said.
  var events: [WyomingPeer.Event] { record.events.withLock { $0 } }

  /// The types of that, without what comes at the beginning and of itself.
  var types: [String] { events.map(\.type).filter { !["ready", "info", "satellite-connected", "pong"].contains($0) } }

  /// Waits until the satellite has said something of a type, so many times.
  func isTold(_ type: String, times: Int = 1) async -> Bool {
    await eventually { events.count { $0.type == type } >= times }
  }

  /// Has it do something, as the script describes.
  func order(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Has everything answered that was asked before.
  func settle() async -> Bool {
    let count = events.count { $0.type == "pong" }
    order("say ping")
    return await isTold("pong", times: count + 1)
  }

  /// Goes away without a word.
  func leave() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
