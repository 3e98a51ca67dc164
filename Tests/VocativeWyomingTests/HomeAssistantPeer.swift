import Foundation
import Synchronization
import VocativeTestSupport

/// A program that talks to a satellite as Home Assistant does, and uses the reference implementation.
final class HomeAssistantPeer: Sendable {
  struct Failure: Error {}

  /// The events that the satellite has sent.
  private final class Record: Sendable {
    let events = Mutex<[WyomingPeer.Event]>([])
  }

  private let process: Process
  private let input = Pipe()
  private let record = Record()

  /// Connects to a satellite, and waits for its description, or for the refusal: a refused client may receive no description.
  init(_ uri: String, _ behaviour: String) async throws {
    let output = Pipe()
    process = try ReferenceWyomingService.start("home_assistant.py", uri, behaviour, input: input, output: output)
    let record = record
    // Reading blocks, so it must not occupy one of the few threads that other tests use.
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
    guard await eventually({ events.contains { $0.type == "info" || $0.type == "closed" } }) else { throw Failure() }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// The events that the satellite has sent so far.
  var events: [WyomingPeer.Event] { record.events.withLock { $0 } }

  /// The types of these events, without those of the connection itself.
  var types: [String] { events.map(\.type).filter { !["ready", "info", "satellite-connected", "pong"].contains($0) } }

  /// Waits until the satellite has sent this many events of a type.
  func isTold(_ type: String, times: Int = 1) async -> Bool {
    await eventually { events.count { $0.type == type } >= times }
  }

  /// Sends an order to the script, which describes the orders.
  func order(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Waits until the satellite has answered all previous events.
  func settle() async -> Bool {
    let count = events.count { $0.type == "pong" }
    order("say ping")
    return await isTold("pong", times: count + 1)
  }

  /// Ends the program without a message to the satellite.
  func leave() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
