package import NIOCore
import Synchronization

/// A connection that was accepted, and is closed when nobody ever serves it.
///
/// A server that stops lets go of what it has accepted and not looked at yet. NIO ends the process for a channel that is let go of
/// without a word.
package final class AcceptedConnection<Incoming: Sendable, Outgoing: Sendable>: Sendable {
  private let connection: NIOAsyncChannel<Incoming, Outgoing>
  private let isTaken = Atomic(false)

  /// A connection that nobody serves yet.
  package init(_ connection: NIOAsyncChannel<Incoming, Outgoing>) { self.connection = connection }

  deinit {
    guard !isTaken.load(ordering: .relaxed) else { return }
    let connection = connection
    Task { try? await connection.executeThenClose { _, _ in } }
  }

  /// The connection, for who serves and closes it.
  func take() -> NIOAsyncChannel<Incoming, Outgoing> {
    isTaken.store(true, ordering: .relaxed)
    return connection
  }
}
