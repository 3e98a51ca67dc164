package import NIOCore
import ServiceLifecycle
import Synchronization

extension NIOAsyncChannel where Outbound == Never {
  /// Serves connections concurrently until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of simultaneous connections; connections beyond it are reported to `serve` as one too many.
  ///   - onListening: Called when the server accepts connections.
  package func serveConnections<Incoming: Sendable, Outgoing: Sendable>(
    limit: Int, onListening: () -> Void = {},
    serve: @escaping @Sendable (_ connection: NIOAsyncChannel<Incoming, Outgoing>, _ isTooMany: Bool) async -> Void
  ) async throws where Inbound == AcceptedConnection<Incoming, Outgoing> {
    let count = ConnectionCount()
    try await executeThenClose { connections in
      onListening()
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections.cancelOnGracefulShutdown() {
          let isTooMany = count.come() > limit
          group.addTask {
            await serve(connection.take(), isTooMany)
            count.go()
          }
        }
        group.cancelAll()
      }
    }
  }
}

/// The number of open connections.
private final class ConnectionCount: Sendable {
  private let count = Atomic(0)
  func come() -> Int { count.add(1, ordering: .relaxed).newValue }
  func go() { count.subtract(1, ordering: .relaxed) }
}
