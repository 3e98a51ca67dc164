import Dispatch
import Foundation

/// Handles Ctrl-C during long work.
enum Interruption {
  /// Runs the work and cancels it on SIGINT, so that it can restore the terminal and the disk.
  ///
  /// A second SIGINT ends the process.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    signal(SIGINT, SIG_IGN)
    let task = Task { try await work() }
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      task.cancel()
    }
    source.resume()
    defer {
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
    return try await task.value
  }
}
