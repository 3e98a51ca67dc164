import Foundation
import Vocative
import VocativeControl
import VocativeTestSupport

/// A running `vocatived` with simulated sound devices and temporary folders.
final class DaemonProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let log: String
  let socket: String

  /// Starts the daemon and waits until it can be controlled.
  ///
  /// - Parameters:
  ///   - log: The file to log to, instead of a temporary one.
  ///   - path: The program.
  init(
    _ arguments: [String], device: String, speaker: String, for program: VocativeProgram, log other: String? = nil,
    path: String = DaemonProcess.path
  ) async throws {
    log = program.folder.path + "/\(UUID().uuidString).log"
    socket = program.folder.path + "/runtime/vocative/control"
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments + ["--device", device, "--output-device", speaker]
    process.environment = program.environment
    process.standardOutput = FileHandle.nullDevice
    try Data().write(to: URL(fileURLWithPath: log))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: other ?? log))
    try process.run()
    let client = ControlClient(ControlSocket(path: socket))
    while (try? await client.send(.status))?.status?.source == nil {
      guard process.isRunning else { throw Failure(description: messages) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  static var path: String { TestProgram.path("vocatived") }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// The messages logged so far.
  var messages: String { FileText.contents(of: log) }

  /// Sends a signal, waits until the process has ended, and returns its status.
  func end(_ signal: Int32 = SIGTERM) async -> Int32 {
    kill(process.processIdentifier, signal)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread { [process] in
        process.waitUntilExit()
        continuation.resume()
      }
    }
    return process.terminationStatus
  }
}
