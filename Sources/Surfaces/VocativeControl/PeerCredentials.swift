import Foundation
package import NIOCore

/// The process at the other end of a Unix socket, as reported by the kernel.
///
/// A process can't forge these values.
///
/// The layout is that of `struct ucred`, see unix(7).
package struct PeerCredentials: Equatable, Sendable {
  /// The process ID at the time it connected or listened.
  package let process: Int32
  /// Its user ID.
  package let user: UInt32
  /// Its group ID.
  package let group: UInt32

  /// Whether the peer runs as this program's user or as root, which can do everything anyway.
  package var isOwnUserOrRoot: Bool { user == geteuid() || user == 0 }

  /// Returns the peer of a connection, or nil if it is not a Unix socket.
  package static func of(_ channel: any Channel) async -> PeerCredentials? {
    let isUnix = [channel.localAddress, channel.remoteAddress].contains {
      if case .unixDomainSocket? = $0 { true } else { false }
    }
    guard isUnix, let provider = channel as? any SocketOptionProvider else { return nil }
    let option = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
    let peer: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(level: .socket, name: option)
    return try? await peer.get()
  }
}
