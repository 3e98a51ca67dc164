import CMosquitto
import Foundation

/// The loop of a client's network thread: connects again and again, with increasing pauses while attempts fail or connections are
/// short.
struct MosquittoAttempts: Sendable {
  /// A change of state that is reported to the client.
  enum Change {
    /// An attempt begins.
    case begins(MosquittoConnection)
    /// The broker has accepted the client.
    case connected
    /// The attempt has failed, or the connection is over; the handle is no longer in use.
    case lost
    /// The thread has ended.
    case ended
  }

  let configuration: MosquittoConfiguration
  let queue: MosquittoQueue
  let closing: DispatchSemaphore
  /// Reports a change to the client; returns false if the client is closed or gone.
  let emit: @Sendable (Change) -> Bool

  func run() {
    // Without this, a broker that hangs up would end the program with SIGPIPE instead of failing the call.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    MosquittoLibrary.begin()
    var delay = configuration.limits.minDelay
    while true {
      var outcome = attempt(.five)
      if outcome.goesOn, outcome.isVersionUnknown { outcome = attempt(.three) }
      guard outcome.goesOn else { break }
      queue.send(.disconnected(outcome.error))
      // A broker may accept the client and disconnect it again and again, so that a short connection counts as a failure.
      if outcome.hasSettled { delay = configuration.limits.minDelay }
      // Jitter: boxes that lose the same broker must not all reconnect at the same moment.
      let pause = delay * Double.random(in: 0.75...1.25)
      guard !isClosed(within: pause) else { break }
      delay = min(delay * 2, configuration.limits.maxDelay)
    }
    _ = emit(.ended)
    queue.finish()
  }

  /// Blocks for a duration, or until the client is closed; returns whether it is closed.
  ///
  /// Waits in short steps by the monotonic clock: semaphores wait by the date, and would wait longer if it is set back.
  private func isClosed(within duration: Duration) -> Bool {
    let end = SuspendingClock.now + duration
    while closing.wait(timeout: .now()) == .timedOut {
      let milliseconds = (end - SuspendingClock.now) / .milliseconds(1)
      guard milliseconds > 0 else { return false }
      poll(nil, 0, Int32(min(milliseconds.rounded(.up), 50)))
    }
    return true
  }

  private struct Outcome {
    let error: MosquittoError
    var hasSettled = false
    /// Whether the broker may know only older versions of the protocol.
    var isVersionUnknown = false
    let goesOn: Bool
  }

  private func attempt(_ version: MosquittoConnection.Version) -> Outcome {
    let connection: MosquittoConnection
    do throws(MosquittoError) {
      connection = try MosquittoConnection(configuration, version: version, queue: queue)
    } catch {
      return Outcome(error: error, goesOn: emit(.lost))
    }
    guard emit(.begins(connection)) else { return Outcome(error: .notConnected, goesOn: false) }
    let error = connection.run { emit(.connected) }
    return Outcome(
      error: error, hasSettled: connection.hasSettled, isVersionUnknown: connection.isVersionUnknown, goesOn: emit(.lost))
  }
}

/// The library's global state.
private enum MosquittoLibrary {
  private static let isBegun: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

  /// Initializes the library for the life of the program.
  static func begin() { _ = isBegun }
}
