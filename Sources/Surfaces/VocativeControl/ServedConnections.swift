package import NIOCore
import ServiceLifecycle

extension NIOAsyncChannel where Outbound == Never {
  /// Serves connections concurrently until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Parameter onListening: Called when the server accepts connections.
  package func serveConnections<Incoming: Sendable, Outgoing: Sendable>(
    onListening: () -> Void = {}, serve: @escaping @Sendable (_ connection: NIOAsyncChannel<Incoming, Outgoing>) async -> Void
  ) async throws where Inbound == AcceptedConnection<Incoming, Outgoing> {
    try await executeThenClose { connections in
      onListening()
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections.cancelOnGracefulShutdown() {
          group.addTask { await serve(connection.take()) }
        }
        group.cancelAll()
      }
    }
  }
}
