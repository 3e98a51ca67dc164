import Dispatch
import Foundation
import Synchronization
import Vocative

/// Handles the signals that end a command: SIGINT, as from control-C, SIGTERM, and SIGHUP, as from a terminal that is closed.
enum Interruption {
  /// Cancels the current work; nil if the work cannot be cancelled.
  private static let cancellation = Mutex<(@Sendable () -> Void)?>(nil)
  private static let received = Mutex(SIGINT)

  /// The exit status of a shell for a program that ended on the signal that cancelled the work.
  static var exitStatus: Int32 { 128 + received.withLock { $0 } }

  /// Runs a command, whose work a signal cancels; if it cannot be cancelled, the signal ends the programs that it started and the process.
  ///
  /// A second signal ends the process.
  static func handled(during command: () async throws -> Void) async throws {
    // A command that `nohup` started continues without its terminal.
    let signals = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        received.withLock { $0 = number }
        if let cancel = cancellation.withLock({ $0 }) { return cancel() }
        RunningPrograms.terminateAll()
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

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Swift cannot compare functions.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Runs long work, which a signal cancels, so that it can restore the terminal and the disk.
  ///
  /// - Throws: The error of the work, or `CancellationError` after a signal.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    // A signal that comes as soon as the work has begun waits until it can be cancelled.
    let task = cancellation.withLock { cancellation in
      let task = Task { try await work() }
      cancellation = { task.cancel() }
      return task
    }
    defer { cancellation.withLock { $0 = nil } }
    do {
      return try await task.value
    } catch  where task.isCancelled {
      // A cancelled database or program fails with an error of its own.
      throw CancellationError()
    }
  }
}
