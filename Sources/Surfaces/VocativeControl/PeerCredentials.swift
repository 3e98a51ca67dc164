import Foundation
package import NIOCore

/// The process at the other end of a Unix socket, as the kernel knows it: no process can claim to be another user.
///
/// The layout is that of `struct ucred`, see unix(7).
package struct PeerCredentials: Equatable, Sendable {
  /// The process when it connected or listened.
  package let process: Int32
  /// The user it ran as.
  package let user: UInt32
  /// The user's group.
  package let group: UInt32

  /// Whether the peer is this program's user, or root, who may do everything anyway.
  package var isOwnUserOrRoot: Bool { user == geteuid() || user == 0 }

  /// The peer of a connection; nil for one that is not a Unix socket.
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
