import Foundation

/// The peer of a connection.
struct ServedPeer: Hashable, Sendable {
  /// The connection.
  let connection = UUID()
  /// The IP address; empty for a Unix socket.
  let host: String
}
