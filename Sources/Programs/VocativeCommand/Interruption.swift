import Dispatch
import Foundation
import Synchronization
import Vocative

/// Handles the signals that end a command: SIGINT, as from control-C, and SIGTERM.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]
  /// Cancels the current work; nil if the work cannot be cancelled.
  private static let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  /// Runs a command, whose work a signal cancels; if it cannot be cancelled, the signal ends the apps, the handlers and the process.
  ///
  /// A second signal ends the process.
  static func handled(during command: () async throws -> Void) async throws {
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        if let cancel = cancellation.withLock({ $0 }) { return cancel() }
        AppHosts.terminateAll()
        HandlerCommands.terminateAll()
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in signals { signal(number, SIG_DFL) }
    }
    try await command()
  }

  /// Runs long work, which a signal cancels, so that it can restore the terminal and the disk.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    cancellation.withLock { $0 = { task.cancel() } }
    defer { cancellation.withLock { $0 = nil } }
    return try await task.value
  }
}
