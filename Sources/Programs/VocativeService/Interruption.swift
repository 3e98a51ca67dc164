import Dispatch
import Foundation
import Synchronization
import Vocative

/// Handles SIGTERM and SIGINT from the start of the program to its end.
///
/// While the program starts, a signal ends the programs of the assistants, and then this one. The services could handle it only when all
/// of them run, which can take many seconds: an app has ten to say hello.
final class Interruption: Sendable {
  private let stop = Mutex<(@Sendable () async -> Void)?>(nil)

  /// Does the work of the program, which the signals end.
  func handled(during work: () async throws -> Void) async throws {
    let sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { self.receive(number) }
      return source
    }
    defer { for source in sources { source.cancel() } }
    for source in sources {
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.resume()
      }
    }
    try await work()
  }

  /// Stops the services in this way from now on.
  func stop(by stop: @escaping @Sendable () async -> Void) { self.stop.withLock { $0 = stop } }

  private func receive(_ number: Int32) {
    if let stop = stop.withLock({ $0 }) {
      Task { await stop() }
      return
    }
    RunningPrograms.terminateAll()
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
