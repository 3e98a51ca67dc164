package import NIOCore
import Synchronization

/// An accepted connection that is closed if it is never served.
///
/// A server that stops drops the connections it accepted but did not serve. NIO traps if a channel is dropped without being
/// closed.
package final class AcceptedConnection<Incoming: Sendable, Outgoing: Sendable>: Sendable {
  private let connection: NIOAsyncChannel<Incoming, Outgoing>
  private let isTaken = Atomic(false)

  /// An accepted connection that is not served yet.
  package init(_ connection: NIOAsyncChannel<Incoming, Outgoing>) { self.connection = connection }

  deinit {
    guard !isTaken.load(ordering: .relaxed) else { return }
    let connection = connection
    Task { try? await connection.executeThenClose { _, _ in } }
  }

  /// The connection; the caller serves and closes it.
  func take() -> NIOAsyncChannel<Incoming, Outgoing> {
    isTaken.store(true, ordering: .relaxed)
    return connection
  }
}
