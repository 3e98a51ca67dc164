import Foundation

/// Who is at the other end of a connection.
struct ServedPeer: Hashable, Sendable {
  /// The connection.
  let connection = UUID()
  /// The address of the computer; empty where it is this one, through a Unix socket.
  let host: String
}
