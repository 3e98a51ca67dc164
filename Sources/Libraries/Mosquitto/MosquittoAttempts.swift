import CMosquitto
import Foundation

/// What the network thread of a client does: one connection after the other, with longer and longer pauses while none comes about.
struct MosquittoAttempts: Sendable {
  /// What the client is told.
  enum Change {
    /// An attempt begins.
    case begins(MosquittoConnection)
    /// The broker has taken the client.
    case connected
    /// The attempt has failed, or the connection is over; nobody uses it any more.
    case lost
    /// The thread is done.
    case ended
  }

  let configuration: MosquittoConfiguration
  let queue: MosquittoQueue
  let closing: DispatchSemaphore
  /// Tells the client; false when it is closed or gone.
  let tell: @Sendable (Change) -> Bool

  func run() {
    // A broker that hangs up is an error of the call, and not the end of the program.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    MosquittoLibrary.begin()
    var delay = configuration.limits.shortestDelay
    var version = MosquittoConnection.Version.five
    while true {
      let outcome = attempt(version)
      guard outcome.goesOn else { break }
      if outcome.isVersionRefused, version == .five {
        version = .three
        continue
      }
      queue.send(.disconnected(outcome.error))
      if outcome.wasConnected { delay = configuration.limits.shortestDelay }
      // Boxes that have lost the same broker do not all come back in the same moment.
      let pause = delay * Double.random(in: 0.75...1.25)
      guard closing.wait(timeout: .now() + pause.seconds) == .timedOut else { break }
      delay = min(delay * 2, configuration.limits.longestDelay)
    }
    _ = tell(.ended)
    queue.finish()
  }

  private struct Outcome {
    let error: MosquittoError
    var wasConnected = false
    var isVersionRefused = false
    let goesOn: Bool
  }

  private func attempt(_ version: MosquittoConnection.Version) -> Outcome {
    let connection: MosquittoConnection
    do throws(MosquittoError) {
      connection = try MosquittoConnection(configuration, version: version, queue: queue)
    } catch {
      return Outcome(error: error, goesOn: tell(.lost))
    }
    guard tell(.begins(connection)) else { return Outcome(error: .notConnected, goesOn: false) }
    let error = connection.run { tell(.connected) }
    return Outcome(
      error: error, wasConnected: connection.wasConnected, isVersionRefused: connection.isVersionRefused, goesOn: tell(.lost))
  }
}

/// The library as a whole.
private enum MosquittoLibrary {
  private static let isBegun: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

  /// Prepares the library; it stays so until the program ends.
  static func begin() { _ = isBegun }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
